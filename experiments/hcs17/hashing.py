# SPDX-License-Identifier: Apache-2.0
"""Figure 8: how much of workload Real the most loaded worker has, when objects or when batches are hashed."""
from __future__ import annotations

import random
from collections.abc import Iterator

from .measure import BATCH, OBJECTS

OBJECT_SEGMENTS = 1280  # table 3


def zipf(objects: int, exponent: float = 1.0) -> list[float]:
    weights = [1 / rank**exponent for rank in range(1, objects + 1)]
    total = sum(weights)
    return [weight / total for weight in weights]


def parts(scheme: str) -> Iterator[float]:
    """The shares of the load that are hashed as one."""
    batches = OBJECT_SEGMENTS // BATCH
    for share in zipf(OBJECTS):
        if scheme == "content":
            yield share
        else:
            yield from [share / batches] * batches


def most_loaded(scheme: str, workers: int, seed: int) -> float:
    """The most loaded worker's load, in those of a worker that has its fair share. A hash draws each worker with the
    same probability."""
    draw = random.Random(f"{scheme} {workers} {seed}")
    loads = [0.0] * workers
    for share in parts(scheme):
        loads[draw.randrange(workers)] += share
    return max(loads) * workers
