# SPDX-License-Identifier: Apache-2.0
"""A router with two DPDK ports, and `augustus traffic` at the other end of both cables: Interests go one way, Data the
other, as in figure 4 of the router's paper. Each Data's content is checked."""
from __future__ import annotations

from pathlib import Path

import pytest

from harness.memif import MemifCables
from harness.process import PATIENCE_S, Process
from harness.router import AUGUSTUS, Router, RouterOptions, router_under_test
from harness.traffic import Producer, traffic

pytestmark = pytest.mark.skipif(router_under_test().kind != "augustus", reason="needs a router with DPDK ports")

COUNT = 30_000


def start(start_router, cables: MemifCables, header: str, names: str = "ndn", **sections) -> Router:
    compact = header.startswith("compact")
    router = start_router(RouterOptions(cs_capacity=4096, extra={
        "dpdk.ports": cables.router_ports(**({"header": header, "names": names} if compact else {})), **sections}))
    cables.join(router, 1, "/traffic", compact)
    return router


def exchange(cables: MemifCables, router: Router, folder: Path, *words: str, compact: bool = False, producer_words=(),
             times: int = 1) -> None:
    """COUNT exchanges between two processes; none may go wrong. Whoever has to wait long for a CPU loses none: the ways hold
    the window."""
    if not compact:
        words = (*words, "--lifetime", str(PATIENCE_S * 1000))
    with Producer(*cables.traffic_end(1, compact=compact), "--register", "none", *producer_words, folder=folder) as producer:
        cables.wait_until_up(router, 1, times)
        report = traffic("consumer", *cables.traffic_end(0, compact=compact), *words, "--count", str(COUNT), folder=folder)
        answered = producer.report()["producer"]["counts"]
    counts = report["consumer"]["counts"]
    assert counts["interests"] == counts["satisfied"] == COUNT
    for mishap in ("lost", "altered", "malformed", "duplicated", "unexpected", "wrong_token", "nack_no_route"):
        assert counts[mishap] == 0, mishap
    assert answered["interests"] == answered["data"] == COUNT


@pytest.mark.parametrize("header, data", [
    *((header, data) for header in ("ndn", "ndn-token") for data in ("100", "1500", "8500")),
    # No fragments, and room for the signature that content without one gets.
    *((header, data) for header in ("compact", "compact-2016") for data in ("100", "1400")),
])
def test_exchanges(start_router, tmp_path: Path, header: str, data: str) -> None:
    compact = header.startswith("compact")
    with MemifCables() as cables:
        router = start(start_router, cables, header)
        exchange(cables, router, tmp_path, "--header", header, "--components", "5", "--window", "64", compact=compact,
                 producer_words=("--header", header, "--data-bytes", data))
        assert router.status()["satisfied_interests"] >= COUNT


@pytest.mark.parametrize("header", ["compact", "compact-2016"])
@pytest.mark.parametrize("workers", [1, 2])
def test_compact_packets_pass_as_they_are(start_router, tmp_path: Path, header: str, workers: int) -> None:
    with MemifCables() as cables:
        router = start(start_router, cables, header, names="compact", workers={"count": workers})
        assert len([face for face in router.faces() if face["uri"].startswith("ether:")]) == 2
        exchange(cables, router, tmp_path, "--header", header, "--components", "5", "--window", "64", compact=True,
                 producer_words=("--header", header, "--data-bytes", "400"))
        assert router.status()["satisfied_interests"] >= COUNT


def test_two_workers(start_router, tmp_path: Path) -> None:
    with MemifCables() as cables:
        router = start(start_router, cables, "ndn", workers={"count": 2})
        exchange(cables, router, tmp_path)
        assert all(thread["packets"] > 0 for thread in router.status()["threads"])


def test_a_generator_that_goes_and_comes_again(start_router, tmp_path: Path) -> None:
    with MemifCables() as cables:
        router = start(start_router, cables, "ndn")
        for times in (1, 2):
            exchange(cables, router, tmp_path, times=times)


def test_a_generator_with_nothing_at_the_other_end(tmp_path: Path) -> None:
    with MemifCables(count=1) as cables, \
            Process([AUGUSTUS, "traffic", "consumer", "--port", cables.traffic_loop()[-1]], tmp_path / "alone.log") as consumer:
        consumer.wait(expected=1)
        assert "nothing is at the other end" in consumer.output()


def test_a_loop_of_the_generator_alone(tmp_path: Path) -> None:
    with MemifCables(count=1) as cables:
        report = traffic("loop", *cables.traffic_loop(), "--count", str(COUNT), "--window", "64", folder=tmp_path)
    assert report["consumer"]["counts"]["satisfied"] == COUNT
