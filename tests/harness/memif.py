# SPDX-License-Identifier: Apache-2.0
"""Cables of shared memory (DPDK's net_memif) between ports of a router and those of `augustus traffic`: the router's paper's
set-up (figure 4), of processes instead of machines. They need neither root nor huge pages."""
from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from .process import PATIENCE_S, wait_until
from .router import AugustusRouter

RING_LOG2 = 11  # frames on their way in each direction: a window of 1024 fits


def router_mac(cable: int) -> str:
    return f"02:00:00:00:01:{cable:02x}"


def traffic_mac(cable: int) -> str:
    return f"02:00:00:00:02:{cable:02x}"


class MemifCables:
    """So many cables, with port `port0` of the router at the first, and so on. Use as a context manager."""

    def __init__(self, count: int = 2, ring_log2: int = RING_LOG2) -> None:
        self.count = count
        self._ring_log2 = ring_log2
        # A Unix socket's path is limited to some 100 bytes.
        self._folder = Path(tempfile.mkdtemp(prefix="memif-"))

    def __enter__(self) -> MemifCables:
        return self

    def __exit__(self, *_exception) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def _device(self, cable: int, role: str, mac: str) -> str:
        return (f"net_memif{cable},role={role},id={cable},socket={self._folder / 'memif.sock'},socket-abstract=no,"
                f"rsize={self._ring_log2},mac={mac}")

    def router_ports(self, **options) -> list[dict]:
        """What the router's configuration says in [[dpdk.ports]]."""
        return [{"device": self._device(cable, "server", router_mac(cable)), "name": f"port{cable}", **options}
                for cable in range(self.count)]

    def traffic_end(self, cable: int, prefix: str = "", compact: bool = False) -> list[str]:
        """Options that put an end of `augustus traffic` on a cable; `prefix`: "producer-" for the second of two. A compact
        header goes to everybody."""
        words = [f"--{prefix}port", self._device(cable, "client", traffic_mac(cable))]
        return words if compact else [*words, f"--{prefix}remote", f"ether://[{router_mac(cable)}]"]

    def traffic_loop(self) -> list[str]:
        """Options that join both ends of `augustus traffic loop` by the first cable."""
        return ["--port", self._device(0, "client", traffic_mac(0)), "--producer-port",
                self._device(0, "server", router_mac(0)).replace("net_memif0", "net_memif1")]

    def wait_until_up(self, router: AugustusRouter, cable: int, times: int = 1) -> None:
        """Until the router has seen the cable's other end come, the `times`-th time: it does not route there before."""
        wait_until(lambda: router.process.output().count(f"port port{cable} is up") >= times, PATIENCE_S, f"port{cable} up")

    def join(self, router: AugustusRouter, cable: int, prefix: str, compact: bool = False) -> int:
        """Routes a prefix to the cable's other end; the Face."""
        mac = "ff:ff:ff:ff:ff:ff" if compact else traffic_mac(cable)
        face = router.create_face(f"ether://[{mac}]", local_uri=f"dev://port{cable}".encode())
        router.add_route(prefix, face)
        return face
