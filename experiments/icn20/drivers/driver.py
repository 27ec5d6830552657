# SPDX-License-Identifier: Apache-2.0
"""What the suite needs of a forwarder. A driver is one small file beside this one with a class like it; docs/wire-suite.md
says how to write one."""
from __future__ import annotations

import abc
import os
import re
import signal
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from harness.process import Process, ProcessFailed, wait_until
from harness.router import AUGUSTUS

from ..dumbbell import PORT, PRODUCER_PORT, Dumbbell
from ..machine import Cpus
from ..settings import Settings

START_SECONDS = 30


class NotPossible(Exception):
    """A forwarder cannot be set up as an experiment asks; the text says what it lacks."""


class TooSlow(Exception):
    """A forwarder would take too long to be set up as an experiment asks; the text says how far it got."""


@dataclass(frozen=True)
class Route:
    """`ways`: the Faces to producers, as `connect` returned them."""
    prefix: str
    ways: tuple[int | str, ...] = (0,)


class Driver(abc.ABC):
    """One forwarder in the middle of a dumbbell. Use as a context manager: it runs when the context is entered. Whatever
    goes wrong raises an exception whose text a reader understands."""
    name: str                   # as --forwarders has it
    title: str                  # in tables and figures
    kernel_has_device = True    # False: it takes the device's interfaces from the kernel
    offloads = True             # False: it needs whole frames, which the ends cut by themselves
    splits_load = True          # it has a strategy that spreads Interests over next hops without keeping state
    is_forwarder = True         # False: a yardstick

    def __init__(self, folder: Path, dumbbell: Dumbbell, settings: Settings, cpus: Cpus) -> None:
        self.folder = folder
        self.dumbbell = dumbbell
        self.settings = settings
        self.cpus = cpus

    @classmethod
    def missing(cls) -> str | None:
        """Why this machine cannot run it; None: it can."""
        return None

    @abc.abstractmethod
    def start(self) -> None:
        """Starts it pinned to `cpus.forwarder`, configured by `settings`, and waits until it serves."""

    @abc.abstractmethod
    def stop(self) -> None:
        """Ends it, whatever state it is in."""

    @property
    @abc.abstractmethod
    def process(self) -> Process | None: ...

    @abc.abstractmethod
    def connect(self, host: str, port: int, interface: str) -> int | str:
        """Makes a Face by UDP to a producer, from the device's port 6363; its identifier."""

    @abc.abstractmethod
    def add_routes(self, routes: Iterable[Route]) -> None:
        """Adds routes to Faces that `connect` returned, however many they are."""

    def configure_cs(self, admit: bool, serve: bool) -> None:
        """Changes that while it runs."""
        raise NotPossible(f"{self.title} cannot change its Content Store while it runs")

    def counters(self) -> dict[str, int]:
        """What it has counted, by its own names."""
        return {}

    def check_consistency(self) -> None:
        """Raises ProcessFailed when it has ended by itself."""
        if self.process is not None and not self.process.running:
            raise ProcessFailed(f"{self.title} ended with {self.process.exit_status}:\n{self.process.tail(15)}")

    def pids(self) -> list[int]:
        """Its processes, for the sampling of CPU and memory."""
        return [self.process.pid] if self.process is not None and self.process.running else []

    def address(self, consumer: int) -> str:
        """Where a consumer's Interests go: a Face URI."""
        return f"udp4://{self.dumbbell.device_for_consumer(consumer)}:{PORT}"

    def join(self) -> list[int | str]:
        """A Face to each producer."""
        return [self.connect(self.dumbbell.producer(i), PRODUCER_PORT, f"p{i}")
                for i in range(len(self.dumbbell.producers))]

    def __enter__(self) -> Driver:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_exception) -> None:
        self.stop()


def pinned(cpus: tuple[int, ...], command: list) -> list:
    return ["taskset", "-c", ",".join(map(str, cpus)), *command]


def add_routes_over_management(unix_path: Path, routes: Iterable[Route], folder: Path, seconds: float) -> None:
    """By rib/register commands to a forwarder that speaks the NFD management protocol, with many under way at once. Raises
    subprocess.TimeoutExpired."""
    file = folder / "routes.txt"
    with file.open("w") as text:
        for route in routes:
            for way in route.ways:
                text.write(f"{route.prefix} {way}\n")
    done = subprocess.run([AUGUSTUS, "route", "add", "--file", file, "--json"], capture_output=True, text=True,
                          env={**os.environ, "NDN_CLIENT_TRANSPORT": f"unix://{unix_path}"}, timeout=seconds)
    if done.returncode:
        raise ProcessFailed(f"adding routes: {done.stderr.strip()[-400:]}")


def wait_for(driver: Driver, ready, what: str, seconds: float = START_SECONDS) -> None:
    """Until `ready()`; raises ProcessFailed when the forwarder ends before, or does not get there."""
    def there() -> bool:
        driver.check_consistency()
        return ready()

    try:
        wait_until(there, seconds, what, interval=0.05)
    except TimeoutError as error:
        raise ProcessFailed(f"{driver.title} did not start: {error}\n{driver.process.tail(15)}") from None


def end_group(process: Process | None) -> None:
    """SIGTERM, then SIGKILL to all that it started."""
    if process is None or not process.command:
        return
    process.stop(5)
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError, AttributeError):
        pass


def version_of(command: list[str], pattern: str = r"\d[\w.\-]*") -> str:
    """The first thing that looks like a version in what a command prints; "" when there is none."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = re.search(pattern, done.stdout + done.stderr)
    return found[0] if found else ""
