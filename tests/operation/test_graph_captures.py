# SPDX-License-Identifier: Apache-2.0
"""Captures that a graph writes and reads: packets that passed come back as if they arrived."""
from __future__ import annotations

import os
import struct
import subprocess
from pathlib import Path

import pytest

from harness.graph_router import FIGURE_3, GraphRouter, figure3_with, graph_router
from harness.process import PATIENCE_S, wait_until
from harness.router import AUGUSTUS, RouterOptions, router_under_test

pytestmark = pytest.mark.skipif(router_under_test().kind != "augustus", reason="Augustus' own elements")

EXCHANGES = 300
CAPTURING = figure3_with(arrives="FromFace -> arrived :: ToPcap(in.pcapng) -> in",
                         leaves="out -> copies :: Tee -> ToFace; copies [1] -> left :: ToPcap(out.pcapng, 40);")


def packets_of(file: Path) -> list[bytes]:
    """The Ethernet frames in a pcapng file, little endian."""
    data, found = file.read_bytes(), []
    while data:
        kind, length = struct.unpack_from("<II", data)
        assert length % 4 == 0 and struct.unpack_from("<I", data, length - 4)[0] == length
        if kind == 6:
            kept = struct.unpack_from("<I", data, 20)[0]
            found.append(data[28:28 + kept])
        data = data[length:]
    return found


def pcap_of(frames: list[bytes], order: str) -> bytes:
    """The same frames as pcap, with its numbers in this byte order."""
    header = struct.pack(order + "IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1)
    return header + b"".join(struct.pack(order + "IIII", 1, 0, len(frame), len(frame)) + frame for frame in frames)


def exchange(router: GraphRouter) -> None:
    done = subprocess.run([AUGUSTUS, "traffic", "both", "--count", str(EXCHANGES), "--window", "8"], capture_output=True,
                          text=True, timeout=60, env={**os.environ, **router.client_environment})
    assert done.returncode == 0, done.stderr


@pytest.fixture
def captured(start_router) -> tuple[Path, Path, int]:
    """What came in and went out of a router of two workers, and how many packets came in."""
    router = start_router(RouterOptions(extra={"workers": {"count": 2}}), kind=graph_router(CAPTURING))
    exchange(router)
    assert router.read("arrived.lost") == router.read("left.lost") == 0
    assert router.read("graph.strays") == 0
    count = router.read("arrived.count")
    # What the question itself brought is written within milliseconds.
    wait_until(lambda: len(packets_of(router.folder / "in.pcapng")) >= count, PATIENCE_S, "the file to have all")
    return router.folder / "in.pcapng", router.folder / "out.pcapng", count


def replaying(file: Path, rate: int = 20_000) -> type[GraphRouter]:
    return graph_router(figure3_with(more=f"FromPcap({file}, {rate}) -> replayed :: Counter -> in;"))


def test_what_passes_is_written(captured: tuple[Path, Path, int]) -> None:
    came, left, count = captured
    frames = packets_of(came)
    assert len(frames) >= count >= 2 * EXCHANGES
    assert all(frame[12:14] == b"\x86\x24" for frame in frames)
    assert sum(frame[14] == 6 for frame in frames) >= EXCHANGES, "Data"
    assert max(len(frame) for frame in packets_of(left)) == 40 + 14


def test_a_capture_arrives_again(captured: tuple[Path, Path, int], start_router) -> None:
    came, _left, _count = captured
    expected = len(packets_of(came))
    # Half of the packets are the other worker's, which may be without a CPU for a while: rings between workers are bounded.
    router = start_router(RouterOptions(extra={"workers": {"count": 2}}), kind=replaying(came, rate=2000))
    wait_until(lambda: router.read("replayed.count") >= expected, PATIENCE_S, "the capture to be read")
    assert router.read("replayed.count") == expected
    # The replayed Interests came on a Face, and those without a route were refused there.
    face = next(face for face in router.faces() if face["uri"].startswith("file://"))
    assert face["in_interests"] >= EXCHANGES


@pytest.mark.parametrize("order", ["<", ">"], ids=["little endian", "big endian"])
def test_pcap_is_read_too(captured: tuple[Path, Path, int], start_router, tmp_path: Path, order: str) -> None:
    frames = packets_of(captured[0])
    file = tmp_path / "frames.pcap"
    file.write_bytes(pcap_of([*frames, b"\xff" * 60], order))  # and one that is not NDN
    router = start_router(kind=replaying(file))
    wait_until(lambda: router.read("replayed.count") >= len(frames), PATIENCE_S, "the capture to be read")
    assert router.read("replayed.count") == len(frames)


def test_a_capture_is_read_at_a_rate(captured: tuple[Path, Path, int], start_router) -> None:
    router = start_router(kind=replaying(captured[0], rate=1))
    wait_until(lambda: router.read("replayed.count") >= 1, PATIENCE_S, "the first packet")
    assert router.read("replayed.count") < len(packets_of(captured[0]))


def test_a_damaged_capture_ends_where_it_is_damaged(captured: tuple[Path, Path, int], start_router,
                                                    tmp_path: Path) -> None:
    whole = pcap_of(packets_of(captured[0]), "<")
    file = tmp_path / "cut.pcap"
    file.write_bytes(whole[:len(whole) // 2])
    router = start_router(kind=replaying(file))
    wait_until(lambda: "it ends in a packet" in router.log(), PATIENCE_S, "the damage to be told")
    assert router.running and 0 < router.read("replayed.count") <= len(packets_of(captured[0]))


@pytest.mark.parametrize(("content", "message"), [
    (None, "No such file"), (b"", "this is no capture"), (b"x" * 100, "this is neither pcap nor pcapng")])
def test_a_router_does_not_start_with_a_wrong_capture(tmp_path: Path, content: bytes | None, message: str) -> None:
    file = tmp_path / "wrong.pcap"
    if content is not None:
        file.write_bytes(content)
    graph = tmp_path / "graph.click"
    graph.write_text(FIGURE_3 + f"FromPcap({file}) -> in;")
    configuration = tmp_path / "augustus.toml"
    configuration.write_text(f'[faces.unix]\npath = "{tmp_path}/s"\n[faces.udp]\nenabled = false\n[faces.tcp]\n'
                             'enabled = false\n[faces.websocket]\nenabled = false\n')
    done = subprocess.run([AUGUSTUS, "run", "--config", configuration, "--graph", graph], capture_output=True, text=True,
                          timeout=60)
    assert done.returncode == 1
    assert message in done.stderr


def test_ports_that_are_not_configured_are_refused(tmp_path: Path) -> None:
    graph = tmp_path / "graph.click"
    graph.write_text(FIGURE_3 + "FromPort(east) -> in;")
    done = subprocess.run([AUGUSTUS, "run", "--check", "--graph", graph], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "FromPort: the configuration has no port 'east'" in done.stderr
    # The file by itself is right: it says nothing about a configuration.
    assert subprocess.run([AUGUSTUS, "graph", "check", graph], capture_output=True, timeout=60).returncode == 0
