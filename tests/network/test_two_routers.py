# SPDX-License-Identifier: Apache-2.0
"""A file crosses two routers on a link, then comes again from their Content Stores with the producer stopped."""
from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from harness.namespaces import LinkedNamespaces
from harness.process import Process, run
from harness.router import ROOT, Router, router_under_test

from .links import LINKS, join, start_pair

PREFIX = "/network/file"
FILE_BYTES = 2_000_000


def fetch(router: Router, copy: Path) -> bytes:
    run([sys.executable, ROOT / "examples/consume_file.py", PREFIX, copy], copy.with_suffix(".log"), seconds=60,
        environment=router.client_environment)
    return copy.read_bytes()


# With ROUTER=ndnd all routers are ndnd's, which proves the test.
UNDER_TEST = router_under_test().kind
CASES = [(link, UNDER_TEST, UNDER_TEST) for link in LINKS]
CASES += [("udp", UNDER_TEST, "ndnd"), ("udp", "ndnd", UNDER_TEST)] if UNDER_TEST != "ndnd" else []
CASES += [("port to kernel over UDP", UNDER_TEST, "ndnd")] if UNDER_TEST != "ndnd" else []


@pytest.mark.parametrize(("link", "near_kind", "far_kind"), CASES)
def test_file_crosses_both_hops(namespaces: LinkedNamespaces, start_router, tmp_path: Path, link: str, near_kind: str,
                                far_kind: str) -> None:
    near, far = start_pair(start_router, namespaces, link, near_kind, far_kind)
    join(near, namespaces, link, PREFIX)

    original = tmp_path / "original"
    original.write_bytes(os.urandom(FILE_BYTES))
    with Process([sys.executable, ROOT / "examples/produce_file.py", PREFIX, original], tmp_path / "producer.log",
                 environment=far.client_environment) as producer:
        producer.wait_for_output("serving")
        assert fetch(near, tmp_path / "over-two-hops") == original.read_bytes()

    # The producer is gone: only the Content Stores have it now.
    assert fetch(near, tmp_path / "from-near-store") == original.read_bytes()
    assert fetch(far, tmp_path / "from-far-store") == original.read_bytes()
