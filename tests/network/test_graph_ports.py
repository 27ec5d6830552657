# SPDX-License-Identifier: Apache-2.0
"""A graph between a DPDK port and the kernel: NDN goes through the stages, everything else through elements."""
from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator

import pytest

from harness import packets
from harness.graph_router import GraphRouter, figure3_with, graph_router
from harness.namespaces import LinkedNamespaces
from harness.process import PATIENCE_S, wait_until
from harness.router import RouterOptions, router_under_test

pytestmark = pytest.mark.skipif(router_under_test().kind != "augustus", reason="Augustus' own elements")

PORT_MAC = "02:00:00:00:07:01"
GRAPH = figure3_with(
    arrives="FromFace -> in; FromPort(port0) -> came :: Counter -> in",
    out="out :: OutputMux(dev:port0, -);",
    leaves="out [0] -> went :: Counter -> ToPort(port0); out [1] -> ToFace;",
    more="""
check [2] -> foreign :: Counter -> ToHost(host0, port0);
FromHost(host0) -> answers :: Counter -> ToPort(port0);
""")
ASK = """
import socket, sys
sys.path.insert(0, {folder!r})
from harness import packets
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
    asking.settimeout(20)
    asking.connect(("{address}", 6363))
    asking.send(packets.interest("/localhop/nothing", lifetime_ms=4000))
    (kind, value), = packets.elements(asking.recv(9000))
    assert kind == packets.LP_PACKET and 800 in dict(packets.elements(value)), "a Nack"
"""


def within(namespace: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["ip", "netns", "exec", namespace, *words], capture_output=True, text=True, timeout=60)


@pytest.fixture
def namespaces() -> Iterator[LinkedNamespaces]:
    if os.geteuid() != 0:
        pytest.skip("network namespaces need root")
    with LinkedNamespaces(kernel_has=("right",)) as linked:
        within(linked.left, "sysctl", "-w", f"net.ipv4.conf.{linked.interface}.arp_ignore=8")
        yield linked


@pytest.fixture
def between(namespaces: LinkedNamespaces, start_router) -> GraphRouter:
    options = RouterOptions(extra={"dpdk.ports": [
        {"device": f"net_af_packet0,iface={namespaces.interface}", "name": "port0", "mac": PORT_MAC,
         "addresses": [f"{namespaces.left_address}/24"]}]})
    return start_router(options, kind=graph_router(GRAPH), namespace=namespaces.left)


def ask(namespaces: LinkedNamespaces) -> None:
    folder = os.path.dirname(os.path.dirname(os.path.abspath(packets.__file__)))
    asked = within(namespaces.right, "/usr/bin/env", "python3", "-c",
                   ASK.format(folder=folder, address=namespaces.left_address))
    assert asked.returncode == 0, asked.stderr


def test_ndn_goes_through_the_stages(between: GraphRouter, namespaces: LinkedNamespaces) -> None:
    ask(namespaces)
    assert between.read("came.count") >= 1
    assert between.read("went.count") >= 1


def test_the_kernel_gets_and_sends_the_rest(between: GraphRouter, namespaces: LinkedNamespaces) -> None:
    added = within(namespaces.left, "ip", "address", "add", f"{namespaces.left_address}/24", "dev", "host0")
    assert added.returncode == 0, added.stderr
    for asking, asked in ((namespaces.left, namespaces.right_address), (namespaces.right, namespaces.left_address)):
        pinged = within(asking, "ping", "-c", "3", "-i", "0.2", "-W", "5", asked)
        assert pinged.returncode == 0, pinged.stdout
    assert between.read("foreign.count") >= 3
    assert between.read("answers.count") >= 3
    # Meanwhile NDN over UDP to the same address is the router's.
    ask(namespaces)


def test_programs_on_the_host_speak_ndn_over_the_interface(between: GraphRouter, namespaces: LinkedNamespaces) -> None:
    text = GRAPH.replace("FromHost(host0) -> answers :: Counter -> ToPort(port0);",
                         "FromHost(host0) -> answers :: Counter -> in;")
    other = between.folder / "other.click"
    other.write_text(text)
    between.cli("graph", "replace", str(other))
    # An Interest in an Ethernet frame on the kernel's side; nobody is routed to, so that a Nack comes back.
    program = f"""
import socket, sys
sys.path.insert(0, {os.path.dirname(os.path.dirname(os.path.abspath(packets.__file__)))!r})
from harness import packets
with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x8624)) as link:
    link.settimeout(20)
    link.bind(("host0", 0x8624))
    link.send(bytes.fromhex("01005e0017aa") + bytes.fromhex("020000000701") + b"\\x86\\x24"
              + packets.interest("/localhop/nothing", lifetime_ms=4000))
    while True:
        frame = link.recv(9000)
        (kind, value), = packets.elements(frame[14:])
        if kind == packets.LP_PACKET and 800 in dict(packets.elements(value)):
            break
"""
    asked = within(namespaces.left, "/usr/bin/env", "python3", "-c", program)
    assert asked.returncode == 0, asked.stderr


def test_without_the_interface_it_is_gone(between: GraphRouter, namespaces: LinkedNamespaces) -> None:
    assert within(namespaces.left, "ip", "link", "show", "host0").returncode == 0
    plain = between.folder / "plain.click"
    plain.write_text(figure3_with())
    between.cli("graph", "replace", str(plain))
    wait_until(lambda: within(namespaces.left, "ip", "link", "show", "host0").returncode != 0, PATIENCE_S, "host0 to go")
