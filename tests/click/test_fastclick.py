# SPDX-License-Identifier: Apache-2.0
"""The package forwards in a real FastClick: every packet is counted."""
from __future__ import annotations

import os
import socket
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harness.packets import connect_udp, data, interest, lp, network_packet, tlv
from harness.router import ROOT

EXCHANGES = 1000
PIT_TOKEN = 0x62


class FastClick:
    """A running configuration, and its handlers."""

    def __init__(self, command: list[str | Path], environment: dict[str, str], folder: Path) -> None:
        self.control = folder / "control"
        self.log = (folder / "log").open("wb")
        self.process = subprocess.Popen([*command[:1], "-u", self.control, *command[1:]], stdout=self.log,
                                        stderr=subprocess.STDOUT, env=os.environ | environment)
        self.socket = self.connect()
        assert self.socket.readline().startswith(b"Click::ControlSocket/")

    def connect(self, patience_s: float = 60):
        until = time.monotonic() + patience_s
        while True:
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(30)
            try:
                connection.connect(str(self.control))
                return connection.makefile("rwb")
            except OSError:
                assert self.process.poll() is None, Path(self.log.name).read_text()
                assert time.monotonic() < until
                time.sleep(0.1)

    def answer(self, command: str) -> tuple[int, str]:
        self.socket.write(command.encode() + b"\n")
        self.socket.flush()
        while (line := self.socket.readline().decode())[3:4] == "-":
            pass
        return int(line[:3]), line[4:]

    def read(self, handler: str) -> str:
        status, text = self.answer(f"READ {handler}")
        assert status == 200, text
        return self.socket.read(int(self.socket.readline().split()[1])).decode()

    def write(self, handler: str, value: str) -> None:
        status, text = self.answer(f"WRITE {handler} {value}")
        assert status == 200, text

    def counters(self) -> dict[str, int]:
        return {words[0]: int(words[1]) for line in self.read("t.counters").splitlines() if (words := line.split())}

    def wait_for(self, what: Callable[[], int], value: int, patience_s: float = 60) -> None:
        until = time.monotonic() + patience_s
        while (seen := what()) < value:
            assert time.monotonic() < until, f"{seen} instead of {value}"
            time.sleep(0.05)
        assert what() == value

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)
        self.log.close()


@pytest.fixture
def run(package: Path, click: Path | str, tmp_path: Path) -> Iterator[Callable[..., FastClick]]:
    running = []

    def start(*arguments: str | Path, **environment: str) -> FastClick:
        running.append(FastClick([click, *arguments], {"CLICKPATH": str(package), **environment}, tmp_path))
        return running[-1]

    yield start
    for each in running:
        each.stop()


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as tried:
        tried.bind(("127.0.0.1", 0))
        return tried.getsockname()[1]


@pytest.mark.timeout(600)
def test_the_routers_own_file_forwards_between_sockets(run: Callable[..., FastClick]) -> None:
    port = free_port()
    router = run(ROOT / "etc/figure3.click", AUGUSTUS_UDP_PORT=str(port))
    consumer, producer = connect_udp("127.0.0.1", port, 30), connect_udp("127.0.0.1", port, 30)
    router.write("fib.add_route", f"/a udp4://127.0.0.1:{producer.socket.getsockname()[1]}")

    for number in range(EXCHANGES):
        token = struct.pack(">I", number)
        consumer.send(lp(interest(f"/a/{number}"), tlv(PIT_TOKEN, token)))
        asked = producer.receive()
        assert network_packet(asked)[:1] == b"\x05"
        answer = data(f"/a/{number}", b"content", freshness_ms=60000)
        producer.send(answer)
        got = consumer.receive()
        assert network_packet(got) == answer
        assert token in got[: -len(answer)]
    for number in range(EXCHANGES):
        consumer.send(interest(f"/a/{number}"))
        assert network_packet(consumer.receive()) == data(f"/a/{number}", b"content", freshness_ms=60000)
    consumer.send(interest("/b"))
    assert network_packet(consumer.receive())[:1] == b"\x05"  # a Nack: there is no route

    counters = router.counters()
    assert counters["interests"] == 2 * EXCHANGES + 1
    assert counters["out_interests"] == counters["data"] == counters["satisfied"] == EXCHANGES
    assert counters["cs_hits"] == EXCHANGES
    assert counters["out_data"] == 2 * EXCHANGES
    assert counters["strays"] == 0
    assert router.read("t.drops") == "no_route 1\n"
    print(f"\n{counters}")


def write_capture(file: Path, packets: list[bytes]) -> None:
    """Behind Ethernet headers."""
    with file.open("wb") as out:
        out.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
        for packet in packets:
            frame = bytes(12) + b"\x86\x24" + packet
            out.write(struct.pack("<IIII", 0, 0, len(frame), len(frame)) + frame)


@pytest.mark.timeout(600)
def test_elements_of_fastclick_stand_between(run: Callable[..., FastClick], tmp_path: Path) -> None:
    interests = [interest(f"/a/{number}") for number in range(EXCHANGES)]
    # The last one has no name.
    write_capture(tmp_path / "interests", [*interests, b"\x05\x02\x99\x00"])
    write_capture(tmp_path / "data", [data(f"/a/{number}", b"content") for number in range(EXCHANGES + 5)])
    router = run(ROOT / "click/ports.click", f"INTERESTS={tmp_path / 'interests'}", f"DATA={tmp_path / 'data'}")
    count = {name: lambda name=name: int(router.read(f"{name}.count"))
             for name in ("asked", "hits", "kept", "bad", "to_consumer", "to_producer")}
    router.write("fib.add_route", "/a 2")

    router.write("interests.active", "true")
    router.wait_for(count["to_producer"], EXCHANGES)
    router.wait_for(count["bad"], 1)
    router.write("data.active", "true")
    router.wait_for(count["to_consumer"], EXCHANGES)

    assert count["kept"]() == EXCHANGES
    counters = router.counters()
    assert counters["satisfied"] == EXCHANGES
    assert counters["strays"] == 0
    assert "unsolicited_data 5\n" in router.read("t.drops")
    print(f"\n{counters}")
