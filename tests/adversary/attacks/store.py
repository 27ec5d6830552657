# SPDX-License-Identifier: Apache-2.0
"""Ordinary traffic in an order that a content store with an SSD does not expect."""
from __future__ import annotations

import random
import select

from harness import packets

from ..attack import UNANSWERED, Target, attack

SEGMENTS = 16       # two batches of 8
LAST_BUT_ONE = 6    # of a batch: whoever asks for it soon asks for the next batch
OBJECTS = 40


class Publisher:
    """A producer and a consumer of the adversary's."""

    def __init__(self, target: Target) -> None:
        self._producer = target.management()
        self._producer.command("rib", "register", name="/evil")
        self.consumer = target.unix(timeout_s=1)
        self._content = random.randbytes(8000)

    def serve(self, seconds: float = 0.0) -> None:
        """Answers what has come, and takes what was answered."""
        producer, consumer = self._producer.stream, self.consumer
        while True:
            ready, _, _ = select.select([producer.socket, consumer.socket], [], [], seconds)
            if not ready:
                return
            if consumer.socket in ready and not consumer.socket.recv(1 << 16):
                raise ConnectionError("the router ended the connection")
            if producer.socket in ready:
                kind, value = packets.elements(packets.network_packet(producer.receive()))[0]
                if kind == packets.INTEREST:
                    producer.send(packets.data_with_name(packets.tlv(*packets.elements(value)[0]), self._content))


def segment(item: int, number: int) -> str:
    return f"/evil/object{item}/v/seg={number}"


@attack("hits next to stale Data in one burst, with an SSD", profile="ssd", item="1", lingers_s=3)
def burst(target: Target) -> str:
    """A hit on the last-but-one segment of a batch fetches the next batch, for which Data leaves memory that other Interests of
    the same burst have just found stale."""
    publisher = Publisher(target)
    draw = random.Random()
    for item in range(OBJECTS):
        for number in range(SEGMENTS):
            publisher.consumer.send(packets.interest(segment(item, number), lifetime_ms=1000))
            if number % 8 == 7:
                publisher.serve(0.005)
    bursts = 0
    for bursts in target.for_seconds(6, 15):
        item = draw.randrange(OBJECTS)
        # Its first batch into memory, so that the next one is what is missing.
        publisher.consumer.send(packets.interest(segment(item, 0), lifetime_ms=300))
        publisher.serve(0.004)
        stale = [packets.interest(segment(draw.randrange(OBJECTS), draw.randrange(SEGMENTS)), must_be_fresh=True, lifetime_ms=300)
                 for _ in range(20)]
        new = [packets.interest(f"{UNANSWERED}/{draw.getrandbits(60)}", lifetime_ms=300) for _ in range(10)]
        together = [packets.interest(segment(item, LAST_BUT_ONE), lifetime_ms=300), *stale, *new]
        draw.shuffle(together)
        publisher.consumer.send(b"".join(together))
        publisher.serve(0.004)
    return f"{bursts:,} bursts of 31 Interests"
