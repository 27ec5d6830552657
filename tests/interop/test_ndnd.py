# SPDX-License-Identifier: Apache-2.0
"""ndnd's tools against the router."""
from __future__ import annotations

import filecmp
import os
from pathlib import Path

import pytest

from harness.process import Process, run
from harness.router import NDND, Router, RouterOptions

OBJECT_BYTES = 100_000_000


def put(router: Router, name: str, file: Path, log: Path) -> Process:
    """Publishes a file until it is stopped."""
    process = Process(["sh", "-c", 'exec "$0" put "$1" < "$2"', NDND, name, file], log,
                      environment=router.client_environment).start()
    process.wait_for_output("Registered route")
    return process


def cat(router: Router, name: str, file: Path, log: Path, **options) -> None:
    run(["sh", "-c", 'exec "$0" cat "$1" > "$2"', NDND, name, file], log, environment=router.client_environment,
        **options)


@pytest.mark.interop("ndnd", "put and cat of 100 MB over Unix, identical bytes")
def test_put_and_cat_of_100_megabytes(router: Router, tmp_path: Path) -> None:
    original, copy = tmp_path / "original", tmp_path / "copy"
    original.write_bytes(os.urandom(OBJECT_BYTES))
    producer = put(router, "/interop/ndnd/object", original, tmp_path / "put.log")
    try:
        cat(router, "/interop/ndnd/object", copy, tmp_path / "cat.log", seconds=90)
        assert filecmp.cmp(original, copy, shallow=False)
    finally:
        producer.stop()
        for file in (original, copy):
            file.unlink(missing_ok=True)


@pytest.mark.interop("ndnd", "pingserver and ping over {scheme}, every ping answered")
@pytest.mark.parametrize("scheme", ["unix", "tcp"])
def test_ping(start_router, tmp_path: Path, scheme: str) -> None:
    # ndnd takes only a Unix socket for a local face; over TCP it registers under /localhop.
    router = start_router(RouterOptions(localhop=True))
    uri = {"unix": router.unix_uri, "tcp": f"tcp://127.0.0.1:{router.tcp_port}"}[scheme]
    environment = {"NDN_CLIENT_TRANSPORT": uri}
    with Process([NDND, "pingserver", "/interop/ndnd"], tmp_path / "pingserver.log", environment=environment) as server:
        server.wait_for_output("Registered route")
        printed = run([NDND, "ping", "/interop/ndnd", "-c", "10", "-i", "20"], tmp_path / "ping.log", seconds=30,
                      environment=environment)
    assert "10 interests transmitted, 10 received, 0% lost" in printed
