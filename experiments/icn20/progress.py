# SPDX-License-Identifier: Apache-2.0
"""A progress bar on standard error; on what is not a terminal, a line now and then."""
from __future__ import annotations

import sys
import time
from typing import TextIO

WIDTH = 30
LINE_SECONDS = 20


class Progress:
    """`total` steps; each is announced before it begins. Use as a context manager."""

    def __init__(self, total: int, out: TextIO | None = None) -> None:
        self._total = max(1, total)
        self._out = out or sys.stderr
        self._terminal = self._out.isatty()
        self._done = 0
        self._start = self._shown = time.monotonic()
        self._what = ""

    def begin(self, what: str) -> None:
        self._what = what
        now = time.monotonic()
        if self._terminal or now - self._shown >= LINE_SECONDS or self._done == 0:
            self._show(now)

    def note(self, text: str) -> None:
        """Why a step takes longer."""
        if self._terminal:
            self._show(time.monotonic(), f" ({text}, again)")

    def end(self) -> None:
        self._done += 1

    def line(self, text: str) -> None:
        """Something that stays, on standard output."""
        self._clear()
        print(text, flush=True)

    def _show(self, now: float, more: str = "") -> None:
        self._shown = now
        filled = WIDTH * self._done // self._total
        left = (now - self._start) / self._done * (self._total - self._done) if self._done else 0
        rest = f", {left / 60:.0f} min left" if left > 90 else f", {left:.0f} s left" if self._done else ""
        text = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {self._done}/{self._total}{rest}: {self._what}{more}"
        self._out.write(f"\r\033[K{text[:150]}" if self._terminal else f"{text}\n")
        self._out.flush()

    def _clear(self) -> None:
        if self._terminal:
            self._out.write("\r\033[K")
            self._out.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_exception) -> None:
        self._clear()
