# SPDX-License-Identifier: Apache-2.0
"""ndnd's routing daemon on top of two routers: it makes the link over the management protocol, hears of a client's
prefix by readvertisement, and a file crosses without any route made by hand."""
from __future__ import annotations

import filecmp
import json
import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from harness.namespaces import LinkedNamespaces
from harness.process import PATIENCE_S, Process, run, wait_until
from harness.router import NDND, ROUTERS, Router, router_under_test

NETWORK = "/routed"
UNDER_TEST = router_under_test().kind
PAIRS = sorted({(UNDER_TEST, UNDER_TEST), (UNDER_TEST, "ndnd")})


def routing_daemon(router: Router, name: str, neighbor: str, folder: Path) -> Process:
    configuration = folder / f"{name}.yml"
    configuration.write_text(json.dumps({"dv": {
        "network": NETWORK, "router": f"{NETWORK}/{name}", "keychain": "insecure",
        "advertise_interval": 1000, "router_dead_interval": 5000, "neighbors": [{"uri": f"udp4://{neighbor}:6363"}]}}))
    return Process([NDND, "dv", "run", configuration], folder / f"{name}-dv.log", environment=router.client_environment)


@pytest.mark.parametrize(("near_kind", "far_kind"), PAIRS)
def test_file_crosses_by_routes_of_the_daemon(namespaces: LinkedNamespaces, start_router, tmp_path: Path, near_kind: str,
                                              far_kind: str) -> None:
    near = start_router(kind=ROUTERS[near_kind], namespace=namespaces.left)
    far = start_router(kind=ROUTERS[far_kind], namespace=namespaces.right)
    original, copy = tmp_path / "original", tmp_path / "copy"
    original.write_bytes(os.urandom(1_000_000))
    prefix = f"{NETWORK}/far/file"

    with ExitStack() as running:
        daemons = [running.enter_context(routing_daemon(near, "near", namespaces.right_address, tmp_path)),
                   running.enter_context(routing_daemon(far, "far", namespaces.left_address, tmp_path))]
        for daemon in daemons:
            daemon.wait_for_output("Router is now reachable")
        running.enter_context(Process(["sh", "-c", 'exec "$0" put --expose "$1" < "$2"', NDND, prefix, original],
                                      tmp_path / "put.log", environment=far.client_environment))
        # A Name TLV in the near router's routes: the prefix has come by way of the daemons.
        component = b"\x08\x03far\x08\x04file"
        wait_until(lambda: component in near.management.dataset("rib", "list"), PATIENCE_S, f"route to {prefix}",
                   interval=0.5)
        run(["sh", "-c", 'exec "$0" cat "$1" > "$2"', NDND, prefix, copy], tmp_path / "cat.log", seconds=60,
            environment=near.client_environment)
    assert filecmp.cmp(original, copy, shallow=False)
