# SPDX-License-Identifier: Apache-2.0
"""The kinds of link that two routers in two namespaces are joined by."""
from __future__ import annotations

from collections.abc import Callable

from harness.namespaces import LinkedNamespaces
from harness.router import ROUTERS, Router, RouterOptions, router_under_test

KERNEL_LINKS = ("udp", "tcp")
# The near router's side, or both, is a DPDK port on the veth; its packets bypass the kernel of that side.
PORT_LINKS = ("port to kernel over UDP", "port to port over UDP", "port to port over Ethernet")
LINKS = KERNEL_LINKS + (PORT_LINKS if router_under_test().kind == "augustus" else ())


def kernel_sides(link: str) -> tuple[str, ...]:
    """The sides on which the kernel has the link's address."""
    return ("left", "right") if link in KERNEL_LINKS else ("right",) if "kernel" in link else ()


def with_port(namespaces: LinkedNamespaces, side: str) -> RouterOptions:
    """A router whose DPDK port on the link has the side's address, and that has no sockets for UDP and TCP."""
    address = getattr(namespaces, f"{side}_address")
    return RouterOptions(extra={
        "dpdk.ports": [{"device": f"net_af_packet0,iface={namespaces.interface}", "name": "port0",
                        "addresses": [f"{address}/24"]}]})


def start_pair(start_router: Callable[..., Router], namespaces: LinkedNamespaces, link: str, near_kind: str,
               far_kind: str) -> tuple[Router, Router]:
    kernel = kernel_sides(link)
    started = []
    for side, kind in (("left", near_kind), ("right", far_kind)):
        options = None if side in kernel else with_port(namespaces, side)
        started.append(start_router(options, kind=ROUTERS[kind], namespace=getattr(namespaces, side)))
    return tuple(started)


def join(near: Router, namespaces: LinkedNamespaces, link: str, prefix: str) -> int:
    """Makes the near router's face to the far one and routes the prefix over it; the face."""
    if link in KERNEL_LINKS:
        face = near.create_face(f"{link}4://{namespaces.right_address}:6363")
    elif link.endswith("UDP"):
        face = near.create_face(f"udp4://{namespaces.right_address}:6363", local_uri=b"dev://port0")
    else:
        face = near.create_face(f"ether://[{namespaces.mac('right')}]", local_uri=b"dev://port0")
    near.add_route(prefix, face)
    return face
