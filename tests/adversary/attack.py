# SPDX-License-Identifier: Apache-2.0
"""What an attack is, and what it sees of the router that it attacks."""
from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from harness import packets
from harness.management import Management
from harness.websocket import WebSocket

HOSTILE = "10.77.0.2"       # where the adversary sends from
HOSTILE_V6 = "fd77::2"
STRANGER = "10.77.0.4"      # an innocent whom an attack plays itself, to see what is left for him
ANSWER_WAIT_S = 20          # how long an attack waits for an answer that it needs
UNANSWERED = "/void"        # a prefix with a route to somebody who takes Interests and says nothing


class Succeeded(Exception):
    """The attack has got what no stranger may get; the text says what."""


@dataclass
class Target:
    """A router from outside."""
    host: str               # an address of it that is not loopback
    host_v6: str
    unix_path: str
    tcp_port: int
    udp_port: int
    websocket_port: int
    http_port: int          # of metrics and live page
    full: bool              # the large numbers, rather than those for a sanitised build
    folder: Path            # files that the attack may want
    graph_command: list[str]  # `augustus graph replace` without the file

    def scale(self, small: int, full: int) -> int:
        return full if self.full else small

    def for_seconds(self, small: float, full: float) -> Iterator[int]:
        """Counts up until so much time has passed."""
        end = time.monotonic() + (full if self.full else small)
        count = 0
        while time.monotonic() < end:
            yield count
            count += 1

    def tcp(self, source: str = HOSTILE, timeout_s: float = 2) -> packets.Stream:
        connection = socket.create_connection((self.host, self.tcp_port), timeout_s, (source, 0))
        return packets.Stream(connection, timeout_s)

    def udp(self, source: str = HOSTILE, timeout_s: float = 2) -> packets.Datagrams:
        family, host = (socket.AF_INET6, self.host_v6) if ":" in source else (socket.AF_INET, self.host)
        connected = socket.socket(family, socket.SOCK_DGRAM)
        connected.bind((source, 0))
        connected.connect((host, self.udp_port))
        return packets.Datagrams(connected, timeout_s)

    def unix(self, timeout_s: float = 2) -> packets.Stream:
        return packets.connect_unix(self.unix_path, timeout_s)

    def websocket(self, source: str = HOSTILE, **options) -> WebSocket:
        return WebSocket(self.host, self.websocket_port, source=source, **options)

    def management(self, patience_s: float = ANSWER_WAIT_S) -> Management:
        return Management(self.unix_path, patience_s)

    def http(self, source: str = HOSTILE) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.http_port), 2)


@dataclass(frozen=True)
class Attack:
    name: str
    run: Callable[[Target], str]    # returns what it sent, in words
    profile: str                    # how the router is configured: profiles.py
    item: str                       # a word for what it is about, to choose attacks by
    user: str | None                # it runs as this user of the machine; None: as who runs the tests
    lingers_s: float                # how long what it left may stay by the rules: lifetimes of Interests, idle Faces


ATTACKS: list[Attack] = []


def attack(name: str, *, profile: str = "plain", item: str = "", user: str | None = None,
           lingers_s: float = 0) -> Callable:
    """Makes a function an attack. It runs in a process of its own, whose end is the adversary's leave."""
    def enlist(function: Callable[[Target], str]) -> Callable[[Target], str]:
        ATTACKS.append(Attack(name, function, profile, item or function.__module__.rpartition(".")[2], user, lingers_s))
        return function

    return enlist


def pour(client: packets.Stream | packets.Datagrams, all_packets: Iterator[bytes], together: int = 1) -> int:
    """Sends until the packets end or the other side has enough; how many went. `together`: in one call, on a stream."""
    sent = 0
    waiting: list[bytes] = []
    try:
        for packet in all_packets:
            waiting.append(packet)
            if len(waiting) == together:
                client.send(b"".join(waiting))
                sent += together
                waiting.clear()
        if waiting:
            client.send(b"".join(waiting))
            sent += len(waiting)
    except OSError:
        pass
    return sent
