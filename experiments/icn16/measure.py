# SPDX-License-Identifier: Apache-2.0
"""One measurement each. The router is on the first CPU, the generator on the last."""
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from harness.memif import MemifCables
from harness.process import run
from harness.router import AUGUSTUS, AugustusRouter, RouterOptions
from harness.traffic import Producer, traffic

ROUTER_CPU, LOAD_CPU = 0, max(0, os.cpu_count() - 1)
HEADER = "compact"
CS_ENTRIES = 8154
# Of 2 components before the chunk id: 57 bytes of prefix.
FIB_NAMES = ["--name-bytes", "61", "--components", "3"]
PREFIXES_PER_BUCKET = 130e6 / 2**26
L2_BYTES, L3_BYTES = 2 << 20, 20 << 20  # of the paper's servers


@dataclass(frozen=True)
class Cpu:
    number: int
    core: int
    socket: int


def cpus() -> list[Cpu]:
    listed = subprocess.run(["lscpu", "-p=CPU,CORE,SOCKET"], capture_output=True, text=True, check=True).stdout
    return [Cpu(*map(int, line.split(","))) for line in listed.splitlines() if not line.startswith("#")]


def placements(machine: list[Cpu], threads: int) -> dict[str, list[int]]:
    """CPUs of so many threads in the paper's three ways, as far as the machine has them."""
    def in_order(key) -> list[int]:
        return [cpu.number for cpu in sorted(machine, key=key)][:threads]

    nth: dict[tuple, int] = {}  # hyper-thread of its core; core of its socket
    threads_of_core: dict[int, int] = {}
    for cpu in sorted(machine, key=lambda one: one.number):
        nth[cpu.number, "thread"] = threads_of_core.get(cpu.core, 0)
        threads_of_core[cpu.core] = nth[cpu.number, "thread"] + 1
    for socket in {cpu.socket for cpu in machine}:
        for place, core in enumerate(sorted({cpu.core for cpu in machine if cpu.socket == socket})):
            nth[core, "core"] = place
    found = {}
    if threads <= len(machine):
        found["single-socket"] = in_order(lambda cpu: (nth[cpu.number, "thread"], cpu.socket, cpu.core))
        if max(threads_of_core.values()) > 1:
            found["hyper-threading"] = in_order(lambda cpu: (cpu.socket, cpu.core, cpu.number))
        if len({cpu.socket for cpu in machine}) > 1:
            found["dual-socket"] = in_order(lambda cpu: (nth[cpu.number, "thread"], nth[cpu.core, "core"], cpu.socket))
    return found


def bench(what: str, *options: str, seconds: float = 3600) -> dict:
    with tempfile.TemporaryDirectory(prefix="icn16-") as name:
        printed = run([AUGUSTUS, "bench", what, "--json", *options], Path(name) / "bench.log", seconds=seconds)
    return json.loads(printed[printed.index("{\n"):])


def exchange(cpus_of_workers: list[int], prefixes: int, seconds: float, *options: str) -> float:
    """Exchanges a second, in memory."""
    report = bench("exchange", "--header", HEADER, "--workers", str(len(cpus_of_workers)), "--cpu",
                   ",".join(map(str, cpus_of_workers)), "--fib-prefixes", str(prefixes), "--cs-entries", str(CS_ENTRIES),
                   "--seconds", str(seconds), "--runs", "1", *options)
    return report["exchanges_per_s"]


def by_fib_size(buckets_log2: int, seconds: float, pit_records: int) -> float:
    prefixes = int(PREFIXES_PER_BUCKET * 2**buckets_log2)
    return exchange([ROUTER_CPU], prefixes, seconds, *FIB_NAMES, "--pit-capacity", str(pit_records))


def fib_overflow(buckets_log2: int) -> float:
    """The share of buckets that exceed their line."""
    return bench("fib", "--buckets-log2", str(buckets_log2), "--seconds", "0.1", "--runs", "1")["overflow_share"]


def port_to_port(data_bytes: int, window: int, seconds: float) -> dict:
    """Figure 4: Interests in by one port, out by the other, Data back. `data_bytes`: Ethernet payload of a Data."""
    words = ["--header", HEADER, "--register", "none", "--cpu", str(LOAD_CPU)]
    with tempfile.TemporaryDirectory(prefix="icn16-") as name, MemifCables() as cables:
        folder = Path(name)
        options = RouterOptions(cs_capacity=CS_ENTRIES, extra={
            "dpdk.ports": cables.router_ports(header=HEADER, names="compact"),
            "workers": {"count": 1, "cpus": [ROUTER_CPU]}})
        with AugustusRouter(folder, options) as router:
            cables.join(router, 1, "/traffic", compact=True)
            report = traffic("both", *cables.traffic_end(0, compact=True), *cables.traffic_end(1, "producer-", True), *words,
                             "--data-bytes", str(data_bytes), "--window", str(window), "--warm-up", "1.5", "--seconds",
                             str(seconds), folder=folder, seconds=seconds + 60)
    return summary(report)


def loop(data_bytes: int, window: int, seconds: float) -> dict:
    """The generator with a cable between its ends: what it can do at most."""
    with tempfile.TemporaryDirectory(prefix="icn16-") as name, MemifCables(count=1) as cables:
        report = traffic("loop", *cables.traffic_loop(), "--header", HEADER, "--cpu", str(LOAD_CPU), "--data-bytes",
                         str(data_bytes), "--window", str(window), "--warm-up", "0.5", "--seconds", str(seconds),
                         folder=Path(name), seconds=seconds + 60)
    return summary(report)


def summary(report: dict) -> dict:
    counts = report["consumer"]["counts"]
    wrong = sum(counts[what] for what in ("altered", "malformed", "duplicated", "unexpected"))
    return {"per_s": report["consumer"]["exchanges_per_s"], "lost": counts["lost"], "wrong": wrong,
            "busy": report["generator"]["busy_share"]}


def counted_misses(buckets_log2: int, seconds: float) -> float | None:
    """Last-level misses an exchange by the hardware's counters; None: the machine has none for us."""
    if shutil.which("perf") is None:
        return None
    probe = subprocess.run(["perf", "stat", "-x,", "-e", "LLC-load-misses", "true"], capture_output=True, text=True)
    if probe.returncode or "not supported" in probe.stderr or "not counted" in probe.stderr:
        return None
    with tempfile.TemporaryDirectory(prefix="icn16-") as name:
        counted = Path(name) / "perf.txt"
        printed = run(["perf", "stat", "-x,", "-e", "LLC-load-misses", "-o", counted, AUGUSTUS, "bench", "exchange", "--json",
                       "--header", HEADER, *FIB_NAMES, "--fib-prefixes", str(int(PREFIXES_PER_BUCKET * 2**buckets_log2)),
                       "--cs-entries", str(CS_ENTRIES), "--seconds", str(seconds), "--runs", "1"], Path(name) / "bench.log", seconds=3600)
        misses = float(re.search(r"^([\d.]+),", counted.read_text(), re.M)[1])
    return misses / json.loads(printed[printed.index("{\n"):])["completed"]


def has_valgrind() -> bool:
    return shutil.which("valgrind") is not None


def simulated_misses(buckets_log2: int, cache_bytes: int, lookups: int) -> float:
    """Misses a FIB lookup in a last level of that size, by cachegrind: of twice as many lookups less those of half of them,
    so that filling the table cancels out."""
    counts = [_cachegrind(buckets_log2, cache_bytes, times * lookups) for times in (1, 2)]
    return (counts[1] - counts[0]) / lookups


def _cachegrind(buckets_log2: int, cache_bytes: int, lookups: int) -> int:
    ways = 20 if cache_bytes == L3_BYTES else 16
    with tempfile.TemporaryDirectory(prefix="icn16-") as name:
        printed = run(["valgrind", "--tool=cachegrind", "--cache-sim=yes", f"--LL={cache_bytes},{ways},64",
                       "--cachegrind-out-file=/dev/null", AUGUSTUS, "bench", "fib", "--buckets-log2", str(buckets_log2),
                       "--lookups", str(lookups), "--runs", "1"], Path(name) / "bench.log", seconds=3600)
    return int(re.search(r"LLd misses:\s+([\d,]+)", printed)[1].replace(",", ""))
