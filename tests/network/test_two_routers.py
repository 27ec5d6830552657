# SPDX-License-Identifier: Apache-2.0
"""A file crosses two routers on a link, then comes again from their Content Stores with the producer stopped."""
from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from harness.namespaces import LinkedNamespaces
from harness.process import Process, run
from harness.router import ROOT, ROUTERS, Router, router_under_test

PREFIX = "/network/file"
FILE_BYTES = 2_000_000


def fetch(router: Router, copy: Path) -> bytes:
    run([sys.executable, ROOT / "examples/consume_file.py", PREFIX, copy], copy.with_suffix(".log"), seconds=60,
        environment=router.client_environment)
    return copy.read_bytes()


def join_by_udp(near: Router, address_of_far: str) -> None:
    near.add_route(PREFIX, near.create_face(f"udp4://{address_of_far}:6363"))


# With ROUTER=ndnd all routers are ndnd's, which proves the test.
UNDER_TEST = router_under_test().kind
PAIRS = sorted({(UNDER_TEST, UNDER_TEST), (UNDER_TEST, "ndnd"), ("ndnd", UNDER_TEST)})


@pytest.mark.parametrize(("near_kind", "far_kind"), PAIRS)
def test_file_crosses_both_hops(namespaces: LinkedNamespaces, start_router, tmp_path: Path, near_kind: str,
                                far_kind: str) -> None:
    near = start_router(kind=ROUTERS[near_kind], namespace=namespaces.left)
    far = start_router(kind=ROUTERS[far_kind], namespace=namespaces.right)
    join_by_udp(near, namespaces.right_address)

    original = tmp_path / "original"
    original.write_bytes(os.urandom(FILE_BYTES))
    with Process([sys.executable, ROOT / "examples/produce_file.py", PREFIX, original], tmp_path / "producer.log",
                 environment=far.client_environment) as producer:
        producer.wait_for_output("serving", 20)
        assert fetch(near, tmp_path / "over-two-hops") == original.read_bytes()

    # The producer is gone: only the Content Stores have it now.
    assert fetch(near, tmp_path / "from-near-store") == original.read_bytes()
    assert fetch(far, tmp_path / "from-far-store") == original.read_bytes()
