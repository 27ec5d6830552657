# SPDX-License-Identifier: Apache-2.0
"""Section 6.1: routes for 40 prefixes of one component, and for as many more as a forwarder bears."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from experiments.common.experiment import Scale

from ..case import Case, Section, forty_prefixes
from ..drivers.driver import Route
from ..settings import Load, Settings
from ..workload import Workload

LIFETIME_MS = 5
COUNTS = {Scale.QUICK: (40, 10_000), Scale.DEFAULT: (40, 1_000, 100_000, 1_000_000),
          Scale.FULL: (40, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)}
SECONDS = {Scale.QUICK: 30.0, Scale.DEFAULT: 180.0, Scale.FULL: 1800.0}  # for adding routes
HEAVY = 100_000  # from so many routes on a case is set up once


def prefix(workload: Workload, number: int) -> str:
    """A domain; beyond as many as there are, one with a component more. So names have the lengths of the other tests, which
    the kernel's cost depends on."""
    turn, place = divmod(number, len(workload.domains))
    return f"{workload.domains[place]}/{turn:x}" if turn else workload.domains[place]


def numbered_routes(count: int):
    def routes(workload: Workload, ways: Sequence[int | str]) -> Iterable[Route]:
        return (Route(prefix(workload, number), tuple(ways)) for number in range(count))
    return routes


def numbered_names(count: int):
    """Names spread evenly over the prefixes, each asked for once."""
    def names(workload: Workload, folder: Path) -> tuple[str, ...]:
        file = folder / f"prefixes-{count}.txt"
        if not file.exists():
            with file.open("w") as text:
                text.writelines(f"{prefix(workload, number)}\n" for number in range(count))
        return ("--prefix-file", str(file), "--prefix-order", "random", "--names", "sequential", "--objects", str(1 << 40),
                "--object-bytes", str(workload.padding))
    return names


def case(count: int, one_way: bool, seconds: float) -> Case:
    few = count == 40
    return Case(f"{count} {'one way' if one_way else 'exchange'}", f"{count:,}", Settings(routes=count, routes_seconds=seconds),
                Load(one_way=one_way, lifetime_ms=LIFETIME_MS), x=count, only_once=count >= HEAVY,
                **({"routes": forty_prefixes} if few else {"names": numbered_names(count), "routes": numbered_routes(count)}))


def sections(scale: Scale) -> list[Section]:
    counts, seconds = COUNTS[scale], SECONDS[scale]
    return [
        Section("table3-interests", "Table 3, Interests", "Interest forwarding by the number of prefixes",
                [case(count, True, seconds) for count in counts], x_label="prefixes in the FIB"),
        Section("table3-exchange", "Table 3, exchange", "Exchange by the number of prefixes",
                [case(count, False, seconds) for count in counts], unit="thousand exchanges a second", x_label="prefixes in the FIB",
                note="40 are the first components of all names, as in the paper; more are domains, and domains with a component "
                     "more, and names are spread evenly over them. A forwarder that has not taken its routes in " f"{seconds:g} s is prohibitively slow."),
    ]
