# SPDX-License-Identifier: Apache-2.0
"""What the tables, the figures and the claims read out of the results."""
from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from experiments.common.experiment import Spread

GENERATOR_BOUND = 1.25  # a ceiling below so many times the result says more of the generator than of the forwarder
PERCENTS = list(range(1, 100))
OK = "ok"
RELAY, FRAMES_RELAY = "relay", "relay-frames"


@dataclass(frozen=True)
class Cell:
    """One forwarder in one case."""
    spread: Spread | None        # None: nothing was measured
    status: str                  # "ok", or what went wrong
    why: str = ""
    loss: float = 0.0
    hit_ratio: float | None = None
    cpu: float | None = None
    own_us: float | None = None      # of CPU for one exchange in the forwarder's code
    kernel_us: float | None = None   # and in the kernel
    pending: int | None = None       # in the PIT when the load ended, where the forwarder tells
    resident_mb: float | None = None
    window: int | None = None
    p50_us: float | None = None
    p99_us: float | None = None
    bound: bool = False          # by the generator
    busy: bool = False           # the machine, elsewhere, in each repetition
    failed: int = 0              # repetitions


def good_runs(runs: Sequence[dict]) -> list[dict]:
    return [run for run in runs if run["status"] == OK]


def runs_of(results: dict, section: str, case: str, forwarder: str) -> list[dict]:
    return results["runs"].get(section, {}).get(case, {}).get(forwarder, [])


def median_of(results: dict, section: str, case: str, forwarder: str, metric: str = "per_s") -> float | None:
    values = [run[metric] for run in good_runs(runs_of(results, section, case, forwarder))]
    return statistics.median(values) if values else None


def ceiling_for(results: dict, key: str, forwarder: str) -> float | None:
    """Of the relays between ends like the forwarder's."""
    whole_frames = not results["forwarders"].get(forwarder, {}).get("offloads", True)
    return ceiling_of(results, key, FRAMES_RELAY) if whole_frames else ceiling_of(results, key)


def ceiling_of(results: dict, key: str, relay: str | None = None) -> float | None:
    """The median of a relay, or of the fastest of them."""
    medians = [statistics.median(run["per_s"] for run in good_runs(runs))
               for name, runs in results["ceilings"].get(key, {}).items()
               if good_runs(runs) and (relay == name or relay is None and name != FRAMES_RELAY)]
    return max(medians, default=None)


def cell(results: dict, section: str, case: dict, forwarder: str) -> Cell:
    runs = runs_of(results, section, case["key"], forwarder)
    good = good_runs(runs)
    if not good:
        return Cell(None, *((runs[0]["status"], runs[0]["why"]) if runs else ("not measured", "")))
    metric = results["sections"][section]["metric"]
    ceiling = ceiling_for(results, case["ceiling"], forwarder)
    per_s = statistics.median(run["per_s"] for run in good)
    paced = case["key"] == "half load"

    def median(which: str) -> float | None:
        values = [run[which] for run in good if run.get(which) is not None]
        return statistics.median(values) if values else None

    return Cell(Spread.of([run[metric] for run in good]), OK, loss=median("loss"), hit_ratio=median("hit_ratio"),
                cpu=median("cpu"), pending=good[0].get("counters", {}).get("n_pit"), own_us=median("own_us"),
                kernel_us=median("kernel_us"), resident_mb=median("resident_mb"), window=good[0]["window"],
                p50_us=statistics.median(run["rtt_ns"]["p50"] for run in good) / 1e3,
                p99_us=statistics.median(run["rtt_ns"]["p99"] for run in good) / 1e3,
                bound=ceiling is not None and not paced and ceiling < GENERATOR_BOUND * per_s,
                busy=all(run.get("busy_elsewhere") for run in good), failed=len(runs) - len(good))


def scaled(section: dict, value: float) -> float:
    """In the section's unit: thousands a second, or millions of bits."""
    return value / (1e6 if section["metric"] == "goodput" else 1e3)


def names_in(results: dict, section: str) -> list[str]:
    """Forwarders with anything in a section, those asked for first, then relays at their rates."""
    found = {name for case in results["runs"].get(section, {}).values() for name in case}
    asked = [name for name in results["forwarders"] if name in found]
    return asked + sorted(found - set(asked))


def title_of(results: dict, name: str) -> str:
    return results["forwarders"].get(name, {}).get("title", name)
