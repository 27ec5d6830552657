# SPDX-License-Identifier: Apache-2.0
"""Fragments that never become a packet."""
from __future__ import annotations

import os
import random
import struct
import threading
import time
from collections.abc import Iterator

from harness import packets

from ..attack import STRANGER, Succeeded, Target, attack, pour
from ..frames import ToPortUdp, udp
from ..witness import PREFIX
from .connections import open_tcp
from .pools import paced


def fragment(sequence: int, index: int, count: int, payload: bytes) -> bytes:
    """Of NDNLPv2: Sequence, FragIndex, FragCount, Fragment."""
    return packets.tlv(packets.LP_PACKET, packets.tlv(0x51, struct.pack(">Q", sequence)) + packets.tlv(0x52, packets.integer(index)) +
                       packets.tlv(0x53, packets.integer(count)) + packets.tlv(0x50, payload))


def fragments_of(packet: bytes, pieces: int, sequence: int) -> list[bytes]:
    size = -(-len(packet) // pieces)
    return [fragment(sequence + index, index, pieces, packet[index * size:(index + 1) * size]) for index in range(pieces)]


def never_finished(payload: bytes, of: int = 8) -> Iterator[bytes]:
    """All but the last fragment of each message, without end."""
    sequence = random.getrandbits(40)
    while True:
        for index in range(of - 1):
            yield fragment(sequence + index, index, of, payload)
        sequence += of


def stranger_is_served(target: Target, pieces: int) -> bool:
    """Whether somebody else's Interest in fragments gets its Data, within a few tries as a program would make them.
    The kernel drops pieces where a slow router does not read for a moment; a router without room for others has none each
    time."""
    stranger = target.udp(STRANGER, timeout_s=1)
    for _ in range(12):
        interest = packets.interest(f"{PREFIX}/plain/{os.urandom(6).hex()}", lifetime_ms=1000)
        for piece in fragments_of(interest, pieces, random.getrandbits(40)):
            stranger.send(piece)
            time.sleep(0.03)
        try:
            if packets.network_packet(stranger.receive())[:1] == b"\x06":
                return True
        except TimeoutError:
            pass
    return False


@attack("unfinished fragments on 44 TCP connections", item="5", lingers_s=1)
def tcp_fragments(target: Target) -> str:
    clients = open_tcp(target, 44)
    sources = [never_finished(b"f" * 1000) for _ in clients]
    sent = 0
    for _ in target.for_seconds(2.5, 5):
        for client, source in zip(clients, sources):
            sent += pour(client, (next(source) for _ in range(16)), 16)
    return f"{sent:,} fragments on {len(clients)} TCP connections, no message whole"


@attack("unfinished fragments over UDP", item="suspected", lingers_s=2)
def udp_fragments(target: Target) -> str:
    """Many messages from many ports, so few at a time that the link is not full. Somebody else sends a little slower."""
    stopped = threading.Event()
    sent = 0

    def send() -> None:
        nonlocal sent
        clients = [target.udp() for _ in range(64)]
        sources = [never_finished(b"f" * 100, of=3) for _ in clients]
        while not stopped.is_set():
            for number, (client, source) in enumerate(zip(clients, sources)):
                sent += pour(client, (next(source) for _ in range(4)))
                if number % 16 == 15:
                    time.sleep(0.002)

    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    time.sleep(target.scale(1, 3))
    served = stranger_is_served(target, 3)
    stopped.set()
    sender.join()
    if not served:
        raise Succeeded(f"{sent:,} fragments, and nobody else's fragments were put together")
    return f"{sent:,} fragments from 64 ports, no message whole"


def odd_fragments(draw: random.Random) -> Iterator[bytes]:
    """Overlapping, doubled, out of order, of changing count, of impossible numbers, and now and then whole."""
    whole = packets.data_of_size(f"{PREFIX}/plain/odd", 3000)
    while True:
        sequence = draw.choice((draw.getrandbits(64), 0, 2**64 - 2, 7))
        pieces = fragments_of(whole, draw.randrange(2, 9), sequence % 2**63)
        yield from reversed(pieces)
        draw.shuffle(pieces)
        yield from pieces
        count = draw.randrange(2, 20)
        for _ in range(10):
            index = draw.randrange(count + 2)
            yield fragment((sequence + index) % 2**64, index, draw.choice((count, count + 1, 400, 2**32)), b"o" * draw.randrange(900))


@attack("fragments overlapping, doubled, out of order", lingers_s=2)
def overlapping(target: Target) -> str:
    seed = random.randrange(2**32)
    draw = random.Random(seed)
    sent = 0
    for number, _ in enumerate(target.for_seconds(2, 5)):
        client = (target.udp, target.tcp, target.unix)[number % 3]()
        source = odd_fragments(draw)
        sent += pour(client, paced(next(source) for _ in range(300)))
        client.close()
    return f"{sent:,} fragments by UDP, TCP and Unix, seed {seed}"


def ip_fragments(draw: random.Random, sender: ToPortUdp) -> None:
    """One datagram, in pieces that overlap, come twice, leave holes or reach past the end."""
    datagram = udp(6000, 6363, packets.data_of_size(f"{PREFIX}/plain/ip", 4000))
    identification = draw.getrandbits(16)
    offsets = list(range(0, len(datagram), 1480))
    kind = draw.randrange(5)
    if kind == 0:
        offsets = offsets[:-1]              # never finished
    elif kind == 1:
        draw.shuffle(offsets)
    elif kind == 2:
        offsets = offsets + [offset + 8 * draw.randrange(100) for offset in offsets]  # overlapping
    elif kind == 3:
        offsets = [65528 - 1480, 65528]     # past the largest datagram
    else:
        offsets = offsets * 3
    for offset in offsets:
        piece = datagram[offset:offset + 1480] or b"x" * draw.randrange(8, 1480)
        sender.ip(piece, identification=identification, offset=offset // 8 * 8, more=offset + 1480 < len(datagram))


@attack("IP fragments unfinished and overlapping at a port", profile="port", item="fragments", lingers_s=4)
def port_ip_fragments(target: Target) -> str:
    seed = random.randrange(2**32)
    draw = random.Random(seed)
    sent = 0
    senders = [ToPortUdp(f"10.79.0.{host}", 6000 + host) for host in range(2, 10)]
    for number in target.for_seconds(2, 5):
        ip_fragments(draw, senders[number % 8])
        sent += 1
        if number % 32 == 31:
            time.sleep(0.002)
    return f"{sent:,} datagrams in IP fragments from 8 hosts, seed {seed}"


@attack("unfinished fragments at a port", profile="port", item="fragments", lingers_s=4)
def port_fragments(target: Target) -> str:
    sources = [(ToPortUdp(f"10.79.0.{2 + number % 4}", 6000 + number), never_finished(b"f" * 1000)) for number in range(64)]
    sent = 0
    for number in target.for_seconds(2, 5):
        sender, source = sources[number % 64]
        for _ in range(7):
            sender.send(next(source))
        sent += 7
        if number % 16 == 15:
            time.sleep(0.002)
    return f"{sent:,} fragments from 64 UDP ports, no message whole"
