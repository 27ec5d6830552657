# SPDX-License-Identifier: Apache-2.0
"""What is measured: a case is one bar or point for each forwarder, a section one table or figure."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from .drivers.driver import Route
from .settings import Load, Settings
from .workload import Workload

# How names are chosen: options of `augustus traffic`, for which files may be written to the folder.
Names = Callable[[Workload, Path], tuple[str, ...]]
Routes = Callable[[Workload, Sequence[int | str]], Iterable[Route]]


def distinct_names(workload: Workload, folder: Path) -> tuple[str, ...]:
    return workload.distinct(folder)


def forty_prefixes(workload: Workload, ways: Sequence[int | str]) -> Iterable[Route]:
    """The paper's default route: the first components of all names."""
    return (Route(prefix, tuple(ways)) for prefix in workload.single_components())


class Ceiling(Enum):
    """Which of the relay's measurements bounds a case."""
    EXCHANGE = "exchange"
    ONE_WAY = "one way"


@dataclass(frozen=True)
class Fill:
    """Before the measurement, a consumer asks for so many names once, in order."""
    count: int
    names: Names
    freeze: bool = False     # afterwards the Content Store admits nothing
    lifetime_ms: int = 4000


@dataclass(frozen=True)
class Case:
    key: str
    label: str
    settings: Settings = Settings()
    load: Load = Load()
    names: Names = distinct_names
    names_by_consumer: Sequence[Names] = ()  # where they ask for different ones
    routes: Routes = forty_prefixes
    x: float | None = None        # its place on a figure's axis
    consumers: int = 1
    producers: int = 1
    fill: Fill | None = None
    half_load: bool = False       # at half the rate of the exchange (table 1, 5 s) instead of as fast as possible
    only_once: bool = False       # setting it up takes long: one repetition, of as many seconds as all together

    @property
    def ceiling(self) -> Ceiling:
        hit = self.fill is not None and not self.fill.freeze and self.settings.cs_serve and not self.load.one_way
        return Ceiling.ONE_WAY if self.load.one_way or (hit and self.key.startswith("hit")) else Ceiling.EXCHANGE

    @property
    def ceiling_key(self) -> str:
        return f"{self.ceiling.value}, {self.consumers}x{self.producers}, {self.load.payload} B"

    def as_relay_case(self) -> Case:
        """The same packets with nothing asked of who passes them on."""
        one_way = self.ceiling is Ceiling.ONE_WAY
        return Case(self.ceiling_key, self.ceiling_key, load=replace(Load(), one_way=one_way, payload=self.load.payload),
                    consumers=self.consumers, producers=self.producers)


@dataclass(frozen=True)
class Section:
    key: str
    paper: str                # "Figure 1"
    title: str
    cases: Sequence[Case]
    metric: str = "per_s"     # or "goodput", in bit/s
    unit: str = "thousand Interests a second"
    x_label: str = ""         # with it the figure is a line over `x`, on a logarithmic axis
    note: str = ""
