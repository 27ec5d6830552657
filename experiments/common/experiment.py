# SPDX-License-Identifier: Apache-2.0
"""What an experiment is: something to run at a scale, claims about its results, and a figure."""
from __future__ import annotations

import statistics
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class Scale(Enum):
    """How large a run is. The default fits the time that a paper may take on two cores; full is the paper's size."""
    QUICK = "quick"
    DEFAULT = "default"
    FULL = "full"


@dataclass(frozen=True)
class Verdict:
    holds: bool | None  # None: this machine cannot show it
    measured: str  # the numbers it was judged by


@dataclass(frozen=True)
class Claim:
    """A sentence that the results bear out or not; `judge` takes the results that `Experiment.run` returned."""
    text: str
    judge: Callable[[dict], Verdict]


@dataclass(frozen=True)
class Experiment:
    name: str
    title: str
    # Results: JSON values only; "options" says the sizes of the run. With options of its own it takes them, too.
    run: Callable[..., dict]
    claims: Sequence[Claim]
    draw: Callable[[dict, Path], None]     # writes the figure
    builds: Sequence[str] = ()             # ninja targets of build/release that it needs
    add_options: Callable[[ArgumentParser], None] | None = None  # to the command line
    # Writes a page to read, of the whole document and the verdicts.
    write_page: Callable[[dict, Sequence[tuple[Claim, Verdict]], Path], None] | None = None


@dataclass(frozen=True)
class Spread:
    """Median and extent of repeated measurements."""
    median: float
    low: float
    high: float

    @staticmethod
    def of(values: Sequence[float]) -> Spread:
        return Spread(statistics.median(values), min(values), max(values))
