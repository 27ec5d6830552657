# SPDX-License-Identifier: Apache-2.0
"""Hit ratio of an LRU cache under independent requests by Zipf's law (Che, Tung and Wang, 2002), to choose catalogues."""
from __future__ import annotations

import functools

import numpy


def _classes(alpha: float, objects: int) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Ranks in groups of about the same popularity: how many, and the probability of one of them."""
    edges = numpy.unique(numpy.concatenate([numpy.arange(1, min(objects, 1000) + 1),
                                            numpy.geomspace(min(objects, 1000), objects, 2000).astype(numpy.int64), [objects]]))
    low, high = numpy.concatenate([[0], edges[:-1]]), edges
    size = (high - low).astype(float)
    middle = (low + 1 + high) / 2
    weight = middle ** -alpha
    return size, weight / (size * weight).sum()


def hit_ratio(alpha: float, objects: int, items: int) -> float:
    """Of a cache of `items` for `objects` that are asked for with Zipf exponent `alpha`."""
    if items >= objects:
        return 1.0
    size, probability = _classes(alpha, objects)
    low, high = 0.0, 1.0
    occupied = lambda time: (size * -numpy.expm1(-probability * time)).sum()  # noqa: E731
    while occupied(high) < items:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if occupied(middle) < items else (low, middle)
    return float((size * probability * -numpy.expm1(-probability * high)).sum())


@functools.cache
def objects_for_hit_ratio(alpha: float, items: int, wanted: float) -> int:
    """The catalogue with which the cache hits that often: the larger, the rarer."""
    low, high = items, items * 2
    while hit_ratio(alpha, high, items) > wanted and high < 1 << 40:
        high *= 2
    while high - low > max(1, low // 200):
        middle = (low + high) // 2
        low, high = (middle, high) if hit_ratio(alpha, middle, items) > wanted else (low, middle)
    return high
