# SPDX-License-Identifier: Apache-2.0
"""One measurement each: exchanges in memory, and a router under a flood."""
from __future__ import annotations

import json
import os
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from harness.process import Process, run
from harness.router import AUGUSTUS, AugustusRouter, RouterOptions
from harness.traffic import Producer, traffic

ROUTER_CPU, LOAD_CPU = 0, min(1, os.cpu_count() - 1)
LIFETIME_MS = 4000
# Of the collisions: few names in small tables, so that many fall into one bucket.
COLLISION_SHAPE = ["--names", "24000", "--cs-entries", "8154", "--pit-capacity", "4096"]
VICTIM_RATE = 50_000
OFFERED_BY = ["taskset", "-c", str(LOAD_CPU)]


def bench(*options: str, seconds: float) -> dict:
    """`augustus bench exchange` on the router's CPU; also a run with losses, which ends with status 1."""
    with tempfile.TemporaryDirectory(prefix="load-") as name:
        printed = run([AUGUSTUS, "bench", "exchange", "--json", "--cpu", str(ROUTER_CPU), "--seconds", str(seconds), *options],
                      Path(name) / "bench.log", seconds=3600, expected=None)
    return json.loads(printed[printed.index("{\n"):])


def collisions(kind: str, parts: int, seconds: float) -> dict:
    """`kind`: random, old-key or known-key; names fall into one in `parts` of the buckets."""
    words = {"random": [], "old-key": ["--colliding", str(parts), "--old-key"], "known-key": ["--colliding", str(parts)]}
    return bench(*COLLISION_SHAPE, *words[kind], "--runs", "1", seconds=seconds)


def loss(withhold: int, seconds: float) -> dict:
    return bench("--withhold", str(withhold), "--runs", "1", seconds=seconds)


def many(exchanges: int) -> dict:
    return bench("--exchanges", str(exchanges), seconds=2)


def flood(flooded: bool, pit_records: int, seconds: float) -> dict:
    """Exchanges below /served at VICTIM_RATE, beside twice as many Interests below /flooded as the PIT holds, or none."""
    rate = 2 * pit_records * 1000 // LIFETIME_MS
    with tempfile.TemporaryDirectory(prefix="flood-") as name, ExitStack() as stack:
        folder = Path(name)
        router = stack.enter_context(AugustusRouter(folder, RouterOptions(cpu=ROUTER_CPU, extra={
            "tables": {"pit_records": pit_records}})))
        environment = router.client_environment
        for prefix, answered in (("/flooded", "0"), ("/served", "1")):
            stack.enter_context(Producer("--prefix", prefix, "--answer", answered, "--cpu", str(LOAD_CPU), folder=folder,
                                         environment=environment))
        if flooded:
            stack.enter_context(Process(
                [AUGUSTUS, "traffic", "consumer", "--prefix", "/flooded", "--rate", str(rate), "--lifetime", str(LIFETIME_MS),
                 "--cpu", str(LOAD_CPU)], folder / "flood.log", environment=environment))
            # Until the PIT is as full as it gets.
            time.sleep(1.2 * LIFETIME_MS / 1000)
        before = router.status()
        report = traffic("consumer", "--prefix", "/served", "--rate", str(VICTIM_RATE), "--seconds", str(seconds), "--cpu",
                         str(LOAD_CPU), folder=folder, seconds=seconds + 60, environment=environment)
        after = router.status()
    counts = report["consumer"]["counts"]
    drops = {reason: after["drops"].get(reason, 0) - before["drops"].get(reason, 0) for reason in ("pit_share", "pit_full")}
    return {"per_s": counts["satisfied"] / report["consumer"]["seconds"], "offered": counts["interests"],
            "satisfied": counts["satisfied"], "flood_per_s": rate if flooded else 0, "pit_records": pit_records,
            "pit_entries": before["pit_entries"], **drops}
