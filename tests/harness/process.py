# SPDX-License-Identifier: Apache-2.0
"""Programs under test as subprocesses: output kept in a file, every wait bounded."""
from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path


# How long a test waits for what must come. It says nothing about how quick anything is: only what stands still takes so
# long, however busy the machine is. What must not come is waited for as long as each test says.
PATIENCE_S = 60


class ProcessFailed(AssertionError):
    """A program ended or stalled where it should not have; the text has the end of its output."""


def wait_until(condition: Callable[[], bool], seconds: float, what: str, interval: float = 0.02) -> None:
    """Polls `condition` until it holds; raises TimeoutError naming `what` when `seconds` have passed."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not within {seconds} s")
        time.sleep(interval)


class Process:
    """One program with its output (stdout and stderr together) in `log_file`. Use as a context manager."""

    def __init__(self, command: Sequence[str | Path], log_file: Path, *, environment: dict[str, str] | None = None,
                 folder: Path | None = None, namespace: str | None = None) -> None:
        self.command = [str(word) for word in command]
        if namespace:
            self.command = ["ip", "netns", "exec", namespace, *self.command]
        self.log_file = log_file
        self.environment = {**os.environ, **(environment or {})}
        self.folder = folder
        self._popen: subprocess.Popen | None = None

    def start(self) -> Process:
        with self.log_file.open("ab") as log:
            self._popen = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                           env=self.environment, cwd=self.folder, start_new_session=True)
        return self

    def __enter__(self) -> Process:
        return self.start()

    def __exit__(self, *_exception) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def exit_status(self) -> int | None:
        """None while it runs; negative: the signal that ended it."""
        return self._popen.poll()

    @property
    def running(self) -> bool:
        return self._popen is not None and self.exit_status is None

    def output(self) -> str:
        return self.log_file.read_text(errors="replace") if self.log_file.exists() else ""

    def tail(self, lines: int = 40) -> str:
        return "\n".join(self.output().splitlines()[-lines:])

    def wait(self, seconds: float = PATIENCE_S, expected: int | None = 0) -> int:
        """Waits for the end; raises ProcessFailed on a time-out or a status other than `expected` (None: any)."""
        try:
            status = self._popen.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise ProcessFailed(f"{self.command[:3]} ran past {seconds} s:\n{self.tail()}") from None
        if expected is not None and status != expected:
            raise ProcessFailed(f"{self.command[:3]} ended with {status}, expected {expected}:\n{self.tail()}")
        return status

    def wait_for_output(self, text: str, seconds: float = PATIENCE_S) -> None:
        def there() -> bool:
            if text in self.output():
                return True
            if not self.running:
                raise ProcessFailed(f"{self.command[:3]} ended with {self.exit_status} before '{text}':\n{self.tail()}")
            return False

        try:
            wait_until(there, seconds, f"'{text}' in the output of {self.command[:3]}")
        except TimeoutError as error:
            raise ProcessFailed(f"{error}:\n{self.tail()}") from None

    def stop(self, seconds: float = 5) -> int | None:
        """SIGTERM, and SIGKILL when that is not enough within `seconds`; the exit status."""
        if self._popen is None:
            return None
        if self.running:
            self._popen.send_signal(signal.SIGTERM)
            try:
                self._popen.wait(seconds)
            except subprocess.TimeoutExpired:
                self.kill()
        return self._popen.returncode

    def kill(self) -> None:
        if self.running:
            os.killpg(self._popen.pid, signal.SIGKILL)
            self._popen.wait(5)


def run(command: Sequence[str | Path], log_file: Path, *, seconds: float = 2 * PATIENCE_S,
        expected: int | None = 0, **options) -> str:
    """Runs a program to its end and returns what it printed."""
    with Process(command, log_file, **options) as process:
        process.wait(seconds, expected)
    return process.output()
