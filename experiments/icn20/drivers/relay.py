# SPDX-License-Identifier: Apache-2.0
"""A bare relay in the forwarder's place: the ceiling. Datagrams are passed on with nothing looked at."""
from __future__ import annotations

from collections.abc import Iterable

from harness.process import Process
from harness.router import ROOT

from ..dumbbell import PORT, PRODUCER_PORT
from .driver import Driver, Route, end_group, pinned

RELAY = ROOT / "build/release/bench/udp_relay"


class Relay(Driver):
    """A consumer's Interests go to the producers in turn, a batch each; with as many producers as consumers, each consumer
    has its own. Every consumer has a port of its own at the producers, since a relay cannot tell whose the Data is."""
    name = "relay"
    title = "relay"
    is_forwarder = False
    offload = False
    _process: Process | None = None

    @classmethod
    def missing(cls) -> str | None:
        return None if RELAY.exists() else f"{RELAY} is not built: ninja -C build/release bench/udp_relay"

    @property
    def process(self) -> Process | None:
        return self._process

    def ways(self) -> list[str]:
        consumers, producers = len(self.dumbbell.consumers), len(self.dumbbell.producers)
        ways = []
        for consumer in range(consumers):
            own = range(producers) if consumers == 1 else [consumer % producers]
            ends = [f"{self.dumbbell.device_for_producer(p)}:{PORT}/{self.dumbbell.producer(p)}:{PRODUCER_PORT + consumer}"
                    for p in own]
            ways.append(f"{self.dumbbell.device_for_consumer(consumer)}:{PORT}={','.join(ends)}")
        return ways

    def start(self) -> None:
        command = [RELAY, *(["--offload"] if self.offload else []), *self.ways()]
        self._process = Process(pinned(self.cpus.forwarder[:1], command), self.folder / "relay.log",
                                namespace=self.dumbbell.device).start()
        self._process.wait_for_output("ready")

    def stop(self) -> None:
        end_group(self._process)

    def connect(self, host: str, port: int, interface: str) -> int:
        return 0

    def add_routes(self, routes: Iterable[Route]) -> None:
        pass


class CutRelay(Relay):
    """Between ends that cut their packets themselves, as for a forwarder on ports."""
    name = "relay-frames"
    title = "relay, ends without offloads"
    offloads = False


class OffloadRelay(Relay):
    name = "relay-offload"
    title = "relay, kernel joins datagrams"
    offload = True
