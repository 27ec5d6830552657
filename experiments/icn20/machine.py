# SPDX-License-Identifier: Apache-2.0
"""The machine under the experiments: which CPU is whose, what the forwarder takes of it, and who else was busy."""
from __future__ import annotations

import contextlib
import os
import resource
import threading
import time
from dataclasses import dataclass
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
NICE = -15  # of the forwarder and the load
# Of one CPU, that others took while something was measured: above it the run is repeated.
BUSY_ELSEWHERE = 0.10


@dataclass(frozen=True)
class Cpus:
    """The forwarder has its own, the load the last one."""
    forwarder: tuple[int, ...]
    load: int

    @staticmethod
    def of(threads: int = 1) -> Cpus:
        there = sorted(os.sched_getaffinity(0))
        return Cpus(tuple(there[:max(1, min(threads, len(there) - 1))]), there[-1])


def most_threads() -> int:
    """How many a forwarder can have with a CPU left for the load."""
    return max(1, len(os.sched_getaffinity(0)) - 1)


def prefer(pids: list[int]) -> None:
    """Lets processes, which lead sessions of their own, go before what else runs on the machine, as far as the system permits.
    Sessions share a CPU evenly whatever the nice values in them (sched_autogroup), so it is the session that is raised."""
    for pid in pids:
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{pid}/task"):
                os.setpriority(os.PRIO_PROCESS, int(thread), NICE)
        with contextlib.suppress(OSError):
            Path(f"/proc/{pid}/autogroup").write_text(str(NICE))


def _cpu_seconds_of(pid: int) -> tuple[float, float]:
    """In its own code, and in the kernel for it."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0, 0.0
    return int(fields[11]) / TICK, int(fields[12]) / TICK


def _resident_bytes_of(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def _machine_seconds() -> float:
    """What all CPUs spent in programs, and what the host took from a virtual machine; not in interrupts, which are
    mostly the packets'."""
    user, nice, system, _idle, _wait, _irq, _soft, steal = map(int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9])
    return (user + nice + system + steal) / TICK


class Watch:
    """Samples a forwarder while it is measured, and tells afterwards how busy everybody else was. `pids` are the
    forwarder's; what this process' children take (the load) is ours too. Use as a context manager around the
    measurement."""
    interval = 0.05

    def __init__(self, pids: list[int]) -> None:
        self._pids = pids
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)
        self.samples = 0
        self.resident_bytes = 0  # the most seen
        self.cpu_share = 0.0     # of one CPU, while the sampling went on
        self.own_seconds = self.kernel_seconds = 0.0  # of CPU, in its own code and in the kernel
        self.elsewhere = 0.0     # of one CPU, by others

    def _sample(self) -> None:
        while not self._over.wait(self.interval):
            self.samples += 1
            self.resident_bytes = max(self.resident_bytes, sum(map(_resident_bytes_of, self._pids)))

    def _own_seconds(self) -> float:
        mine = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(one.ru_utime + one.ru_stime for one in mine) + sum(self._forwarder_seconds())

    def _forwarder_seconds(self) -> tuple[float, float]:
        own, kernel = zip(*map(_cpu_seconds_of, self._pids)) if self._pids else ((0.0,), (0.0,))
        return sum(own), sum(kernel)

    def __enter__(self) -> Watch:
        self.resident_bytes = sum(map(_resident_bytes_of, self._pids))
        self._start = time.monotonic(), self._forwarder_seconds(), self._own_seconds(), _machine_seconds()
        self._thread.start()
        return self

    def __exit__(self, *_exception) -> None:
        self._over.set()
        self._thread.join()
        since, forwarder, own, machine = self._start
        passed = max(time.monotonic() - since, 1e-3)
        own_now, kernel_now = self._forwarder_seconds()
        self.own_seconds, self.kernel_seconds = own_now - forwarder[0], kernel_now - forwarder[1]
        self.cpu_share = (self.own_seconds + self.kernel_seconds) / passed
        others = (_machine_seconds() - machine) - (self._own_seconds() - own)
        self.elsewhere = max(0.0, others / passed)
