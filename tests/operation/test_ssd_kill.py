# SPDX-License-Identifier: Apache-2.0
"""kill -9 while the content store writes to its file, again and again: each time the store opens, and whatever it
serves is what was once stored under that name. AUGUSTUS_KILLS=1000 for more than twenty times."""
from __future__ import annotations

import hashlib
import os
import random
import threading
from pathlib import Path

from harness import packets
from harness.management import Management
from harness.process import PATIENCE_S
from harness.router import AugustusRouter, RouterOptions

KILLS = int(os.environ.get("AUGUSTUS_KILLS", "20"))
PREFIX = "/kill"
SEGMENTS = 16       # an object
WINDOW = 16         # Interests under way
SEGMENT_BYTES = 6000
ASKED_AGAIN = 320   # names, after each kill
DRAM_BYTES = 1 << 20
SSD_BYTES = 16 << 20


def data_of(name: str) -> bytes:
    return packets.data(name, hashlib.shake_128(name.encode()).digest(SEGMENT_BYTES))


def packet_of(stream: packets.Stream) -> tuple[int, bytes, bytes]:
    """The next packet: its type, its Name TLV, all of it. The fragment of a Nack is an Interest."""
    packet = packets.network_packet(stream.receive())
    kind, value = packets.elements(packet)[0]
    return kind, packets.tlv(*packets.elements(value)[0]), packet


class Load:
    """Objects that come into the store, one after the other, until the router is gone."""

    def __init__(self, unix_path: str, first: int) -> None:
        self.objects = first
        self._management = Management(unix_path)
        self._management.command("rib", "register", name=PREFIX)
        self._producer = self._management.stream
        self._consumer = packets.connect_unix(unix_path)

    def run(self, objects: int, kill: threading.Timer) -> None:
        """Starts `kill` after so many objects, and goes on until the router is gone."""
        last = self.objects + objects
        try:
            while True:
                if self.objects == last:
                    kill.start()
                self._fetch([f"{PREFIX}/{self.objects}/seg={segment}" for segment in range(SEGMENTS)])
                self.objects += 1
        except (ConnectionError, OSError, TimeoutError):
            pass
        finally:
            self._consumer.close()
            self._management.close()

    def _fetch(self, names: list[str]) -> None:
        by_name = {packets.name(name): name for name in names}
        self._consumer.send(b"".join(packets.interest(name, lifetime_ms=PATIENCE_S * 1000) for name in names))
        for _ in names:
            _, name, _ = packet_of(self._producer)
            self._producer.send(data_of(by_name[name]))
        for _ in names:
            kind, name, packet = packet_of(self._consumer)
            assert kind == packets.DATA and packet == data_of(by_name[name])


def served(unix_path: str, names: list[str]) -> int:
    """Asks for these, of which nobody but the store can have any. How many it has, all of them right."""
    consumer = packets.connect_unix(unix_path)
    there = 0
    for first in range(0, len(names), WINDOW):
        some = {packets.name(name): name for name in names[first:first + WINDOW]}
        consumer.send(b"".join(packets.interest(name, lifetime_ms=PATIENCE_S * 1000) for name in some.values()))
        for _ in some:
            kind, name, packet = packet_of(consumer)
            if kind == packets.DATA:
                assert packet == data_of(some[name]), f"another content for {some[name]}"
                there += 1
    consumer.close()
    return there


def test_what_a_killed_router_stored_is_right(tmp_path: Path) -> None:
    options = RouterOptions(extra={
        "workers": {"count": 1, "partitions": 1, "placement": "none"},
        "cs": {"capacity_bytes": DRAM_BYTES, "ssd_registered": os.geteuid() == 0},
        "cs.ssd": [{"path": str(tmp_path / "store"), "size": SSD_BYTES}],
    })
    chance = random.Random(1)
    objects = there = asked = 0
    for life in range(KILLS + 1):
        with AugustusRouter(tmp_path / "router", options) as router:
            if life > 0:
                assert "not closed in order" in router.log()
                newest = [f"{PREFIX}/{number}/seg={segment}" for number in range(max(objects - 150, 0), objects)
                          for segment in range(SEGMENTS)]
                wanted = chance.sample(newest, min(ASKED_AGAIN, len(newest)))
                there += served(router.unix_path, wanted)
                asked += len(wanted)
            if life < KILLS:
                load = Load(router.unix_path, objects)
                killer = threading.Timer(chance.uniform(0, 0.05), router.process.kill)
                load.run(chance.randint(10, 30), killer)
                killer.join()
                objects = load.objects
            else:
                assert router.stop() == 0
        (tmp_path / "router" / "router.log").unlink()
    print(f"{KILLS} kills, {objects} objects of {SEGMENTS} Data stored, {asked} asked for again: {there} there, all right")
    # How much a disk takes before the kill is its own matter; a store that forgets has nothing.
    assert there > asked / 100
