# SPDX-License-Identifier: Apache-2.0
"""The programs in the `augustus` binary against those of others, through a router: what one publishes the other
fetches."""
from __future__ import annotations

import filecmp
import os
import re
import sys
from pathlib import Path

import pytest

from harness.process import Process, run
from harness.router import AUGUSTUS, NDND, ROOT, Router

PREFIX = "/interop/tools"


@pytest.fixture
def original(tmp_path: Path) -> Path:
    file = tmp_path / "original"
    file.write_bytes(os.urandom(3_000_000))
    return file


def test_put_and_get(router: Router, tmp_path: Path, original: Path) -> None:
    environment = router.client_environment
    shares = []
    # Nothing is lost on one machine. Who waited long for a CPU may have been asked again: not each time, though.
    for number in range(5):
        prefix, copy = f"{PREFIX}/{number}", tmp_path / f"copy{number}"
        with Process([AUGUSTUS, "put", prefix, original], tmp_path / f"put{number}.log", environment=environment) as producer:
            producer.wait_for_output(prefix)
            said = run([AUGUSTUS, "get", "-o", copy, prefix], tmp_path / f"get{number}.log", environment=environment)
        assert filecmp.cmp(original, copy, shallow=False)
        segments, again = map(int, re.search(r"in (\d+) segments.*, (\d+) retransmissions", said).groups())
        shares.append(again / segments)
        if shares[-1] < 1 / 20:
            break
    assert min(shares) < 1 / 20, shares


@pytest.mark.interop("ndnd", "cat of what `augustus put` publishes")
def test_put_to_ndnd(router: Router, tmp_path: Path, original: Path) -> None:
    environment = router.client_environment
    with Process([AUGUSTUS, "put", PREFIX, original], tmp_path / "put.log", environment=environment) as producer:
        producer.wait_for_output(PREFIX)
        run(["sh", "-c", 'exec "$0" cat "$1" > "$2"', NDND, PREFIX, tmp_path / "copy"], tmp_path / "cat.log",
            environment=environment)
    assert filecmp.cmp(original, tmp_path / "copy", shallow=False)


@pytest.mark.interop("ndnd", "put of what `augustus get` fetches")
def test_get_from_ndnd(router: Router, tmp_path: Path, original: Path) -> None:
    environment = router.client_environment
    with Process(["sh", "-c", 'exec "$0" put "$1" < "$2"', NDND, PREFIX, original], tmp_path / "put.log",
                 environment=environment) as producer:
        producer.wait_for_output("Registered route")
        run([AUGUSTUS, "get", "-o", tmp_path / "copy", PREFIX], tmp_path / "get.log", environment=environment)
    assert filecmp.cmp(original, tmp_path / "copy", shallow=False)


@pytest.mark.interop("python-ndn", "segments published by examples/produce_file.py{version}, fetched by `augustus get`")
@pytest.mark.parametrize("version", ["", "/v=7"])
def test_get_from_python_ndn(router: Router, tmp_path: Path, original: Path, version: str) -> None:
    environment = router.client_environment
    with Process([sys.executable, ROOT / "examples/produce_file.py", PREFIX + version, original], tmp_path / "put.log",
                 environment=environment) as producer:
        producer.wait_for_output("serving")
        run([AUGUSTUS, "get", "-o", tmp_path / "copy", PREFIX + version], tmp_path / "get.log",
            environment=environment)
    assert filecmp.cmp(original, tmp_path / "copy", shallow=False)


@pytest.mark.interop("NDNts", "object without version, fetched by `augustus get`")
def test_get_from_ndnts(router: Router, tmp_path: Path, original: Path) -> None:
    produce = ["node", Path(__file__).parent / "ndnts/produce.mjs", router.unix_uri, PREFIX, original]
    with Process(produce, tmp_path / "put.log") as producer:
        producer.wait_for_output("serving")
        run([AUGUSTUS, "get", "-o", tmp_path / "copy", PREFIX], tmp_path / "get.log",
            environment=router.client_environment)
    assert filecmp.cmp(original, tmp_path / "copy", shallow=False)


def test_ping(router: Router, tmp_path: Path) -> None:
    environment = router.client_environment
    with Process([AUGUSTUS, "pingserver", PREFIX], tmp_path / "server.log", environment=environment) as server:
        server.wait_for_output(PREFIX)
        run([AUGUSTUS, "ping", "-c", "5", "-i", "20", PREFIX], tmp_path / "ping.log", environment=environment)
