# SPDX-License-Identifier: Apache-2.0
"""A well-behaved pair of clients beside those that misbehave: when their exchanges go through, the router serves."""
from __future__ import annotations

import itertools
import threading
import time

from . import packets
from .management import Management

PREFIX = "/bystander"
# Less than the lifetime of what floods here leave pending: a router that serves only when that has gone does not serve.
SERVED_WITHIN_S = 30


class Bystander:
    """A producer in a thread and a consumer, each with a connection of its own. Use as a context manager."""

    def __init__(self, unix_path: str, prefix: str = PREFIX) -> None:
        self._prefix = prefix
        self._management = Management(unix_path)
        self._management.command("rib", "register", name=prefix)
        self._producer = self._management.stream
        self._producer.socket.settimeout(None)
        self._consumer = packets.connect_unix(unix_path)
        self._numbers = itertools.count()
        self._thread = threading.Thread(target=self._produce, daemon=True)

    def __enter__(self) -> Bystander:
        self._thread.start()
        return self

    def __exit__(self, *_exception) -> None:
        self._consumer.close()
        self._producer.shutdown()
        self._thread.join(5)

    def _produce(self) -> None:
        try:
            while True:
                kind, value = packets.elements(packets.network_packet(self._producer.receive()))[0]
                if kind == packets.INTEREST:
                    name = packets.tlv(*packets.elements(value)[0])
                    self._producer.send(packets.data_with_name(name, b"served"))
        except (ConnectionError, OSError):
            pass

    def exchange(self, seconds: float = SERVED_WITHIN_S) -> None:
        """One exchange under a new name; asks again each half second, as a client would. Raises AssertionError."""
        name = f"{self._prefix}/{next(self._numbers)}"
        deadline = time.monotonic() + seconds
        self._consumer.socket.settimeout(0.5)
        while time.monotonic() < deadline:
            self._consumer.send(packets.interest(name, lifetime_ms=500))
            try:
                while True:
                    packet = packets.network_packet(self._consumer.receive())
                    kind, value = packets.elements(packet)[0]
                    if kind == packets.DATA and packets.tlv(*packets.elements(value)[0]) == packets.name(name):
                        return
            except TimeoutError:
                continue
        raise AssertionError(f"no Data for {name} within {seconds} s: the router does not serve")
