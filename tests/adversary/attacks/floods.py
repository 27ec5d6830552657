# SPDX-License-Identifier: Apache-2.0
"""More packets than anybody wants."""
from __future__ import annotations

import contextlib
import itertools
import os
import struct
import time
from collections.abc import Callable, Iterator

from harness import packets

from ..attack import UNANSWERED, Target, attack, pour
from ..witness import PREFIX

LIFETIME_MS = 1000

Connect = Callable[[Target], packets.Stream | packets.Datagrams]


def numbered_interests(prefix: str, *, nonce: bytes | None = None, can_be_prefix: bool = False,
                       lifetime_ms: int = LIFETIME_MS) -> Iterator[bytes]:
    """Interests without end for ever other names below the prefix, put together from few pieces. `nonce`: always this one."""
    start = struct.unpack(">Q", os.urandom(8))[0] >> 1
    components = packets.elements(packets.name(prefix))[0][1]
    head = packets.tlv(packets.NAME, components + b"\x08\x08" + bytes(8))[:-8]
    tail = (b"\x21\0" if can_be_prefix else b"") + b"\x0a\x04"
    end = packets.tlv(0x0C, packets.integer(lifetime_ms))
    front = packets.number(packets.INTEREST) + packets.number(len(head) + 8 + len(tail) + 4 + len(end)) + head
    for count in itertools.count(start):
        number = struct.pack(">Q", count)
        yield front + number + tail + (nonce or number[4:]) + end


def for_a_while(target: Target, endless: Iterator[bytes]) -> Iterator[bytes]:
    # A sanitised router takes some 20,000 a second; what waits in a stream's buffers keeps it busy for as long as that.
    end, most = time.monotonic() + target.scale(1, 4), target.scale(30_000, 4_000_000)
    for count, packet in zip(range(most), endless):
        if count % 64 == 0 and time.monotonic() > end:
            return
        yield packet


def flood(target: Target, connect: Connect, endless: Iterator[bytes]) -> int:
    client = connect(target)
    together = 32 if isinstance(client, packets.Stream) else 1
    return pour(client, for_a_while(target, endless), together)


KINDS: dict[str, Connect] = {"UDP": lambda target: target.udp(), "TCP": lambda target: target.tcp(),
                             "a Unix socket": lambda target: target.unix()}


def enlist_for_each_kind(what: str, packets_of: Callable[[], Iterator[bytes]], word: str, kinds: tuple[str, ...],
                         **options) -> None:
    for kind in kinds:
        def run(target: Target, kind: str = kind) -> str:
            return f"{flood(target, KINDS[kind], packets_of()):,} {word}"

        attack(f"{what} over {kind}", item="flood", lingers_s=LIFETIME_MS / 1000 + 1, **options)(run)


enlist_for_each_kind("Interests that nobody answers", lambda: numbered_interests(UNANSWERED), "Interests",
                     ("UDP", "TCP", "a Unix socket"))
enlist_for_each_kind("Interests for the honest producer", lambda: numbered_interests(PREFIX), "Interests", ("TCP",))
enlist_for_each_kind("Interests without a route", lambda: numbered_interests("/nowhere"), "Interests", ("UDP",))


def short_prefixes() -> Iterator[bytes]:
    honest = itertools.repeat(PREFIX)
    for count, packet in enumerate(numbered_interests(UNANSWERED, can_be_prefix=True)):
        yield packet if count % 8 else packets.interest(next(honest), can_be_prefix=True, lifetime_ms=LIFETIME_MS)


enlist_for_each_kind("CanBePrefix at short prefixes", short_prefixes, "Interests", ("UDP",))
enlist_for_each_kind("Interests with one nonce", lambda: numbered_interests(UNANSWERED, nonce=b"same"), "Interests", ("UDP",))
enlist_for_each_kind("one Interest again and again", lambda: itertools.repeat(
    packets.interest(f"{UNANSWERED}/again", nonce=b"same", lifetime_ms=LIFETIME_MS)), "Interests", ("UDP", "TCP"))


def many_components() -> Iterator[bytes]:
    return numbered_interests(UNANSWERED + "/c" * 30)


def long_names() -> Iterator[bytes]:
    return numbered_interests(f"{UNANSWERED}/{'n' * 7900}")


def deeper_than_allowed() -> Iterator[bytes]:
    return numbered_interests(UNANSWERED + "/c" * 2000)


enlist_for_each_kind("names of 32 components", many_components, "Interests", ("UDP",))
enlist_for_each_kind("names of 8,000 bytes", long_names, "Interests", ("UDP", "TCP"))
enlist_for_each_kind("names of 2,000 components", deeper_than_allowed, "Interests", ("TCP",))


def unsolicited(size: int) -> Iterator[bytes]:
    content = os.urandom(size)
    for count in itertools.count():
        yield packets.data(f"{PREFIX}/plain/u{count}", content, freshness_ms=10_000)


enlist_for_each_kind("Data that nobody asked for", lambda: unsolicited(50), "Data", ("UDP", "TCP"))
enlist_for_each_kind("large Data that nobody asked for", lambda: unsolicited(8000), "Data of 8 KB", ("TCP",))


def nack(interest: bytes, reason: int = 150) -> bytes:
    return packets.lp(interest, packets.tlv(800, packets.tlv(801, packets.integer(reason))))


enlist_for_each_kind("Nacks for nothing", lambda: map(nack, numbered_interests(PREFIX)), "Nacks", ("UDP", "TCP"))


def interests_and_their_nacks() -> Iterator[bytes]:
    """Each is Nacked where it came from, not where it went; and some for what the honest are likely to ask."""
    for count, packet in enumerate(numbered_interests(UNANSWERED)):
        yield packet
        yield nack(packet, (50, 100, 150, 2**32 - 1)[count % 4])
        if count % 16 == 0:
            yield nack(packets.interest(f"{PREFIX}/popular/{count // 16 % 2}", must_be_fresh=True))


enlist_for_each_kind("Interests and Nacks for them", interests_and_their_nacks, "Interests and Nacks", ("TCP",))


@attack("Interests without a route over many connections to several workers", profile="workers", lingers_s=2)
def many_connections(target: Target) -> str:
    """Most packets go from the worker that has the connection to another one, by a ring that all connections share."""
    clients = [target.tcp() for _ in range(target.scale(60, 300))]
    endless = numbered_interests("/nowhere")
    batches = [b"".join(itertools.islice(endless, 32)) for _ in range(200)]
    rest: dict[int, bytes] = {}
    sent = 0
    for client in clients:
        client.socket.setblocking(False)
    for round_number in target.for_seconds(2, 5):
        for at, client in enumerate(clients):
            packet = rest.pop(at, b"") or batches[(round_number + at) % len(batches)]
            with contextlib.suppress(BlockingIOError):
                taken = client.socket.send(packet)
                sent += taken
                packet = packet[taken:]
            if packet:
                rest[at] = packet
            with contextlib.suppress(BlockingIOError):
                while client.socket.recv(1 << 16):
                    pass
    return f"{sent * 32 // len(batches[0]):,} Interests over {len(clients)} connections"
