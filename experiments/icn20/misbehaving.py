# SPDX-License-Identifier: Apache-2.0
"""Forwarders that a suite has to bear: relays, each with something wrong."""
from __future__ import annotations

import sys
import threading

from harness.process import Process

from .drivers.driver import Driver, NotPossible, TooSlow, pinned
from .drivers.relay import RELAY, Relay

# Passes one datagram on in a tenth of a second, to whom its first argument names.
CRAWLER = """
import socket, sys, time
listen, local, producer = [(host, int(port)) for host, port in (word.split(":") for word in sys.argv[1:])]
towards_consumer, towards_producer = (socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2))
towards_consumer.bind(listen), towards_producer.bind(local)
towards_producer.settimeout(0.1)
print("ready", flush=True)
while True:
    packet, consumer = towards_consumer.recvfrom(9000)
    time.sleep(0.1)
    towards_producer.sendto(packet, producer)
    try:
        towards_consumer.sendto(towards_producer.recv(9000), consumer)
    except TimeoutError:
        pass
"""


class Faulty(Relay):
    """Its command is what a test is about."""
    is_forwarder = True

    def command(self) -> list:
        return [RELAY, *self.ways()]

    def start(self) -> None:
        self._process = Process(pinned(self.cpus.forwarder, self.command()), self.folder / "fake.log",
                                namespace=self.dumbbell.device).start()
        self._process.wait_for_output("ready")


class Good(Faulty):
    name = title = "good"


class DoesNotStart(Faulty):
    name = title = "does-not-start"

    def command(self) -> list:
        return ["sh", "-c", "echo no memory for my tables >&2; exit 3"]


class NeverReady(Faulty):
    """And leaves a child behind that wants to live."""
    name = title = "never-ready"

    def command(self) -> list:
        return ["sh", "-c", "trap '' TERM; sleep 3600 & wait; sleep 3600"]

    def start(self) -> None:
        self._process = Process(pinned(self.cpus.forwarder, self.command()), self.folder / "fake.log",
                                namespace=self.dumbbell.device).start()
        self._process.wait_for_output("ready", 0.5)


class DiesInTheMiddle(Faulty):
    name = title = "dies"

    def start(self) -> None:
        super().start()
        # From when it is ready, however long that took: before the measurement is over.
        threading.Timer(0.2, self._process.kill).start()


class DropsEverything(Faulty):
    name = title = "drops"

    def command(self) -> list:
        return ["sh", "-c", "echo ready; exec sleep 3600"]


class Crawls(Faulty):
    name = title = "crawls"

    def command(self) -> list:
        listen, _, rest = self.ways()[0].partition("=")
        return [sys.executable, "-c", CRAWLER, listen, *rest.split("/")]


class HasNoStore(Faulty):
    name = title = "no-store"

    def start(self) -> None:
        if self.settings.cs_items:
            raise NotPossible("has no Content Store")
        super().start()


class SlowToSetUp(Faulty):
    name = title = "slow-routes"

    def add_routes(self, routes) -> None:
        raise TooSlow("3 of 40 routes were there after 180 s")


class Absent(Faulty):
    name = title = "absent"

    @classmethod
    def missing(cls) -> str | None:
        return "nobody has it"


ALL: dict[str, type[Driver]] = {one.name: one for one in (
    Good, DoesNotStart, NeverReady, DiesInTheMiddle, DropsEverything, Crawls, HasNoStore, SlowToSetUp, Absent)}
