# SPDX-License-Identifier: Apache-2.0
"""All sections, for all forwarders, in turns."""
from __future__ import annotations

import contextlib
import os
import signal
import statistics
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from experiments.common.experiment import Scale

from .case import Case, Section
from .drivers import DRIVERS, RELAYS, relays_for
from .drivers.driver import Driver
from .dumbbell import remove_orphans
from .machine import Cpus
from .measure import OK, Effort, measure
from .progress import Progress
from .sections import sections
from .workload import Workload

EFFORTS = {Scale.QUICK: Effort(0.3, 1, 0, 0.1), Scale.DEFAULT: Effort(1.0, 3, 1, 0.3), Scale.FULL: Effort(3.0, 5, 2, 0.5)}
DOMAINS = {Scale.QUICK: 5_000, Scale.DEFAULT: 100_000, Scale.FULL: 1_000_000}
RELAY = RELAYS[0].name


class Suite:
    def __init__(self, scale: Scale, forwarders: Sequence[str], only: Sequence[str] = (), domains: Path | None = None,
                 drivers: dict[str, type[Driver]] | None = None, effort: Effort | None = None) -> None:
        """`only`: keys of sections; none: all. `drivers` beside the known ones."""
        self.scale = scale
        self.effort = effort or EFFORTS[scale]
        self.sections = [section for section in sections(scale) if not only or section.key in only]
        known = {**DRIVERS, **(drivers or {})}
        self.drivers = [known[name] for name in forwarders]
        self.workload = Workload.make(domains, DOMAINS[scale])
        self._runs: dict[str, dict[str, dict[str, list[dict]]]] = {}
        self._ceilings: dict[str, dict[str, list[dict]]] = {}

    def run(self) -> dict:
        """Everything that was measured; JSON values only."""
        removed = remove_orphans()
        if removed:
            print(f"  removed {len(removed)} namespaces that an earlier run had left", flush=True)
        interrupted = False
        with tempfile.TemporaryDirectory(prefix="icn20-names-") as name, Progress(self._steps()) as progress:
            self._files, self._progress = Path(name), progress
            try:
                with _terminable():
                    self._measure_all()
            except KeyboardInterrupt:
                interrupted = True
                progress.line("  interrupted: what was measured so far is kept")
        return self._results() | {"interrupted": interrupted}

    def _measure_all(self) -> None:
        self._measure_ceilings()
        for section in self.sections:
            self._measure_section(section)

    def _steps(self) -> int:
        ceilings = len({case.ceiling_key for section in self.sections for case in section.cases}) * len(relays_for(self.drivers))
        cases = sum(1 if case.only_once else self.effort.repetitions for section in self.sections for case in section.cases)
        return ceilings * self.effort.repetitions + cases * len(self.drivers)

    def _measure_ceilings(self) -> None:
        """The relay first: what can be measured at all."""
        cases = {case.ceiling_key: case.as_relay_case() for section in self.sections for case in section.cases}
        for _ in range(self.effort.repetitions):
            for key, case in cases.items():
                for relay in relays_for(self.drivers):
                    self._add(self._ceilings.setdefault(key, {}), relay, case)
        for key, found in self._ceilings.items():
            self._progress.line(f"  ceiling {key}: " + ", ".join(
                f"{name} {in_words(runs)}" for name, runs in found.items()))

    def _measure_section(self, section: Section) -> None:
        runs = self._runs[section.key] = {case.key: {} for case in section.cases}
        for turn in range(self.effort.repetitions):
            for case in section.cases:
                if case.only_once and turn > 0:
                    continue
                for driver in self.drivers:
                    self._add(runs[case.key], driver, case)
                    if case.half_load:
                        self._add_relay_at_the_rate_of(runs[case.key], driver, case)
        for case in section.cases:
            for name, found in runs[case.key].items():
                self._progress.line(f"  {section.key:16} {case.label[:34]:34} {name:22} {in_words(found)}")

    def _add(self, runs: dict[str, list[dict]], driver: type[Driver], case: Case, name: str = "") -> None:
        runs.setdefault(name or driver.name, [])
        self._progress.begin(f"{driver.name}, {case.label}")
        why = driver.missing()
        seconds = self.effort.seconds * (self.effort.repetitions if case.only_once else 1)
        case = self._with_effort(case, seconds, self._rate(driver, case) if case.half_load else 0)
        if why is not None:
            result = {"status": "missing", "why": why}
        elif case.half_load and case.load.rate == 0:
            result = {"status": "not possible", "why": "table 1 has no rate to take half of"}
        else:
            result = measure(driver, case, self.workload, self._files, self.effort, self._progress.note)
        runs[name or driver.name].append(result)
        self._progress.end()

    def _with_effort(self, case: Case, seconds: float, rate: float) -> Case:
        return replace(case, load=replace(case.load, seconds=seconds, rate=rate,
                                          warm_up=case.load.warm_up + self.effort.warm_up))

    def _rate(self, driver: type[Driver], case: Case) -> float:
        """Half of what a forwarder reached in exchange."""
        found = rates(self._runs.get("table1", {}).get("5000", {}).get(driver.name, []))
        return statistics.median(found) / 2 if found else 0.0

    def _add_relay_at_the_rate_of(self, runs: dict[str, list[dict]], driver: type[Driver], case: Case) -> None:
        rate = self._rate(driver, case)
        key = f"{RELAY} at the rate of {driver.name}"
        if rate > 0:
            paced = self._with_effort(case, self.effort.seconds, rate)
            runs.setdefault(key, []).append(measure(RELAYS[0], paced, self.workload, self._files, self.effort))

    def _results(self) -> dict:
        cpus = Cpus.of()
        described = {section.key: {"paper": section.paper, "title": section.title, "metric": section.metric,
                                   "unit": section.unit, "x_label": section.x_label, "note": section.note,
                                   "cases": [{"key": case.key, "label": case.label, "x": case.x, "ceiling": case.ceiling_key,
                                              "settings": asdict(case.settings), "load": asdict(case.load)}
                                             for case in section.cases]}
                     for section in self.sections}
        return {"options": {"scale": self.scale.value, **asdict(self.effort), "forwarder_cpus": list(cpus.forwarder),
                            "load_cpu": cpus.load, "machine_cpus": os.cpu_count()},
                "workload": self.workload.describe(),
                "forwarders": {driver.name: {"title": driver.title, "missing": driver.missing(),
                                             "splits_load": driver.splits_load, "offloads": driver.offloads}
                               for driver in self.drivers},
                "sections": described, "ceilings": self._ceilings, "runs": self._runs}


@contextlib.contextmanager
def _terminable() -> Iterator[None]:
    """SIGTERM ends the suite as an interrupt does: with everything put away."""
    def interrupt(*_signal) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def rates(runs: Sequence[dict], metric: str = "per_s") -> list[float]:
    return [run[metric] for run in runs if run["status"] == OK]


def last_line(text: str) -> str:
    """What a program said last is mostly why it ended."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def in_words(runs: Sequence[dict]) -> str:
    good = [run for run in runs if run["status"] == OK]
    if not good:
        return f"{runs[0]['status']}: {last_line(runs[0]['why'])[:120]}" if runs else "not measured"
    values = sorted(run["per_s"] / 1e3 for run in good)
    busy = " (machine busy elsewhere)" if all(run.get("busy_elsewhere") for run in good) else ""
    failed = f", {len(runs) - len(good)} of {len(runs)} failed" if len(good) < len(runs) else ""
    return (f"{statistics.median(values):8.1f} thousand/s ({values[0]:.1f} to {values[-1]:.1f}), "
            f"lost {statistics.median(run['loss'] for run in good):.2%}{failed}{busy}")
