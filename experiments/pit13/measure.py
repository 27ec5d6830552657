# SPDX-License-Identifier: Apache-2.0
"""What is run: `augustus bench pit`, `bench pit-placement`, and a router that Interests pass without answers."""
from __future__ import annotations

import json
import os
import socket
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from harness.process import Process, run
from harness.router import ROOT, AugustusRouter, RouterOptions, free_port

AUGUSTUS = ROOT / "build/release/augustus"
STRUCTURES = ("lht", "dht", "dhtp", "cbf", "enpt", "name-table")
# The router's entries, PIT records and timers, found by what the study proposes.
WHOLE_PROTOCOL = ("name-table-lht", "name-table-dht", "name-table-dhtp")
ROUTER_STRUCTURES = ("name-table", "lht", "dht", "dhtp")  # of `[tables] pit_structure`
SIZES = (62_000, 252_000, 8_000_000, 30_000_000)  # of table I
NAME_BYTES = (20, 50)
CPU = 0


@dataclass(frozen=True)
class Sizes:
    """How large a run is."""
    speeds: tuple[tuple[int, float, int], ...]  # entries, load, burst
    sweep: tuple[int, tuple[float, ...]]        # entries, loads: for figure 1(a), (b)
    seconds: float                              # of each run of a structure
    runs: int
    operations: int                             # timed one by one
    cards: tuple[int, ...]
    lifetimes_ms: tuple[int, ...]               # on the live router
    pending: tuple[int, ...]                    # Interests outstanding in whole exchanges


def bench(*words: str | int | float | Path, seconds: float = 3600) -> dict:
    with tempfile.TemporaryDirectory(prefix="pit13-") as folder:
        return json.loads(run([AUGUSTUS, "bench", *map(str, words)], Path(folder) / "bench.log", seconds=seconds))


def memory() -> list[dict]:
    """Table I: what tables of its sizes take, made but not filled."""
    rows = []
    for entries in SIZES:
        for name_bytes in NAME_BYTES:
            made = bench("pit", "--memory", "--json", "--entries", entries, "--name-bytes", name_bytes)
            rows.append({"entries": entries, "name_bytes": name_bytes,
                         "bytes": {row["structure"]: row["memory_bytes"] for row in made["structures"]}})
    return rows


def speed(sizes: Sizes, entries: int, load: float, burst: int, *more: str | int,
          structures: tuple[str, ...] = STRUCTURES) -> dict:
    made = bench("pit", "--json", "--structure", ",".join(structures), "--entries", entries, "--load", load, "--burst", burst,
                 "--seconds", sizes.seconds, "--runs", sizes.runs, "--cpu", CPU, *more)
    return {"entries": entries, "load": load, "burst": burst, "needed_per_s": made["packets_per_s_at_10_gbps"],
            "structures": {row["structure"]: row for row in made["structures"]}}


def exchange(sizes: Sizes, pending: int) -> dict:
    """Whole exchanges through the router, parse to send, with each structure."""
    capacity = max(65_536, pending + pending // 8)
    rows = {name: bench("exchange", "--json", "--pit-structure", name, "--outstanding", pending, "--pit-capacity", capacity,
                        "--seconds", sizes.seconds, "--runs", sizes.runs, "--cpu", CPU) for name in ROUTER_STRUCTURES}
    return {"pending": pending, "structures": {name: {key: row[key] for key in ("exchanges_per_s", "min", "max", "lost")}
                                               for name, row in rows.items()}}


def components(sizes: Sizes) -> dict[str, dict]:
    """The trie's accesses by components of a name."""
    return {str(count): bench("pit", "--json", "--structure", "enpt", "--entries", 20_000, "--components", count,
                              "--name-bytes", 60, "--packets", 10_000, "--runs", 1)["structures"][0]["accesses"]
            for count in (2, 4, 8, 15)}


def live_router(lifetime_ms: int) -> dict:
    """Interests that nobody answers, over UDP: how many are pending, and at what rate they come."""
    lifetime = lifetime_ms / 1000
    window = max(1.0, 2 * lifetime)
    with tempfile.TemporaryDirectory(prefix="pit13-") as name:
        folder = Path(name)
        producer_port = free_port(socket.SOCK_DGRAM)
        options = RouterOptions(cs_capacity=0, cpu=0, extra={"tables": {"pit_records": 1 << 21, "names": 1 << 21}})
        with AugustusRouter(folder, options) as router:
            router.add_route("/udp-load", router.create_face(f"udp4://127.0.0.1:{producer_port}"))
            load = ["taskset", "-c", str(min(1, os.cpu_count() - 1)), ROOT / "build/release/bench/udp_load",
                    "--router-port", router.udp_port, "--producer-port", producer_port, "--mode", "interest",
                    "--lifetime-ms", lifetime_ms, "--outstanding", 128, "--warmup", 0.1, "--seconds", 1 + lifetime + window + 3]
            with Process(load, folder / "load.log"):
                time.sleep(1 + lifetime)
                begin = time.monotonic()
                first = router.status()
                pending = [first["pit_entries"]]
                while time.monotonic() - begin < window:
                    time.sleep(window / 20)
                    last = router.status()
                    pending.append(last["pit_entries"])
                per_s = (last["in_interests"] - first["in_interests"]) / (time.monotonic() - begin)
    return {"lifetime_ms": lifetime_ms, "pending": statistics.mean(pending), "per_s": per_s, "expected": per_s * lifetime}


def caches() -> dict[str, int]:
    """This machine's, of one core, bytes by level."""
    found = {}
    for index in Path("/sys/devices/system/cpu/cpu0/cache").glob("index*"):
        if (index / "type").read_text().strip() != "Instruction":
            found["L" + (index / "level").read_text().strip()] = int((index / "size").read_text().strip().rstrip("K")) * 1024
    return found


def measure(sizes: Sizes) -> dict:
    entries, loads = sizes.sweep
    return {
        "formulas": bench("pit", "--formulas"),
        "memory_latency": bench("pit", "--memory-latency")["memory"],
        "caches": caches(),
        "memory": memory(),
        "speeds": [speed(sizes, *which, structures=STRUCTURES + (WHOLE_PROTOCOL if which[1:] == (0.5, 32) else ()))
                   for which in sizes.speeds],
        "exchanges": [exchange(sizes, pending) for pending in sizes.pending],
        "sweep": [speed(sizes, entries, load, 32) for load in loads],
        "evenness": speed(sizes, 62_000, 0.5, 1, "--operations", sizes.operations),
        "components": components(sizes),
        "placements": bench("pit-placement", "--json", "--cards", ",".join(map(str, sizes.cards))),
        "threads": bench("pit-placement", "--json", "--threads", "--names", 1000, "--cards", "2,4"),
        "live_router": [live_router(lifetime) for lifetime in sizes.lifetimes_ms],
    }
