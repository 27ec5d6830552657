# SPDX-License-Identifier: Apache-2.0
"""A packet that fills the MTU of Ethernet and one of the greatest size NDN allows, in both directions, over every kind
of face."""
from __future__ import annotations

import hashlib
import os
import threading
from typing import Protocol

import pytest

from harness import packets
from harness.management import Management
from harness.namespaces import LinkedNamespaces
from harness.process import PATIENCE_S
from harness.router import Router, router_under_test
from harness.websocket import WebSocket

from .links import LINKS, join, start_pair

PREFIX = "/sizes"
FULL_MTU = 1500 - 28  # less the headers of IPv4 and UDP
SIZES = [FULL_MTU, packets.PACKET_BYTES_MAX]


class Client(Protocol):
    def send(self, packet: bytes) -> None: ...
    def receive(self) -> bytes: ...
    def close(self) -> None: ...


def interest_of_size(text: str, size: int) -> bytes:
    """An Interest of exactly `size` bytes, filled up with ApplicationParameters."""
    for count in range(size - 150, size):
        parameters = packets.tlv(0x24, os.urandom(count))
        digest = packets.tlv(packets.PARAMETERS_DIGEST, hashlib.sha256(parameters).digest())
        (_, components), = packets.elements(packets.name(text))
        value = packets.tlv(packets.NAME, components + digest) + packets.tlv(0x0A, os.urandom(4)) + \
            packets.tlv(0x0C, packets.integer(PATIENCE_S * 1000)) + parameters
        if len(packets.tlv(packets.INTEREST, value)) == size:
            return packets.tlv(packets.INTEREST, value)
    raise ValueError(f"no Interest of {size} bytes")


def receive_whole(client: Client) -> bytes:
    """The next network packet, put together from its NDNLP fragments where it comes in several."""
    pieces: dict[int, bytes] = {}
    while True:
        packet = client.receive()
        (kind, value), = packets.elements(packet)
        if kind != packets.LP_PACKET:
            return packet
        header = dict(packets.elements(value))
        if 0x50 not in header:
            continue
        count = int.from_bytes(header.get(0x53, b"\1"), "big")
        pieces[int.from_bytes(header.get(0x52, b"\0"), "big")] = header[0x50]
        if len(pieces) == count:
            return b"".join(pieces[index] for index in sorted(pieces))


class EchoProducer:
    """Answers each Interest for PREFIX with the Data prepared for it, and keeps the Interest."""

    def __init__(self, router: Router, answers: list[bytes]) -> None:
        self.interests: list[bytes] = []
        self._answers = list(answers)
        self._management = Management(str(router.unix_path))
        self._management.command("rib", "register", name=PREFIX)
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> EchoProducer:
        self._thread.start()
        return self

    def __exit__(self, *_exception) -> None:
        self._management.stream.shutdown()
        self._thread.join(5)

    def _serve(self) -> None:
        try:
            while self._answers:
                interest = packets.network_packet(self._management.stream.receive())
                if interest[0] == packets.INTEREST:
                    self.interests.append(interest)
                    self._management.stream.send(self._answers.pop(0))
        except (ConnectionError, OSError):
            pass


def data_answering(interest: bytes, size: int) -> bytes:
    """A Data of exactly `size` bytes with the Interest's name."""
    (_, value), = packets.elements(interest)
    name = packets.tlv(*packets.elements(value)[0])
    for count in range(size - len(packets.data_with_name(name)), 0, -1):
        data = packets.data_with_name(name, os.urandom(count))
        if len(data) <= size:
            return data
    raise ValueError(f"no Data of {size} bytes")


def exchange(client: Client, router: Router, size: int) -> None:
    """An Interest and a Data of this size, from the client through the router to a local producer and back."""
    interest = interest_of_size(f"{PREFIX}/{size}", size)
    data = data_answering(interest, size)
    assert len(interest) == size and size - 2 <= len(data) <= size
    with EchoProducer(router, [data]) as producer:
        client.send(interest)
        assert receive_whole(client) == data
    assert without_hop_limit(producer.interests[0]) == without_hop_limit(interest)


def without_hop_limit(interest: bytes) -> list[tuple[int, bytes]]:
    (_, value), = packets.elements(interest)
    return [element for element in packets.elements(value) if element[0] != 0x22]


def connect(router: Router, kind: str) -> Client:
    if kind == "unix":
        return packets.connect_unix(str(router.unix_path))
    if kind == "udp":
        return packets.connect_udp("127.0.0.1", router.udp_port)
    if kind == "tcp":
        return packets.connect_tcp("127.0.0.1", router.tcp_port)
    return WebSocket("127.0.0.1", router.websocket_port)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["unix", "udp", "tcp", "websocket"])
def test_large_packets_between_client_and_router(router: Router, kind: str, size: int) -> None:
    client = connect(router, kind)
    exchange(client, router, size)
    client.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("link", LINKS)
def test_large_packets_between_routers(namespaces: LinkedNamespaces, start_router, link: str, size: int) -> None:
    """Over a link of 1500 bytes: what exceeds it is cut by the link service or by IP."""
    kind = router_under_test().kind
    near, far = start_pair(start_router, namespaces, link, kind, kind)
    join(near, namespaces, link, PREFIX)
    client = packets.connect_unix(str(near.unix_path))
    exchange(client, far, size)
    client.close()
