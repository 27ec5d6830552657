# SPDX-License-Identifier: Apache-2.0
"""One Interest followed across two routers, and its packets captured: `augustus trace` and `augustus capture`."""
from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

from harness.namespaces import LinkedNamespaces
from harness.process import PATIENCE_S, Process, ProcessFailed
from harness.router import AUGUSTUS, Router, router_under_test

from .links import join, start_pair

pytestmark = pytest.mark.skipif(router_under_test().kind != "augustus", reason="Augustus's own tools")
PREFIX = "/example"
NDN_ETHERNET_TYPE = b"\x86\x24"


class Watching:
    """A `trace` or `capture` that has begun."""

    def __init__(self, router: Router, log: Path, *words: str) -> None:
        self.process = Process([AUGUSTUS, *words], log, environment=router.client_environment).start()
        self.log = log

        self.process.wait_for_output("capturing" if words[0] == "capture" else "following")

    def output(self) -> str:
        assert self.process.wait() == 0, self.log.read_text()
        return self.log.read_text()


def events(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines() if '"step"' in line]


def steps(found: list[dict]) -> list[str]:
    return [event["step"] + (":" + event["kind"] if event["step"] in ("arrived", "sent") else "") for event in found]


@pytest.fixture
def pair(namespaces: LinkedNamespaces, start_router, tmp_path: Path):
    near, far = start_pair(start_router, namespaces, "udp", "augustus", "augustus")
    join(near, namespaces, "udp", PREFIX)
    with Process([AUGUSTUS, "pingserver", PREFIX], tmp_path / "server.log",
                 environment=far.client_environment) as server:
        server.wait_for_output("PING SERVER")
        yield near, far


def exchange(router: Router, number: int) -> None:
    router.cli("peek", f"{PREFIX}/ping/{number}")


def test_an_interest_is_followed_across_two_routers(pair: tuple[Router, Router], tmp_path: Path) -> None:
    near, far = pair
    # A router that loses its CPU between reading the clock and a socket tells too early a time, but not each time.
    assert any(is_followed_in_order(near, far, number, tmp_path) for number in range(5))


def is_followed_in_order(near: Router, far: Router, number: int, folder: Path) -> bool:
    """Whether the far router's part lies between the near one's Interest and Data, of an exchange that both tell in full."""
    traces = [Watching(router, folder / f"{name}{number}.log", "trace", PREFIX, "--count", "2", "--json")
              for router, name in ((near, "near"), (far, "far"))]
    exchange(near, number)
    for trace in traces:
        found = events(trace.output())
        assert steps(found) == ["arrived:interest", "cs_miss", "pit_new", "route", "strategy", "next_hop", "sent:interest",
                                "arrived:data", "satisfied", "stored", "sent:data"]
        assert found[0]["name"] == f"{PREFIX}/ping/{number}"
        assert found[0]["nonce"] == events(traces[0].log.read_text())[0]["nonce"]
    times = [event["time_ns"] for trace in traces for event in events(trace.log.read_text())]
    return times[6] <= times[11] and times[-1] <= times[7] + 1_000_000


def test_a_trace_reads_as_words(pair: tuple[Router, Router], tmp_path: Path) -> None:
    near, _far = pair
    trace = Watching(near, tmp_path / "trace.log", "trace", PREFIX, "--count", "3")
    exchange(near, 1)
    exchange(near, 1)
    text = trace.output()
    for words in (f"Interest {PREFIX}/ping/1 of ", "content store: miss", "PIT: new record", "FIB: prefix of 1 components",
                  "cost 0: usable", "strategy /localhost/nfd/strategy/best-route/v=5", "Interest to Face", "satisfies 1 PIT",
                  "Data to Face", "content store: hit"):
        assert words in text
    assert '"events_lost":0' in text


def test_a_trace_ends_with_its_reader(pair: tuple[Router, Router], tmp_path: Path) -> None:
    near, _far = pair
    trace = Watching(near, tmp_path / "trace.log", "trace", PREFIX)
    assert trace.process.stop(PATIENCE_S) == 0
    near.cli("trace", PREFIX, "--seconds", "0.1")


class Block:
    """One block of a pcapng file, little endian."""

    def __init__(self, kind: int, body: bytes) -> None:
        self.kind, self.body = kind, body


def blocks(file: Path) -> list[Block]:
    data, found = file.read_bytes(), []
    while data:
        kind, length = struct.unpack_from("<II", data)
        assert length % 4 == 0 and struct.unpack_from("<I", data, length - 4)[0] == length
        found.append(Block(kind, data[8:length - 4]))
        data = data[length:]
    return found


def frames(file: Path) -> list[tuple[int, bytes]]:
    """Interface and frame of each packet."""
    found = []
    for block in blocks(file):
        if block.kind == 6:
            interface, _high, _low, kept, length = struct.unpack_from("<IIIII", block.body)
            assert kept == length
            found.append((interface, block.body[20:20 + kept]))
    return found


def test_packets_are_captured(pair: tuple[Router, Router], tmp_path: Path) -> None:
    near, _far = pair
    file = tmp_path / "all.pcapng"
    capture = Watching(near, tmp_path / "capture.log", "capture", str(file), "--prefix", PREFIX, "--count", "4")
    exchange(near, 1)
    assert json.loads(capture.output().splitlines()[-1]) == {"packets": 4, "packets_lost": 0}
    found = blocks(file)
    assert found[0].kind == 0x0A0D0D0A and [block.kind for block in found].count(1) == 2
    captured = frames(file)
    assert len(captured) == 4
    for _interface, frame in captured:
        assert frame[12:14] == NDN_ETHERNET_TYPE
        assert b"\x08\x07example\x08\x04ping\x08\x011" in frame
    # Interest in and out, Data in and out: the client's Face first and last.
    assert [interface for interface, _frame in captured] == [0, 1, 1, 0]
    assert [frame[14] for _interface, frame in captured] == [5, 5, 6, 6]


def test_one_face_is_captured(pair: tuple[Router, Router], tmp_path: Path) -> None:
    near, _far = pair
    remote = next(face["uri"] for face in near.faces() if face["uri"].startswith("udp"))
    file = tmp_path / "face.pcapng"
    capture = Watching(near, tmp_path / "capture.log", "capture", str(file), "--face", remote, "--count", "2")
    exchange(near, 1)
    capture.output()
    assert [frame[14] for _interface, frame in frames(file)] == [5, 6]


def test_a_face_that_is_not_there_is_refused(pair: tuple[Router, Router], tmp_path: Path) -> None:
    near, _far = pair
    for face in ("0", "99999", "99999999999"):
        with pytest.raises(ProcessFailed, match="404 There is no such Face"):
            near.cli("capture", str(tmp_path / "none.pcapng"), "--face", face, "--seconds", "0.1")


def test_a_capture_ends_at_its_size(pair: tuple[Router, Router], tmp_path: Path) -> None:
    near, _far = pair
    file = tmp_path / "some.pcapng"
    capture = Watching(near, tmp_path / "capture.log", "capture", str(file), "--bytes", "3000", "--snap-bytes", "20")
    for number in range(20):
        exchange(near, number)
    capture.output()
    assert 3000 <= file.stat().st_size < 3400
    assert {len(block.body[20:]) for block in blocks(file) if block.kind == 6} == {20 + 14 + 2 + 12}
