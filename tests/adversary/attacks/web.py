# SPDX-License-Identifier: Apache-2.0
"""WebSocket and HTTP, from pages of strangers and by clients that do not keep to the protocol."""
from __future__ import annotations

import base64
import contextlib
import os
import random
import socket
import struct
import time
from collections.abc import Iterator

from ndn.encoding import Name

from harness import packets
from harness.management import Response
from harness.websocket import BINARY, WebSocket

from ..attack import Succeeded, Target, attack
from ..witness import PREFIX
from .streams import signed_command

ORIGIN = "https://evil.example"


@attack("a web page of a stranger gives commands", item="4")
def foreign_origin(target: Target) -> str:
    """A browser on the router's machine: the connection comes by loopback and says which page's script made it."""
    obeyed = []
    for headers in ({"origin": ORIGIN}, {"origin": ORIGIN, "host_header": f"evil.example:{target.websocket_port}"},
                    {"origin": f"http://evil.example:{target.websocket_port}",
                     "host_header": f"evil.example:{target.websocket_port}"}, {"origin": "null"}):
        for module, verb, parameters in (("faces", "create", {"uri": b"udp4://10.77.0.8:7000"}),
                                         ("rib", "register", {"name": Name.from_str("/from/a/page")}),
                                         ("augustus-capture", "start", {})):
            with contextlib.suppress(OSError):
                page = WebSocket("127.0.0.1", target.websocket_port, 0.5, **headers)
                page.send(signed_command(module, verb, **parameters))
                packet = packets.network_packet(page.receive())
                if packet[:1] == b"\x06":
                    code = Response.decode(dict(packets.elements(packets.elements(packet)[0][1]))[0x15]).code
                    obeyed += [f"{module}/{verb}"] if code == 200 else []
                page.close()
    if obeyed:
        raise Succeeded(f"{', '.join(sorted(set(obeyed)))} obeyed for a page of {ORIGIN}")
    return "3 commands from pages of 4 foreign Origins"


def http(target: Target, request: bytes, wait_s: float = 1) -> bytes:
    with contextlib.suppress(OSError), target.http() as client:
        client.settimeout(wait_s)
        client.sendall(request)
        return client.recv(65536)
    return b""


@attack("metrics under a foreign name", item="11")
def foreign_host(target: Target) -> str:
    """A page whose name its owner points to 127.0.0.1 may read what is answered under that name."""
    for path in ("/metrics", "/", "/live"):
        for host in ("evil.example", f"evil.example:{target.http_port}", "127.0.0.1.evil.example", "localhost.evil.example"):
            answer = http(target, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            if answer.startswith(b"HTTP/1.1 200"):
                raise Succeeded(f"{path} was answered to Host {host}")
    return "/metrics, / and /live under 4 foreign names"


def frames(draw: random.Random) -> Iterator[bytes]:
    """WebSocket frames (RFC 6455, section 5) as they must not be."""
    payload = packets.interest(f"{PREFIX}/plain/frame", lifetime_ms=200)
    while True:
        first = draw.choice((0x82, 0x02, 0x80, 0x81, 0x01, 0x88, 0x89, 0x8A, 0x09, 0x83, 0xF2, 0xC2, 0x8F, draw.randrange(256)))
        body = draw.choice((payload, b"", os.urandom(126), payload * 20, os.urandom(draw.randrange(9000))))
        masked = 0x80 if draw.random() < 0.8 else 0
        kind = draw.randrange(5)
        size = len(body)
        if kind == 0:
            length = bytes([masked | 127]) + struct.pack(">Q", draw.choice((2**63, 2**64 - 1, 2**32, 1 << 20, size)))
        elif kind == 1:
            length = bytes([masked | 126]) + struct.pack(">H", draw.choice((0, 1, 65535, min(size, 65535))))
        elif size < 126:
            length = bytes([masked | size])
        else:
            length = bytes([masked | 126]) + struct.pack(">H", size)
        yield bytes([first]) + length + (bytes(4) if masked else b"") + body


@attack("WebSocket frames malformed, huge, never ended", item="web", lingers_s=2)
def bad_frames(target: Target) -> str:
    seed = random.randrange(2**32)
    draw = random.Random(seed)
    source = frames(draw)
    sent = 0
    held = []
    for number in target.for_seconds(2, 5):
        with contextlib.suppress(OSError):
            client = target.websocket(timeout_s=1)
            for _ in range(draw.randrange(1, 12)):
                client.socket.sendall(next(source))
                sent += 1
            if number % 8 == 0:
                client.send_frame(BINARY, b"\x05\xfd\x20\0" + b"x" * 100, final=False)  # a message that is never ended
                held.append(client)
            else:
                client.close()
    return f"{sent:,} frames, {len(held)} messages never ended, seed {seed}"


@attack("WebSocket handshakes malformed, slow, huge", item="web", lingers_s=1)
def bad_handshakes(target: Target) -> str:
    key = base64.b64encode(os.urandom(16)).decode()
    good = (f"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\n\r\n").encode()
    bad = [good.replace(b"13", b"12"), good.replace(b"GET", b"POST"), good.replace(key.encode(), b"short"), b"\r\n" * 3000,
           good[:-2] + b"X: " + b"y" * 100_000 + b"\r\n\r\n", os.urandom(3000), b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5000,
           good[:40], good.replace(b"\r\n", b"\n"), b"\x16\x03\x01" + os.urandom(500)]
    slow = [socket.create_connection((target.host, target.websocket_port), 2) for _ in range(target.scale(50, 200))]
    sent = 0
    for number in target.for_seconds(2.5, 5):
        with contextlib.suppress(OSError), socket.create_connection((target.host, target.websocket_port), 1) as client:
            client.sendall(bad[number % len(bad)])
            sent += 1
        if number % 20 == 0:
            for client in slow:
                with contextlib.suppress(OSError):
                    client.send(good[number // 20 % len(good):][:1])
    return f"{sent:,} handshakes, and {len(slow)} connections that hand theirs over by the byte"


@attack("HTTP requests malformed, slow, huge", item="web", lingers_s=1)
def bad_requests(target: Target) -> str:
    bad = [b"GET /metrics HTTP/9.9\r\n\r\n", b"GET " + b"/" * 20_000 + b" HTTP/1.1\r\n\r\n", os.urandom(3000), b"GET\r\n\r\n",
           b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5000 + b"\r\n", b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\nx",
           b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n", b"GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
           b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 50, b"HEAD /metrics HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
           b"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\r\n"]
    slow = []
    with contextlib.suppress(OSError):
        for _ in range(target.scale(150, 400)):
            slow.append(target.http())
    sent = 0
    for number in target.for_seconds(2.5, 5):
        with contextlib.suppress(OSError), target.http() as client:
            client.settimeout(0.05)
            client.sendall(bad[number % len(bad)])
            sent += 1
            if number % 4 == 0:
                client.recv(1000)
        if number % 20 == 0:
            for client in slow:
                with contextlib.suppress(OSError):
                    client.send(b"G")
    return f"{sent:,} requests, and {len(slow)} connections that send theirs by the byte"


@attack("live pages that do not read", item="web", lingers_s=1)
def unread_pages(target: Target) -> str:
    pages = []
    for _ in range(20):
        with contextlib.suppress(OSError):
            pages.append(WebSocket("127.0.0.1", target.http_port, 1, path="/live"))
    time.sleep(target.scale(2, 5))
    return f"{len(pages)} live pages that do not read"
