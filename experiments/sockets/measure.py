# SPDX-License-Identifier: Apache-2.0
"""One measurement: a fresh forwarder on one core, the load on another."""
from __future__ import annotations

import json
import os
import socket
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from harness.process import Process, run
from harness.router import ROOT, AugustusRouter, NdndRouter, RouterOptions, free_port

TOOLS = ROOT / "build/release/bench"
FORWARDER_CPU, LOAD_CPU = 0, min(1, os.cpu_count() - 1)
PREFIX = "/udp-load"
OUTSTANDING = 128


@dataclass(frozen=True)
class Measure:
    key: str
    title: str
    mode: str              # of bench/udp_load
    lifetime_ms: int
    cs_capacity: int
    warmup_seconds: float  # at least the lifetime, so that entries expire as fast as they come
    systems: tuple[str, ...] = ("augustus", "ndnd", "relay")


MEASURES = (
    Measure("interest_5ms", "Interests only,\nlifetime 5 ms", "interest", 5, 0, 0.5),
    Measure("interest_5s", "Interests only,\nlifetime 5 s", "interest", 5000, 0, 6.0),
    Measure("exchange", "Interest and Data,\nContent Store off", "exchange", 4000, 0, 0.5),
    Measure("hit", "Content Store\nhit", "hit", 4000, 32768, 0.5, ("augustus", "ndnd")),
)


@contextmanager
def relay(folder: Path, producer_port: int):
    port = free_port(socket.SOCK_DGRAM)
    command = ["taskset", "-c", str(FORWARDER_CPU), TOOLS / "udp_relay",
               f"127.0.0.1:{port}=127.0.0.1:0/127.0.0.1:{producer_port}"]
    with Process(command, folder / "relay.log") as process:
        process.wait_for_output("ready", 5)
        yield port


@contextmanager
def forwarder(system: str, measure: Measure, folder: Path, producer_port: int):
    # Room for all Interests that can be pending at the greatest rate seen, 5 s at 0.8 million a second.
    extra = {"tables": {"pit_records": 1 << 22, "names": 1 << 22}} if measure.key == "interest_5s" else {}
    options = RouterOptions(cs_capacity=measure.cs_capacity, cpu=FORWARDER_CPU, extra=extra)
    with {"augustus": AugustusRouter, "ndnd": NdndRouter}[system](folder, options) as router:
        router.add_route(PREFIX, router.create_face(f"udp4://127.0.0.1:{producer_port}"))
        yield router.udp_port


def measure_once(system: str, measure: Measure, seconds: float) -> dict:
    """What bench/udp_load prints: completed Interests a second, losses and more."""
    with tempfile.TemporaryDirectory(prefix="sockets-") as name:
        folder = Path(name)
        producer_port = free_port(socket.SOCK_DGRAM)
        running = relay(folder, producer_port) if system == "relay" else \
            forwarder(system, measure, folder, producer_port)
        with running as port:
            printed = run(
                ["taskset", "-c", str(LOAD_CPU), TOOLS / "udp_load", "--router-port", str(port),
                 "--producer-port", str(producer_port), "--mode", measure.mode,
                 "--lifetime-ms", str(measure.lifetime_ms), "--outstanding", str(OUTSTANDING),
                 "--warmup", str(measure.warmup_seconds), "--seconds", str(seconds)],
                folder / "load.log", seconds=seconds + measure.warmup_seconds + 30)
    return json.loads(printed)
