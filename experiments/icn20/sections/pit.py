# SPDX-License-Identifier: Apache-2.0
"""Section 4: Interests that nobody answers, whose lifetime decides how many are pending; and exchange at a short and a long
lifetime."""
from __future__ import annotations

from pathlib import Path

from experiments.common.experiment import Scale

from ..case import Case, Section
from ..settings import Load, Settings
from ..workload import Workload

LIFETIMES_MS = (1, 5, 10, 50, 100, 500, 1000, 5000)
QUICK_LIFETIMES_MS = (1, 5, 100, 1000)
SIBLINGS = 1_000_000
RATE_MAX = 800_000  # Interests a second that a PIT must have room for


def pending(lifetime_ms: int) -> int:
    return max(1 << 16, int(RATE_MAX * lifetime_ms / 1000 * 1.25))


def warm_up(lifetime_ms: int) -> float:
    """Until entries expire as fast as they come."""
    return 1.1 * lifetime_ms / 1000


def siblings(workload: Workload, folder: Path) -> tuple[str, ...]:
    """All names under one parent."""
    return ("--prefix", workload.domains[0], "--names", "sequential", "--objects", str(1 << 40), "--object-bytes",
            str(workload.padding))


def interests(lifetime_ms: int, key: str = "", label: str = "", **more) -> Case:
    return Case(key or str(lifetime_ms), label or f"{lifetime_ms} ms", Settings(pending=pending(lifetime_ms)),
                Load(one_way=True, lifetime_ms=lifetime_ms, warm_up=warm_up(lifetime_ms)), x=lifetime_ms, **more)


def exchange(lifetime_ms: int) -> Case:
    return Case(str(lifetime_ms), f"{lifetime_ms} ms", Settings(pending=pending(lifetime_ms)), Load(lifetime_ms=lifetime_ms))


def sections(scale: Scale) -> list[Section]:
    lifetimes = QUICK_LIFETIMES_MS if scale is Scale.QUICK else LIFETIMES_MS
    last = lifetimes[-1]
    one_parent = [interests(ms, f"{ms} siblings", f"{ms} ms, all under one parent", names=siblings) for ms in (5, last)]
    return [
        Section("figure1", "Figure 1", "Interest forwarding rate by lifetime: the PIT grows", [interests(ms) for ms in lifetimes],
                x_label="Interest lifetime (ms)",
                note="Content Store off, 40 routes of one component, names that were never asked for before."),
        Section("siblings", "Figure 1, one parent", f"The same with {SIBLINGS:,} siblings and more under one parent", one_parent,
                note="Not in the paper. Pending names are rate times lifetime; a tree of names has them all below one node. They "
                     "have one length, which makes them cheaper for the kernel than those of figure 1."),
        Section("table1", "Table 1", "Exchange at a low and a high lifetime", [exchange(5), exchange(5000)],
                unit="thousand exchanges a second"),
    ]
