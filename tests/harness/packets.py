# SPDX-License-Identifier: Apache-2.0
"""NDN packets byte by byte (NDN packet format 0.3, NDNLPv2), for tests that must send what no library would."""
from __future__ import annotations

import os
import socket
import struct

from .process import PATIENCE_S

INTEREST, DATA, NAME, LP_PACKET = 0x05, 0x06, 0x07, 0x64
GENERIC, IMPLICIT_DIGEST, PARAMETERS_DIGEST, SEGMENT, VERSION = 0x08, 0x01, 0x02, 50, 54
PACKET_BYTES_MAX = 8800


def number(value: int) -> bytes:
    """A TLV type or length in its shortest form."""
    if value < 253:
        return bytes([value])
    if value <= 0xFFFF:
        return b"\xfd" + struct.pack(">H", value)
    if value <= 0xFFFFFFFF:
        return b"\xfe" + struct.pack(">I", value)
    return b"\xff" + struct.pack(">Q", value)


def tlv(kind: int, value: bytes = b"") -> bytes:
    return number(kind) + number(len(value)) + value


def integer(value: int) -> bytes:
    """A NonNegativeInteger: 1, 2, 4 or 8 bytes."""
    for size, code in ((1, "B"), (2, ">H"), (4, ">I"), (8, ">Q")):
        if value < 1 << (8 * size):
            return struct.pack(code, value)
    raise ValueError(value)


def name(text: str) -> bytes:
    """The Name TLV of a URI without escapes: /a/b/seg=3."""
    components = b""
    for component in text.strip("/").split("/"):
        if not component:
            continue
        if component.startswith("seg="):
            components += tlv(SEGMENT, integer(int(component[4:])))
        else:
            components += tlv(GENERIC, component.encode())
    return tlv(NAME, components)


def interest(text: str, **options) -> bytes:
    return interest_with_name(name(text), **options)


def interest_with_name(name_tlv: bytes, *, can_be_prefix: bool = False, must_be_fresh: bool = False,
                       nonce: bytes | None = None, lifetime_ms: int | None = None, hop_limit: int | None = None,
                       parameters: bytes | None = None) -> bytes:
    value = name_tlv
    if can_be_prefix:
        value += tlv(0x21)
    if must_be_fresh:
        value += tlv(0x12)
    value += tlv(0x0A, nonce if nonce is not None else os.urandom(4))
    if lifetime_ms is not None:
        value += tlv(0x0C, integer(lifetime_ms))
    if hop_limit is not None:
        value += tlv(0x22, bytes([hop_limit]))
    if parameters is not None:
        value += tlv(0x24, parameters)
    return tlv(INTEREST, value)


def data(text: str, content: bytes = b"", **options) -> bytes:
    return data_with_name(name(text), content, **options)


def data_with_name(name_tlv: bytes, content: bytes = b"", *, freshness_ms: int | None = None) -> bytes:
    """A Data with a SHA-256 digest signature of zeros: forwarders do not look at it."""
    meta = tlv(0x14, tlv(0x19, integer(freshness_ms))) if freshness_ms is not None else b""
    return tlv(DATA, name_tlv + meta + tlv(0x15, content) + tlv(0x16, tlv(0x1B, b"\0")) + tlv(0x17, bytes(32)))


def data_of_size(text: str, size: int) -> bytes:
    """A Data of exactly `size` bytes."""
    content = size - len(data(text))
    for guess in range(content, max(content - 16, -1), -1):
        packet = data(text, os.urandom(guess))
        if len(packet) == size:
            return packet
    raise ValueError(f"no Data of {size} bytes under {text}")


def lp(fragment: bytes, headers: bytes = b"") -> bytes:
    return tlv(LP_PACKET, headers + tlv(0x50, fragment))


def read_number(buffer: bytes, at: int) -> tuple[int, int]:
    """A TLV number and the offset after it. Raises IndexError or struct.error when the buffer ends first."""
    first = buffer[at]
    if first < 253:
        return first, at + 1
    code, size = {253: (">H", 2), 254: (">I", 4), 255: (">Q", 8)}[first]
    return struct.unpack_from(code, buffer, at + 1)[0], at + 1 + size


def elements(buffer: bytes) -> list[tuple[int, bytes]]:
    """The TLVs in a buffer: (type, value)."""
    found, at = [], 0
    while at < len(buffer):
        kind, at = read_number(buffer, at)
        length, at = read_number(buffer, at)
        found.append((kind, buffer[at:at + length]))
        at += length
    return found


def network_packet(packet: bytes) -> bytes:
    """The Interest or Data inside a link packet; a bare one as it is; empty for a link packet without fragment."""
    (kind, value), = elements(packet)
    if kind != LP_PACKET:
        return packet
    return next((inner for header, inner in elements(value) if header == 0x50), b"")


class Stream:
    """Packets over a connected stream socket."""

    def __init__(self, connection: socket.socket, timeout_s: float = PATIENCE_S) -> None:
        self.socket = connection
        self.socket.settimeout(timeout_s)
        self._buffer = b""

    def send(self, packet: bytes) -> None:
        self.socket.sendall(packet)

    def receive(self) -> bytes:
        """The next packet. Raises TimeoutError, or ConnectionError at the end of the stream."""
        while True:
            try:
                _, at = read_number(self._buffer, 0)
                length, at = read_number(self._buffer, at)
                if len(self._buffer) >= at + length:
                    packet, self._buffer = self._buffer[:at + length], self._buffer[at + length:]
                    return packet
            except (IndexError, struct.error):
                pass
            received = self.socket.recv(65536)
            if not received:
                raise ConnectionError("the other side closed the connection")
            self._buffer += received

    def shutdown(self) -> None:
        """Ends the connection also for a thread that waits in receive()."""
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()

    def close(self) -> None:
        self.socket.close()


class Datagrams:
    """Packets over a connected datagram socket."""

    def __init__(self, connected: socket.socket, timeout_s: float = PATIENCE_S) -> None:
        self.socket = connected
        self.socket.settimeout(timeout_s)

    def send(self, packet: bytes) -> None:
        self.socket.send(packet)

    def receive(self) -> bytes:
        return self.socket.recv(65536)

    def close(self) -> None:
        self.socket.close()


def connect_unix(path: str, timeout_s: float = PATIENCE_S) -> Stream:
    # Without a time-out on connect(): with one it fails at once while the backlog is full.
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(str(path))
    return Stream(connection, timeout_s)


def connect_tcp(host: str, port: int, timeout_s: float = PATIENCE_S) -> Stream:
    return Stream(socket.create_connection((host, port), timeout_s), timeout_s)


def connect_udp(host: str, port: int, timeout_s: float = PATIENCE_S) -> Datagrams:
    connected = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    connected.connect((host, port))
    return Datagrams(connected, timeout_s)
