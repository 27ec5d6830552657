# SPDX-License-Identifier: Apache-2.0
"""How the router that is attacked is configured. Tables are small in a sanitised build, which is too slow to fill large ones."""
from __future__ import annotations

from pathlib import Path

from harness.graph_router import GraphRouter
from harness.router import AugustusRouter, RouterOptions

SMALL_TABLES = {"pit_records": 8192, "face_records": 4096, "digests": 1024, "names": 16384, "name_bytes": 2 << 20}
PROFILES = ("plain", "few-faces", "multicast", "port", "graph", "workers", "ssd")


def make_router(profile: str, folder: Path, full: bool) -> AugustusRouter:
    tables: dict = {} if full else dict(SMALL_TABLES)
    extra: dict = {"metrics": {"enabled": True, "port": 0},
                   "workers": {"count": 3 if profile == "workers" else 1, "placement": "none"}}
    udp: dict = {"idle_seconds": 1}
    kind: type[AugustusRouter] = AugustusRouter
    cs: dict = {} if full else {"capacity": 4096, "capacity_bytes": 16 << 20}
    if profile == "few-faces":
        tables["faces"] = 256
    elif profile == "multicast":
        udp |= {"multicast": True, "multicast_interfaces": ["wire0"]}
    elif profile == "port":
        extra["dpdk.ports"] = [{"device": "net_af_packet0,iface=port0", "name": "port0", "addresses": ["10.79.0.1/24"],
                                "idle_seconds": 1}]
    elif profile == "graph":
        kind = GraphRouter
    elif profile == "ssd":
        # Memory for a sixth of what is published.
        cs = {"capacity": 4096, "capacity_bytes": 1 << 20, "ssd_registered": False}
        extra["workers"]["partitions"] = 1
        extra["cs.ssd"] = [{"path": str(folder / "store"), "size": 64 << 20}]
    extra["cs"] = cs
    if tables:
        extra["tables"] = tables
    if not full:
        extra["packets"] = {"small": 4095, "large": 1023}
    router = kind(folder, RouterOptions(localhop=True, extra=extra))
    # All ports of the own network are free, and what was free a moment ago may be a client's by now.
    router.udp_port = router.tcp_port = 6363
    router.websocket_port = 9696
    extra["faces.udp"] = {"port": router.udp_port, **udp}
    return router
