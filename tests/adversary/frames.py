# SPDX-License-Identifier: Apache-2.0
"""Ethernet frames byte by byte: IPv4 (RFC 791), UDP (RFC 768), from whatever address the sender likes."""
from __future__ import annotations

import fcntl
import os
import socket
import struct

ETHERTYPE_IPV4, ETHERTYPE_ARP, ETHERTYPE_IPV6, ETHERTYPE_NDN = 0x0800, 0x0806, 0x86DD, 0x8624
BROADCAST = b"\xff" * 6
NDN_GROUP = bytes.fromhex("01005e0017aa")
SENDER = bytes.fromhex("020000000666")
SIOCGIFHWADDR = 0x8927


def hardware_address(interface: str) -> bytes:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        return fcntl.ioctl(probe, SIOCGIFHWADDR, interface.encode().ljust(40, b"\0"))[18:24]


def ethernet(destination: bytes, ethertype: int, payload: bytes, source: bytes = SENDER) -> bytes:
    return destination + source + struct.pack(">H", ethertype) + payload


def checksum(header: bytes) -> int:
    total = sum(struct.unpack(f">{len(header) // 2}H", header))
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def ipv4(source: str, destination: str, payload: bytes, *, identification: int = 0, offset: int = 0, more: bool = False,
         protocol: int = 17) -> bytes:
    """`offset`: of a fragment, in bytes, a multiple of 8."""
    header = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(payload), identification, (0x2000 if more else 0) | offset // 8, 64,
                         protocol, 0, socket.inet_aton(source), socket.inet_aton(destination))
    return header[:10] + struct.pack(">H", checksum(header)) + header[12:] + payload


def udp(source_port: int, destination_port: int, payload: bytes) -> bytes:
    """Without a checksum, as IPv4 allows."""
    return struct.pack(">HHHH", source_port, destination_port, 8 + len(payload), 0) + payload


class Wire:
    """An end of a cable that frames can be put on."""

    def __init__(self, interface: str) -> None:
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
        self.socket.bind((interface, 0))

    def send(self, frame: bytes) -> None:
        self.socket.send(frame[:1514])


class ToGroup:
    """Packets to the NDN multicast group at wire0, each time from another port of another host."""

    def __init__(self) -> None:
        self._wire = Wire("wire1")

    def send(self, packet: bytes) -> None:
        source, = os.urandom(1)
        datagram = udp(6000 + source, 56363, packet[:1400])
        self._wire.send(ethernet(NDN_GROUP, ETHERTYPE_IPV4, ipv4(f"10.78.0.{2 + source % 200}", "224.0.23.170", datagram)))


class ToPortUdp:
    """Packets by UDP to the router's port."""

    def __init__(self, source: str = "10.79.0.2", source_port: int = 6000) -> None:
        self._wire = Wire("port1")
        self._router = hardware_address("port0")
        self._source, self._source_port = source, source_port

    def datagram(self, packet: bytes, **options) -> None:
        self.ip(udp(self._source_port, 6363, packet), **options)

    def ip(self, payload: bytes, **options) -> None:
        self._wire.send(ethernet(self._router, ETHERTYPE_IPV4, ipv4(self._source, "10.79.0.1", payload, **options)))

    def send(self, packet: bytes) -> None:
        self.datagram(packet[:1472])


class ToPortEthernet:
    """Packets in frames to the router's port."""

    def __init__(self) -> None:
        self._wire = Wire("port1")
        self._router = hardware_address("port0")

    def send(self, packet: bytes) -> None:
        self._wire.send(ethernet(self._router, ETHERTYPE_NDN, packet[:1500]))
