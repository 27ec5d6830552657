# SPDX-License-Identifier: Apache-2.0
"""Connections: too many, and such as do not read or hardly write."""
from __future__ import annotations

import contextlib
import os
import select
import socket
import time

from harness import packets

from ..attack import ANSWER_WAIT_S, HOSTILE, HOSTILE_V6, STRANGER, Succeeded, Target, attack, pour
from ..stranger import is_served
from ..witness import PREFIX

IDLE_UDP_S = 2  # the routers here close a UDP Face that is idle for a second


def open_tcp(target: Target, count: int) -> list[packets.Stream]:
    """So many, if the router takes them within a few seconds."""
    opened: list[packets.Stream] = []
    for _ in target.for_seconds(4, 15):
        with contextlib.suppress(OSError):
            opened.append(target.tcp(timeout_s=0.5))
        if len(opened) == count:
            break
    return opened


@attack("300 idle TCP connections, room for 256 Faces", profile="few-faces", item="6")
def idle_connections(target: Target) -> str:
    opened = open_tcp(target, 300)
    time.sleep(target.scale(1, 2))
    return f"{len(opened)} TCP connections that say nothing"


@attack("400 UDP ports on two channels, room for 256 Faces", profile="few-faces", item="6", lingers_s=IDLE_UDP_S)
def udp_ports(target: Target) -> str:
    clients = [target.udp(source) for _ in range(200) for source in (HOSTILE, HOSTILE_V6)]
    for _ in target.for_seconds(1.5, 3):
        for client in clients:
            client.send(packets.interest(f"{PREFIX}/ports", lifetime_ms=100))
            time.sleep(0.0005)
    return f"Interests from {len(clients)} UDP ports"


@attack("Unix connections of one user, room for 256 Faces", profile="few-faces", item="6", user="nobody")
def unix_connections(target: Target) -> str:
    opened = []
    with contextlib.suppress(OSError):
        for _ in range(400):
            opened.append(target.unix())
    time.sleep(target.scale(1, 2))
    return f"{len(opened)} Unix connections that say nothing"


@attack("one connection from each of 240 addresses, room for 256 Faces", profile="few-faces", item="faces")
def many_addresses(target: Target) -> str:
    """None of them has more Faces than others, and none asks for anything more."""
    opened = []
    for host in range(11, 251):
        with contextlib.suppress(OSError):
            opened.append(target.tcp(f"10.77.0.{host}", timeout_s=0.5))
            opened[-1].send(packets.interest(f"{PREFIX}/mine", lifetime_ms=100))
        if host == 200:
            time.sleep(2)  # the router sees within a second who is idle
    time.sleep(target.scale(1, 2))
    if not any(is_served(target.tcp(STRANGER, timeout_s=3)) for _ in range(3)):
        raise Succeeded(f"connections from {len(opened)} addresses leave none for another one")
    return f"{len(opened)} TCP connections, each from another address, an Interest each"


@attack("thousands of TCP connections")
def many_connections(target: Target) -> str:
    opened = open_tcp(target, target.scale(1000, 10_000))
    for client in opened:
        with contextlib.suppress(OSError):
            client.send(packets.interest(f"{PREFIX}/mine", lifetime_ms=100))
    time.sleep(target.scale(1, 2))
    return f"{len(opened):,} TCP connections at once, an Interest each"


@attack("connections that come and go")
def churn(target: Target) -> str:
    made = 0
    for number in target.for_seconds(2, 5):
        with contextlib.suppress(OSError):
            client = target.unix() if number % 2 else target.tcp()
            client.send(packets.interest(f"{PREFIX}/churn/{number}")[:number % 40 + 1])
            if number % 4 == 0:
                client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            client.close()
            made += 1
    return f"{made:,} connections, some reset, each in the middle of a packet"


@attack("writers of a byte a second")
def slow_writers(target: Target) -> str:
    packet = packets.interest(f"{PREFIX}/slow")
    clients = [target.unix() if number % 4 == 0 else target.tcp() for number in range(target.scale(100, 400))]
    seconds = target.scale(3, 6)
    for at in range(seconds):
        for client in clients:
            with contextlib.suppress(OSError):
                client.send(packet[at:at + 1])
        time.sleep(1)
    return f"{len(clients)} connections, a byte a second each for {seconds} s"


def publish(target: Target, names: list[str], size: int) -> None:
    """Has the router cache Data under these names, from a producer of the adversary's."""
    registrar, consumer = target.management(), target.unix(timeout_s=ANSWER_WAIT_S)
    registrar.command("rib", "register", name="/evil")
    content = os.urandom(size)
    for name in names:
        consumer.send(packets.interest(name, lifetime_ms=ANSWER_WAIT_S * 1000))
        while packets.network_packet(registrar.stream.receive())[0] != packets.INTEREST:
            pass
        registrar.stream.send(packets.data(name, content, freshness_ms=600_000))
        consumer.receive()
    registrar.close()
    consumer.close()


def slow_reader(target: Target, kind: str) -> packets.Stream:
    if kind == "unix":
        return target.unix()
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(2)
    connection.bind((HOSTILE, 0))
    connection.connect((target.host, target.tcp_port))
    return packets.Stream(connection, 2)


def stall(target: Target, kind: str) -> str:
    names = [f"/evil/stall/{number}" for number in range(64)]
    publish(target, names, 8000)
    interests = b"".join(packets.interest(name) for name in names) * 10
    asked = 0
    readers: list[packets.Stream] = []
    for number in target.for_seconds(3, 8):
        # Those that are sent away come back.
        if len(readers) < 64:
            with contextlib.suppress(OSError):
                readers.append(slow_reader(target, kind))
        for reader in list(readers):
            _, writable, _ = select.select([], [reader.socket], [], 0)
            try:
                if writable:
                    reader.socket.setblocking(False)
                    asked += reader.socket.send(interests)
            except BlockingIOError:
                pass
            except OSError:
                readers.remove(reader)
        if number % 64 == 63:
            time.sleep(0.02)
    return f"{asked * 640 // len(interests):,} Interests for cached Data of 8 KB by 64 readers that read nothing"


@attack("64 TCP readers that do not read", item="10", lingers_s=2)
def stalled_tcp_readers(target: Target) -> str:
    return stall(target, "tcp")


@attack("64 Unix readers that do not read", item="10", user="nobody", lingers_s=2)
def stalled_unix_readers(target: Target) -> str:
    return stall(target, "unix")


@attack("Faces with reliability that never acknowledge", user="nobody", lingers_s=6)
def unacknowledged(target: Target) -> str:
    names = [f"/evil/kept/{number}" for number in range(64)]
    publish(target, names, 60)
    faces = []
    for _ in range(20):
        face = target.management()
        face.command("faces", "update", flags=2, mask=2)
        face.stream.socket.setblocking(False)
        faces.append(face)
    interests = b"".join(packets.interest(name) for name in names)
    asked = 0
    for number in target.for_seconds(3, 8):
        for face in faces:
            with contextlib.suppress(OSError):
                asked += face.stream.socket.send(interests)
            with contextlib.suppress(OSError):
                while face.stream.socket.recv(1 << 18):
                    pass
        time.sleep(0.002)
    return f"{asked * 64 // len(interests):,} Interests for cached Data over {len(faces)} Faces that read all and acknowledge nothing"


@attack("a producer that takes Interests and does not read them", item="10", lingers_s=3)
def stalled_producer(target: Target) -> str:
    """Registers from afar, then asks itself."""
    registrar = target.management()
    registrar.command("rib", "register", name="/evil")
    consumer = target.tcp()
    long_name = "p" * 4000
    sent = pour(consumer, (packets.interest(f"/evil/{long_name}/{number}", lifetime_ms=1500)
                           for number in target.for_seconds(2, 4)), 4)
    return f"{sent:,} Interests of 4 KB for a producer that does not read"
