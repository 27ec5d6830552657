# SPDX-License-Identifier: Apache-2.0
"""What watches the router, opened and closed under load. By one who may."""
from __future__ import annotations

import contextlib
import threading
import time

from harness import packets
from harness.management import CommandFailed
from harness.websocket import WebSocket

from ..attack import UNANSWERED, Target, attack
from .floods import numbered_interests


def load(target: Target, stopped: threading.Event, pause_s: float) -> None:
    """Interests from a few Faces until it is stopped."""
    clients = [target.tcp(), target.unix(), target.udp()]
    source = numbered_interests(UNANSWERED, lifetime_ms=300)
    while not stopped.is_set():
        for client in clients:
            with contextlib.suppress(OSError):
                client.send(next(source) if isinstance(client, packets.Datagrams) else b"".join(next(source) for _ in range(16)))
        time.sleep(pause_s)


def open_and_close(target: Target, number: int, kept: bool) -> None:
    """A trace and a capture of everything by command, and the live page; closed in every order."""
    manager = target.management(patience_s=5)  # under a flood it goes on without an answer
    page = None
    with contextlib.suppress(OSError):
        page = WebSocket("127.0.0.1", target.http_port, 1, path="/live")
    started = []
    for module in ("augustus-trace", "augustus-capture"):
        with contextlib.suppress(CommandFailed, OSError):
            manager.command(module, "start", expected=(200, 409), **({"name": "/"} if module == "augustus-trace" else {}))
            started.append(module)
    time.sleep(0.3 if kept else 0.002 * (number % 8))
    if page is not None and number % 2:
        page.close()
    for module in started if number % 3 else reversed(started):
        with contextlib.suppress(CommandFailed, OSError):
            manager.command(module, "stop", expected=(200, 404))
    if page is not None:
        page.close()
    manager.close()


def watch(target: Target, pause_s: float, kept: bool) -> int:
    stopped = threading.Event()
    loader = threading.Thread(target=load, args=(target, stopped, pause_s), daemon=True)
    loader.start()
    opened = 0
    for number in target.for_seconds(6, 16):
        with contextlib.suppress(OSError):
            open_and_close(target, number, kept)
            opened += 1
    stopped.set()
    loader.join(2)
    return opened


@attack("trace, capture and live page opened and closed under traffic", profile="workers", item="13", lingers_s=2)
def opened_and_closed(target: Target) -> str:
    return f"{watch(target, 0.01, False):,} times opened and closed"


@attack("trace, capture and live page together under a flood", profile="workers", item="14", lingers_s=2)
def flooded(target: Target) -> str:
    return f"{watch(target, 0.0, True):,} times opened for a third of a second"
