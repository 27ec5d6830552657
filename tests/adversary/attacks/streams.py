# SPDX-License-Identifier: Apache-2.0
"""Real traffic with something wrong, into every kind of Face."""
from __future__ import annotations

import contextlib
import os
import random
import time
from collections.abc import Callable

from ndn.app_support.nfd_mgmt import make_command_v2
from ndn.encoding import InterestParam, Name, make_interest
from ndn.security import DigestSha256Signer

from harness import packets

from ..attack import UNANSWERED, Target, attack
from ..frames import BROADCAST, ToGroup, ToPortEthernet, ToPortUdp, Wire, ethernet, hardware_address, ipv4, udp
from ..witness import PREFIX
from .floods import nack
from .fragments import fragments_of


def signed_command(module: str, verb: str, scope: str = "localhost", **parameters) -> bytes:
    name = make_command_v2(module, verb, None, **parameters)
    name[0] = Name.from_str(f"/{scope}")[0]
    made, _ = make_interest(name, InterestParam(lifetime=2000, nonce=random.getrandbits(32)), b"",
                            signer=DigestSha256Signer(for_interest=True), need_final_name=True)
    return bytes(made)


def real_traffic() -> list[bytes]:
    interest = packets.interest(f"{PREFIX}/plain/real", can_be_prefix=True, must_be_fresh=True, lifetime_ms=200, hop_limit=9)
    data = packets.data(f"{PREFIX}/plain/real/seg=3", b"content" * 30, freshness_ms=500)
    hint = packets.tlv(packets.INTEREST, packets.name("/a/b") + packets.tlv(0x1E, packets.name("/hint/of/some")) +
                       packets.tlv(0x0A, b"nonc") + packets.tlv(0x0C, b"\x64"))
    return [interest, data, hint, nack(interest), packets.lp(interest, packets.tlv(0x62, b"token")),
            packets.interest(f"{UNANSWERED}/real", parameters=b"parameters", lifetime_ms=100),
            packets.lp(data, packets.tlv(832, b"\1")),  # CongestionMark
            signed_command("rib", "register", name=Name.from_str("/real")),
            # A group's Face does not go away, and its routes with it.
            signed_command("rib", "register", scope="localhop", name=Name.from_str("/real"), expiration_period=300),
            packets.interest("/localhost/nfd/faces/list", can_be_prefix=True, must_be_fresh=True, lifetime_ms=200),
            *fragments_of(packets.data_of_size(f"{PREFIX}/plain/fragmented", 2000), 3, random.getrandbits(40))]


def spoilt(draw: random.Random, packet: bytes) -> bytes:
    kind = draw.randrange(4)
    if kind == 0:
        return draw.randbytes(draw.randrange(1, 1200))
    if kind == 1:
        return packet[:draw.randrange(1, len(packet))]
    changed = bytearray(packet)
    for _ in range(1 if kind == 2 else draw.randrange(1, 8)):
        at = draw.randrange(len(changed))
        changed[at] = changed[at] ^ 1 << draw.randrange(8) if kind == 2 else draw.randrange(256)
    return bytes(changed)


def send_spoilt(target: Target, connect: Callable[[], object]) -> str:
    """Real packets in between, so that what is wrong meets state; a connection that is ended is made again."""
    seed = random.randrange(2**32)
    draw = random.Random(seed)
    corpus = real_traffic()
    sent = 0
    client = None
    for number in target.for_seconds(1.5, 5):
        try:
            client = client or connect()
            for _ in range(8):
                packet = draw.choice(corpus)
                client.send(packet if draw.random() < 0.3 else spoilt(draw, packet))
                sent += 1
        except OSError:
            with contextlib.suppress(OSError, AttributeError):
                client.close()
            client = None
        # A stream that has lost its place swallows what follows: it is begun anew now and then.
        if number % 20 == 19 and hasattr(client, "close"):
            client.close()
            client = None
        if number % 8 == 7:
            time.sleep(0.001)
    return f"{sent:,} packets random, cut, with bits turned over, or real; seed {seed}"


KINDS: list[tuple[str, str, Callable[[Target], object]]] = [
    ("Unix", "plain", lambda target: target.unix()),
    ("TCP", "plain", lambda target: target.tcp()),
    ("UDP", "plain", lambda target: target.udp()),
    ("WebSocket", "plain", lambda target: target.websocket()),
    ("UDP multicast", "multicast", lambda target: ToGroup()),
    ("a port by UDP", "port", lambda target: ToPortUdp()),
    ("a port by Ethernet", "port", lambda target: ToPortEthernet()),
]


def enlist(kind: str, profile: str, connect: Callable[[Target], object]) -> None:
    def run(target: Target) -> str:
        return send_spoilt(target, lambda: connect(target))

    attack(f"spoilt traffic over {kind}", profile=profile, item="streams", lingers_s=4)(run)


for _kind in KINDS:
    enlist(*_kind)


@attack("frames that are no packets at a port", profile="port", item="streams", lingers_s=3)
def noise_frames(target: Target) -> str:
    """Headers of Ethernet, ARP, IPv4, IPv6, UDP and ICMP with something wrong."""
    seed = random.randrange(2**32)
    draw = random.Random(seed)
    wire, router = Wire("port1"), hardware_address("port0")
    arp = bytes.fromhex("0001080006040001") + os.urandom(6) + bytes([10, 79, 0, 66]) + bytes(6) + bytes([10, 79, 0, 1])
    good = [ethernet(BROADCAST, 0x0806, arp), ethernet(router, 0x0800, ipv4("10.79.0.7", "10.79.0.1", b"\x08\0\0\0ping", protocol=1)),
            ethernet(router, 0x0800, ipv4("10.79.0.7", "10.79.0.1", udp(6000, 6363, real_traffic()[0]))),
            ethernet(router, 0x86DD, bytes.fromhex("6000000000103aff") + os.urandom(32) + os.urandom(16)),
            ethernet(router, 0x8100, b"\0\5\x86\x24" + real_traffic()[0])]
    sent = 0
    for number in target.for_seconds(1.5, 4):
        frame = draw.choice(good)
        # Who sends changes too: strangers at the link make neighbours and Faces.
        frame = frame[:6] + bytes([2, 0, 0, 0, draw.randrange(256), draw.randrange(256)]) + frame[12:]
        changed = spoilt(draw, frame[14:])
        wire.send(frame[:14] + changed if draw.random() < 0.8 else draw.randbytes(draw.randrange(14, 1514)))
        sent += 1
        if number % 32 == 31:
            time.sleep(0.001)
    return f"{sent:,} frames, seed {seed}"
