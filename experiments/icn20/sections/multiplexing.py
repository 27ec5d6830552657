# SPDX-License-Identifier: Apache-2.0
"""Section 6.2: two consumers, two producers."""
from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from experiments.common.experiment import Scale

from ..case import Case, Section
from ..drivers.driver import Route
from ..settings import Load, Settings
from ..workload import Workload


def both_ways(workload: Workload, ways: Sequence[int | str]) -> Iterable[Route]:
    return (Route(prefix, tuple(ways)) for prefix in workload.single_components())


def case(consumers: int, producers: int) -> Case:
    key = f"{consumers}x{producers}"
    return Case(key, key, Settings(split_load=producers > 1), Load(lifetime_ms=5000), routes=both_ways, consumers=consumers,
                producers=producers)


def overlap(share: float, objects: int) -> Case:
    """Two consumers with a Content Store between, that have a share of their names in common."""
    names = [functools.partial(Workload.overlapping, consumer=i, objects=objects, overlap=share) for i in range(2)]
    return Case(f"overlap {share:g}", f"2x1, {share:.0%} in common", Settings(cs_items=65_536), Load(lifetime_ms=5000),
                names_by_consumer=names, consumers=2)


def sections(scale: Scale) -> list[Section]:
    return [Section("figure3", "Figure 3", "Exchange with several consumers and producers",
                    [case(1, 1), case(1, 2), case(2, 1), case(2, 2)], unit="thousand exchanges a second",
                    note="Interests are spread over the producers by a random strategy. A forwarder without one (ndnd) splits "
                         "the load by routes: every other prefix leads to each producer. With several consumers the load is "
                         "several programs on one CPU, and the relay meets the same."),
            Section("overlap", "Figure 3, overlap", "Two consumers that have names in common, Content Store on",
                    [overlap(share, 100_000) for share in ((0.0, 1.0) if scale is Scale.QUICK else (0.0, 0.5, 1.0))],
                    unit="thousand exchanges a second", note="Not in the paper, which names the parameter. 65,536 items.")]
