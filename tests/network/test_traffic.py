# SPDX-License-Identifier: Apache-2.0
"""`augustus traffic` on a DPDK port at the other end of a router's cable, with every header, and over UDP between machines."""
from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.namespaces import LinkedNamespaces
from harness.process import Process
from harness.router import AUGUSTUS, Router, RouterOptions, router_under_test
from harness.traffic import Producer, traffic

pytestmark = pytest.mark.skipif(router_under_test().kind != "augustus", reason="needs a router with DPDK ports")

PORT = ["--port", "net_af_packet0,iface=link0"]
EVERYBODY = "ff:ff:ff:ff:ff:ff"


@pytest.fixture
def namespaces() -> Iterator[LinkedNamespaces]:
    if os.geteuid() != 0:
        pytest.skip("network namespaces need root")
    with LinkedNamespaces(kernel_has=()) as linked:
        yield linked


def start_left(start_router, namespaces: LinkedNamespaces, **port) -> Router:
    """A router on the left whose port is on the cable."""
    options = RouterOptions(localhop=True, extra={
        "dpdk.ports": [{"device": "net_af_packet0,iface=link0", "name": "port0", **port}]})
    return start_router(options, namespace=namespaces.left)


def check(report: dict, count: int) -> None:
    counts = report["consumer"]["counts"]
    assert counts["interests"] == count
    assert counts["satisfied"] >= count * 0.9 and counts["satisfied"] + counts["lost"] == count
    assert counts["altered"] == counts["malformed"] == counts["unexpected"] == counts["wrong_token"] == 0


def consume_at(router: Router, folder: Path, *words: str) -> dict:
    """At the router's Unix socket."""
    return traffic("consumer", *words, folder=folder, environment=router.client_environment)


@pytest.mark.parametrize("header, payload", [("ndn", 100), ("ndn-token", 100), ("ndn", 8000)])
def test_a_producer_on_a_port_over_ethernet(namespaces: LinkedNamespaces, start_router, tmp_path: Path, header: str,
                                            payload: int) -> None:
    router = start_left(start_router, namespaces)
    face = router.create_face(f"ether://[{namespaces.mac('right')}]", local_uri=b"dev://port0")
    router.add_route("/traffic", face)
    with Producer(*PORT, "--header", header, "--register", "none", "--payload", str(payload), folder=tmp_path,
                  namespace=namespaces.right) as producer:
        report = consume_at(router, tmp_path, "--count", "2000", "--window", "16", "--header", header)
        answered = producer.report()["producer"]["counts"]
    check(report, 2000)
    assert answered["malformed"] == answered["unexpected"] == answered["unsent"] == 0


def test_both_ends_on_ports_over_udp(namespaces: LinkedNamespaces, start_router, tmp_path: Path) -> None:
    router = start_left(start_router, namespaces, addresses=[f"{namespaces.left_address}/24"])
    remote = f"udp4://{namespaces.left_address}:6363"
    with Producer(*PORT, "--address", f"{namespaces.right_address}/24", "--remote", remote, "--data-bytes", "1500",
                  folder=tmp_path, namespace=namespaces.right) as producer:
        report = consume_at(router, tmp_path, "--count", "2000", "--window", "16")
        sent = producer.report()["producer"]
    check(report, 2000)
    # Frames that fill the MTU, one for each Data.
    assert sent["link"]["out_bytes"] >= 1514 * sent["counts"]["data"]


def test_a_consumer_on_a_port(namespaces: LinkedNamespaces, start_router, tmp_path: Path) -> None:
    router = start_left(start_router, namespaces, addresses=[f"{namespaces.left_address}/24"])
    with Producer("--payload", "600", folder=tmp_path, environment=router.client_environment):
        for words in (["--remote", f"ether://[{namespaces.mac('left')}]"],
                      ["--remote", f"udp4://{namespaces.left_address}:6363", "--address", f"{namespaces.right_address}/24",
                       "--header", "ndn-token"]):
            report = traffic("consumer", *PORT, *words, "--count", "2000", "--window", "16", folder=tmp_path,
                             namespace=namespaces.right)
            check(report, 2000)
            assert report["consumer"]["counts"]["content_bytes"] == 600 * report["consumer"]["counts"]["data"]


@pytest.mark.parametrize("header", ["compact", "compact-2016"])
def test_a_producer_with_the_compact_header(namespaces: LinkedNamespaces, start_router, tmp_path: Path, header: str) -> None:
    router = start_left(start_router, namespaces, header=header)
    router.add_route("/traffic", router.create_face(f"ether://[{EVERYBODY}]", local_uri=b"dev://port0"))
    with Producer(*PORT, "--header", header, "--register", "none", "--payload", "700", folder=tmp_path,
                  namespace=namespaces.right):
        report = consume_at(router, tmp_path, "--count", "2000", "--window", "16", "--components", "5")
    check(report, 2000)


@pytest.mark.parametrize("header", ["compact", "compact-2016"])
def test_a_consumer_with_the_compact_header(namespaces: LinkedNamespaces, start_router, tmp_path: Path, header: str) -> None:
    router = start_left(start_router, namespaces, header=header)
    with Producer("--payload", "300", folder=tmp_path, environment=router.client_environment):
        report = traffic("consumer", *PORT, "--header", header, "--count", "2000", "--window", "16", "--lifetime", "2000",
                         folder=tmp_path, namespace=namespaces.right)
    check(report, 2000)


def test_a_neighbour_that_is_not_there(namespaces: LinkedNamespaces, tmp_path: Path) -> None:
    with Process([AUGUSTUS, "traffic", "consumer", *PORT, "--address", f"{namespaces.right_address}/24", "--remote",
                  f"udp4://{namespaces.left_address}:6363"], tmp_path / "alone.log", namespace=namespaces.right) as consumer:
        consumer.wait(expected=1)
    assert "nobody answers at udp4://10.77.0.1:6363" in consumer.output()
