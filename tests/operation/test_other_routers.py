# SPDX-License-Identifier: Apache-2.0
"""The client subcommands at a router that is not Augustus: what needs more than the NFD management protocol says so at
once."""
from __future__ import annotations

import os
import socket
import subprocess
import threading
from pathlib import Path

import pytest

from harness import packets
from harness.router import AUGUSTUS

VERSION = b"24.07"
# The numbers of ForwarderStatus, in their order.
FIGURES = (129, 130, 131, 132, 133, 134, 135, 144, 145, 151, 146, 147, 152, 153, 154)


class OtherRouter(threading.Thread):
    """Answers status/general of the NFD management protocol and nothing else; keeps what it was asked."""

    def __init__(self, path: Path) -> None:
        super().__init__(daemon=True)
        self.path, self.asked = path, []
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self.start()

    def run(self) -> None:
        general = packets.tlv(128, VERSION) + b"".join(packets.tlv(kind, packets.integer(1)) for kind in FIGURES)
        while True:
            connection, _ = self._listener.accept()
            stream = packets.Stream(connection, 30)
            try:
                while True:
                    interest = packets.network_packet(stream.receive())
                    (_, fields), = packets.elements(interest)
                    (_, name) = packets.elements(fields)[0]
                    words = [value for _, value in packets.elements(name)]
                    self.asked.append(b"/".join(words[2:4]).decode())
                    if words[2:4] == [b"status", b"general"]:
                        whole = name + packets.tlv(54, packets.integer(1)) + packets.tlv(50, packets.integer(0))
                        last = packets.tlv(26, packets.tlv(50, packets.integer(0)))
                        meta = packets.tlv(20, packets.tlv(25, packets.integer(1000)) + last)
                        signature = packets.tlv(22, packets.tlv(27, packets.integer(0))) + packets.tlv(23, bytes(32))
                        stream.send(packets.tlv(6, packets.tlv(7, whole) + meta + packets.tlv(21, general) + signature))
            except (ConnectionError, TimeoutError, OSError):
                connection.close()


@pytest.mark.parametrize("words", [["partition", "list"], ["partition", "move", "0", "to", "0"], ["log"], ["reload"],
                                   ["graph", "read", "cs.count"], ["trace", "/"], ["capture", "-"]], ids=lambda words: words[0])
def test_what_only_augustus_has_is_not_asked_of_another_router(tmp_path: Path, words: list[str]) -> None:
    other = OtherRouter(tmp_path / "sock")
    done = subprocess.run([str(AUGUSTUS), *words], capture_output=True, text=True, timeout=30,
                          env={**os.environ, "NDN_CLIENT_TRANSPORT": f"unix://{other.path}"})
    assert done.returncode == 1, done.stderr
    assert "the router is not Augustus but 24.07" in done.stderr
    # No Interest whose answer would have to be waited for.
    assert set(other.asked) == {"status/general"}


def test_status_shows_what_another_router_tells(tmp_path: Path) -> None:
    other = OtherRouter(tmp_path / "sock")
    done = subprocess.run([str(AUGUSTUS), "status"], capture_output=True, text=True, timeout=30,
                          env={**os.environ, "NDN_CLIENT_TRANSPORT": f"unix://{other.path}"})
    assert done.returncode == 0, done.stderr
    assert "24.07" in done.stdout
    assert set(other.asked) == {"status/general"}
