# SPDX-License-Identifier: Apache-2.0
"""`augustus traffic` as a program of a test: its ends, and what they report."""
from __future__ import annotations

import itertools
import json
from pathlib import Path

from .process import PATIENCE_S, Process, run
from .router import AUGUSTUS

_numbers = itertools.count()


def report_of(printed: str) -> dict:
    """The report in what a program with --json printed, after whatever it said before."""
    return json.loads(printed[printed.index("{\n"):])


def traffic(kind: str, *words: str, folder: Path, seconds: float = 2 * PATIENCE_S, expected: int | None = 0,
            **options) -> dict:
    """Runs `augustus traffic KIND` to its end; its report."""
    log = folder / f"traffic{next(_numbers)}.log"
    return report_of(run([AUGUSTUS, "traffic", kind, "--json", *words], log, seconds=seconds, expected=expected, **options))


class Producer(Process):
    """`augustus traffic producer`, ready when the context is entered."""

    def __init__(self, *words: str, folder: Path, **options) -> None:
        super().__init__([AUGUSTUS, "traffic", "producer", "--json", *words], folder / f"producer{next(_numbers)}.log", **options)

    def __enter__(self) -> Producer:
        self.start()
        try:
            self.wait_for_output("ready")
        except BaseException:
            self.kill()
            raise
        return self

    def report(self) -> dict:
        """Ends it with SIGTERM; its report."""
        assert self.stop(PATIENCE_S) == 0, self.tail()
        return report_of(self.output())
