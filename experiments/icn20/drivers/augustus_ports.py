# SPDX-License-Identifier: Apache-2.0
"""Augustus on DPDK ports: its own driver takes the frames of the device's interfaces, over AF_PACKET or AF_XDP sockets.
Consumers and producers stay what they are, UDP programs in their namespaces."""
from __future__ import annotations

import glob
import subprocess

from .augustus import Augustus


class AugustusPort(Augustus):
    kernel_has_device = False
    offloads = False
    pmd: str  # DPDK's driver

    @classmethod
    def missing(cls) -> str | None:
        if not glob.glob(f"/usr/lib/*/dpdk/pmds-*/librte_{cls.pmd}.so*") and not glob.glob(f"/usr/lib/*/librte_{cls.pmd}.so*"):
            return f"DPDK has no driver {cls.pmd} here"
        return super().missing()

    def devices(self) -> list[tuple[str, str]]:
        """Interface and the address its port has."""
        return [(interface, own) for _name, interface, _address, own in self.dumbbell.ends]

    def device_argument(self, number: int, interface: str) -> str:
        raise NotImplementedError

    def configuration(self) -> dict:
        extra = super().configuration()
        extra["dpdk.ports"] = [{"device": self.device_argument(i, interface), "name": interface, "addresses": [f"{own}/24"]}
                               for i, (interface, own) in enumerate(self.devices())]
        extra["packets"] = {"memory_mb": 256}
        return extra

    def connect(self, host: str, port: int, interface: str) -> int:
        return self.router.create_face(f"udp4://{host}:{port}", local_uri=f"dev://{interface}".encode())


class AugustusAfPacket(AugustusPort):
    name = "augustus-afpacket"
    title = "Augustus, AF_PACKET ports"
    pmd = "net_af_packet"

    def device_argument(self, number: int, interface: str) -> str:
        return f"net_af_packet{number},iface={interface},blocksz=4096,framesz=2048,framecnt=2048"


class AugustusAfXdp(AugustusPort):
    name = "augustus-afxdp"
    title = "Augustus, AF_XDP ports"
    pmd = "net_af_xdp"

    @classmethod
    def missing(cls) -> str | None:
        return super().missing() or cls._refused()

    @staticmethod
    def _refused() -> str | None:
        try:
            import socket
            socket.socket(44, socket.SOCK_RAW).close()  # AF_XDP
        except OSError as error:
            return f"this kernel has no AF_XDP sockets ({error.strerror})"
        bpf = subprocess.run(["sysctl", "-n", "net.core.bpf_jit_enable"], capture_output=True, text=True)
        return None if bpf.returncode == 0 else "this kernel has no BPF"

    def device_argument(self, number: int, interface: str) -> str:
        return f"net_af_xdp{number},iface={interface}"
