# SPDX-License-Identifier: Apache-2.0
"""A DPDK port shares its device with the host: what is not the router's reaches the kernel by way of an interface, and
the other way round, while NDN goes on."""
from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import os

import pytest

from harness import packets
from harness.namespaces import LinkedNamespaces
from harness.process import Process
from harness.router import RouterOptions, router_under_test

pytestmark = pytest.mark.skipif(router_under_test().kind != "augustus", reason="Augustus' own ports")

PORT_MAC = "02:00:00:00:07:01"
TCP_PORT = 8080
SERVER = f"""
import socket
with socket.create_server(("{LinkedNamespaces.left_address}", {TCP_PORT})) as listener:
    print("listening", flush=True)
    connection, _ = listener.accept()
    with connection:
        while block := connection.recv(65536):
            connection.sendall(block)
"""
CLIENT = f"""
import os, socket
sent = os.urandom(200_000)
with socket.create_connection(("{LinkedNamespaces.left_address}", {TCP_PORT}), timeout=20) as stream:
    received = b""
    for at in range(0, len(sent), 20_000):
        block = sent[at:at + 20_000]
        stream.sendall(block)
        while len(received) < at + len(block):
            received += stream.recv(65536)
assert received == sent
"""


def within(namespace: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["ip", "netns", "exec", namespace, *words], capture_output=True, text=True, timeout=60)


@pytest.fixture
def namespaces() -> Iterator[LinkedNamespaces]:
    if os.geteuid() != 0:
        pytest.skip("network namespaces need root")
    with LinkedNamespaces(kernel_has=("right",)) as linked:
        # The kernel of the left side shall hear and answer by the port alone.
        within(linked.left, "sysctl", "-w", f"net.ipv4.conf.{linked.interface}.arp_ignore=8")
        yield linked


def test_host_and_router_share_a_port(namespaces: LinkedNamespaces, start_router, tmp_path) -> None:
    router = start_router(RouterOptions(extra={"dpdk.ports": [
        {"device": f"net_af_packet0,iface={namespaces.interface}", "name": "port0", "mac": PORT_MAC,
         "addresses": [f"{namespaces.left_address}/24"], "host_interface": "host0"}]}), namespace=namespaces.left)
    added = within(namespaces.left, "ip", "address", "add", f"{namespaces.left_address}/24", "dev", "host0")
    assert added.returncode == 0, added.stderr

    pinged = within(namespaces.left, "ping", "-c", "3", "-i", "0.2", "-W", "5", namespaces.right_address)
    assert pinged.returncode == 0, pinged.stdout
    pinged = within(namespaces.right, "ping", "-c", "3", "-i", "0.2", "-W", "5", namespaces.left_address)
    assert pinged.returncode == 0, pinged.stdout

    with Process(["ip", "netns", "exec", namespaces.left, sys.executable, "-c", SERVER],
                 tmp_path / "server.log") as server:
        server.wait_for_output("listening")
        client = within(namespaces.right, sys.executable, "-c", CLIENT)
        assert client.returncode == 0, client.stderr

    # NDN over UDP from the same host to the same address is the router's.
    ask = f"""
import socket, sys
sys.path.insert(0, {str(router_under_test_folder())!r})
from harness import packets
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
    asking.settimeout(20)
    asking.connect(("{namespaces.left_address}", 6363))
    asking.send(packets.interest("/localhop/nothing", lifetime_ms=4000))
    (kind, value), = packets.elements(asking.recv(9000))
    assert kind == packets.LP_PACKET and 800 in dict(packets.elements(value)), "a Nack"
"""
    asked = within(namespaces.right, sys.executable, "-c", ask)
    assert asked.returncode == 0, asked.stderr


def router_under_test_folder() -> str:
    return os.path.dirname(os.path.dirname(os.path.abspath(packets.__file__)))
