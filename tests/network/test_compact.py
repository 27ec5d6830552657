# SPDX-License-Identifier: Apache-2.0
"""The compact header on a DPDK port: two routers speak it to each other, and packets of the 2016 release, made by hand,
are exchanged with an NDN producer and with an NDN consumer."""
from __future__ import annotations

import ctypes
import os
import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness import packets
from harness.management import Management
from harness.namespaces import LinkedNamespaces
from harness.process import PATIENCE_S, wait_until
from harness.router import Router, RouterOptions, router_under_test

pytestmark = pytest.mark.skipif(router_under_test().kind != "augustus", reason="Augustus' own header")

EVERYBODY = "ff:ff:ff:ff:ff:ff"
PROTOCOL = 253


@pytest.fixture
def namespaces() -> Iterator[LinkedNamespaces]:
    if os.geteuid() != 0:
        pytest.skip("network namespaces need root")
    with LinkedNamespaces(kernel_has=()) as linked:
        yield linked


def port_options(header: str) -> RouterOptions:
    return RouterOptions(extra={"dpdk.ports": [
        {"device": "net_af_packet0,iface=link0", "name": "port0", "header": header}]})


def compact_face(router: Router) -> int:
    return router.create_face(f"ether://[{EVERYBODY}]", local_uri=b"dev://port0")


def exchange(consumer: Router, name: str, data: bytes) -> None:
    client = packets.connect_unix(str(consumer.unix_path))
    client.send(packets.interest(name, lifetime_ms=PATIENCE_S * 1000))
    assert packets.network_packet(client.receive()) == data
    client.close()


class Producer:
    """Answers Interests for /net with one Data."""

    def __init__(self, router: Router, data: bytes) -> None:
        self.interests: list[bytes] = []
        self._data = data
        self._management = Management(str(router.unix_path))
        self._management.command("rib", "register", name="/net")
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Producer:
        self._thread.start()
        return self

    def __exit__(self, *_exception) -> None:
        self._management.stream.shutdown()
        self._thread.join(5)

    def _serve(self) -> None:
        try:
            while True:
                interest = packets.network_packet(self._management.stream.receive())
                if interest[0] == packets.INTEREST:
                    self.interests.append(interest)
                    self._management.stream.send(self._data)
        except (ConnectionError, OSError):
            pass


@pytest.mark.parametrize("header", ["compact", "compact-2016"])
def test_two_routers(namespaces: LinkedNamespaces, start_router, header: str) -> None:
    near = start_router(port_options(header), namespace=namespaces.left)
    far = start_router(port_options(header), namespace=namespaces.right)
    near.add_route("/net", compact_face(near))
    for name, content in (("/net/small", b"x"), ("/net/object/seg=70000", os.urandom(900))):
        data = packets.data_with_name(packets.name(name), content)
        with Producer(far, data):
            exchange(near, name, data)


def enter_network_namespace(descriptor: int) -> None:
    clone_newnet = 0x40000000
    if ctypes.CDLL(None, use_errno=True).setns(descriptor, clone_newnet):
        raise OSError(ctypes.get_errno(), "setns")


class RawLink:
    """Frames on the other end of the cable."""

    def __init__(self, namespaces: LinkedNamespaces, side: str) -> None:
        namespace = Path("/run/netns", getattr(namespaces, side))
        own = os.open("/proc/self/ns/net", os.O_RDONLY)
        with open(namespace) as there:
            enter_network_namespace(there.fileno())
        try:
            self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x0800))
            self.socket.bind((namespaces.interface, 0))
        finally:
            enter_network_namespace(own)
            os.close(own)
        self.socket.settimeout(PATIENCE_S)

    def send(self, packet: bytes) -> None:
        header = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(packet), 1, 0, 64, PROTOCOL, 0, b"\xef\1\2\3", b"\1\1\1\1")
        total = sum(struct.unpack(">10H", header))
        total = (total & 0xFFFF) + (total >> 16)
        checksum = ~((total & 0xFFFF) + (total >> 16)) & 0xFFFF
        header = header[:10] + struct.pack(">H", checksum) + header[12:]
        self.socket.send(bytes.fromhex(EVERYBODY.replace(":", "")) + b"\2\0\0\0\0\x99" + b"\x08\x00" + header + packet)

    def receive(self) -> bytes:
        while True:
            frame = self.socket.recv(10000)
            if frame[23] == PROTOCOL and frame[6:12] != b"\2\0\0\0\0\x99":
                return frame[34:14 + struct.unpack(">H", frame[16:18])[0]]


def packet_2016(kind: int, name: bytes, payload: bytes = b"") -> bytes:
    """What the 2016 release's own tool sends behind IPv4."""
    offsets = b"".join(struct.pack(">H", at) for at, byte in enumerate(name) if byte == ord("/"))
    header = 11 + len(name) + 4 + len(offsets)
    return struct.pack(">HHBHHH", kind, header + len(payload), 10, 0, header, len(name)) + name + \
        struct.pack(">HH", 1, len(offsets)) + offsets + payload


CHUNK = b"net/file/" + struct.pack(">I", 7)


def test_a_consumer_of_2016_reads_from_an_ndn_producer(namespaces: LinkedNamespaces, start_router) -> None:
    router = start_router(port_options("compact-2016"), namespace=namespaces.left)
    data = packets.data_with_name(packets.name("/net/file/seg=7"), b"the content")
    link = RawLink(namespaces, "right")
    with Producer(router, data) as producer:
        link.send(packet_2016(0, CHUNK))
        answer = link.receive()
    assert packets.name("/net/file/seg=7") in producer.interests[0]
    kind, length, _, _, header, name_length = struct.unpack(">HHBHHH", answer[:11])
    assert (kind, length, name_length) == (1, len(answer), len(CHUNK))
    assert answer[11:11 + name_length] == CHUNK
    assert answer[header:] == b"the content"

    link.send(packet_2016(0, CHUNK)[:-1])
    wait_until(lambda: router.status()["drops"].get("port_bad_compact_packet") == 1, PATIENCE_S, "the broken one counted")


def test_an_ndn_consumer_reads_from_a_producer_of_2016(namespaces: LinkedNamespaces, start_router) -> None:
    router = start_router(port_options("compact-2016"), namespace=namespaces.left)
    router.add_route("/net", compact_face(router))
    link = RawLink(namespaces, "right")
    client = packets.connect_unix(str(router.unix_path))
    client.send(packets.interest("/net/file/seg=7", lifetime_ms=PATIENCE_S * 1000))
    asked = link.receive()
    assert asked[:2] == b"\0\0" and asked[11:11 + len(CHUNK)] == CHUNK
    link.send(packet_2016(1, CHUNK, b"the content"))
    (_, value), = packets.elements(packets.network_packet(client.receive()))
    elements = dict(packets.elements(value))
    assert packets.tlv(packets.NAME, elements[packets.NAME]) == packets.name("/net/file/seg=7")
    assert elements[0x15] == b"the content"
    client.close()
