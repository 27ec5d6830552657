# SPDX-License-Identifier: Apache-2.0
"""A WebSocket client (RFC 6455) of the few lines that a test needs."""
from __future__ import annotations

import base64
import os
import socket
import struct

from .process import PATIENCE_S

BINARY, CLOSE, PING = 2, 8, 9


class WebSocket:
    def __init__(self, host: str, port: int, timeout_s: float = PATIENCE_S, path: str = "/", origin: str = "",
                 host_header: str = "", source: str = "") -> None:
        self.socket = socket.create_connection((host, port), timeout_s, (source, 0) if source else None)
        key = base64.b64encode(os.urandom(16)).decode()
        headers = {"Host": host_header or f"{host}:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
                   "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13", **({"Origin": origin} if origin else {})}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.socket.sendall(f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode())
        self._buffer = b""
        while b"\r\n\r\n" not in self._buffer:
            self._fill()
        head, self._buffer = self._buffer.split(b"\r\n\r\n", 1)
        if not head.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(head.decode(errors="replace"))

    def _fill(self) -> None:
        received = self.socket.recv(65536)
        if not received:
            raise ConnectionError("the other side closed the connection")
        self._buffer += received

    def _take(self, count: int) -> bytes:
        while len(self._buffer) < count:
            self._fill()
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    def send_frame(self, opcode: int, payload: bytes, *, final: bool = True) -> None:
        size = len(payload)
        head = bytes([(0x80 if final else 0) | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size <= 0xFFFF:
            head += b"\xfe" + struct.pack(">H", size)
        else:
            head += b"\xff" + struct.pack(">Q", size)
        mask = os.urandom(4)
        self.socket.sendall(head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload)))

    def send(self, packet: bytes) -> None:
        self.send_frame(BINARY, packet)

    def receive(self) -> bytes:
        """The payload of the next message. Raises TimeoutError, or ConnectionError at the end."""
        message = b""
        while True:
            first, second = self._take(2)
            size = second & 0x7F
            if size == 126:
                size, = struct.unpack(">H", self._take(2))
            elif size == 127:
                size, = struct.unpack(">Q", self._take(8))
            payload = self._take(size)
            if first & 0x0F == CLOSE:
                raise ConnectionError("the other side closed the connection")
            if first & 0x0F >= CLOSE:
                continue
            message += payload
            if first & 0x80:
                return message

    def close(self) -> None:
        self.socket.close()
