# SPDX-License-Identifier: Apache-2.0
"""NDNts against the router: its producer, consumer and management client on each of its transports. It sends PIT
tokens of 6 bytes and expects them back."""
from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from harness.process import Process, run
from harness.router import ROOT, Router, RouterOptions

PROGRAMS = Path(__file__).parent / "ndnts"
PREFIX = "/interop/ndnts/object"
# NDNts takes only a Unix socket for a local face; elsewhere it registers under /localhop.
OPTIONS = RouterOptions(localhop=True)


def uri_of(router: Router, transport: str) -> str:
    return {"unix": router.unix_uri, "udp": f"udp://127.0.0.1:{router.udp_port}",
            "tcp": f"tcp://127.0.0.1:{router.tcp_port}", "websocket": router.websocket_url}[transport]


def transfer(uri: str, folder: Path, *how: str) -> None:
    original, copy = folder / "original", folder / "copy"
    original.write_bytes(os.urandom(1_000_000))
    with Process(["node", PROGRAMS / "produce.mjs", uri, PREFIX, original, *how], folder / "producer.log") as producer:
        producer.wait_for_output("serving")
        run(["node", PROGRAMS / "consume.mjs", uri, PREFIX, copy], folder / "consumer.log", seconds=60)
    assert copy.read_bytes() == original.read_bytes()


def manage(uri: str, folder: Path) -> dict[str, int]:
    """The status codes that NDNts' management client was answered with, by command."""
    return json.loads(run(["node", PROGRAMS / "manage.mjs", uri], folder / "manage.log").splitlines()[-1])


@pytest.mark.interop("NDNts", "producer (with prefix registration) and consumer of a 1 MB object over {transport}")
@pytest.mark.parametrize("transport", ["unix", "udp", "tcp", "websocket"])
def test_produce_and_consume(start_router, tmp_path: Path, transport: str) -> None:
    transfer(uri_of(start_router(OPTIONS), transport), tmp_path)


@pytest.mark.interop("NDNts", "the example programs over unix")
def test_the_examples(router: Router, tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    shutil.copytree(ROOT / "examples/ndnts", programs, ignore=shutil.ignore_patterns("node_modules"))
    (programs / "node_modules").symlink_to(PROGRAMS / "node_modules")
    original, copy = tmp_path / "original", tmp_path / "copy"
    original.write_bytes(os.urandom(300_000))
    environment = router.client_environment
    with Process(["node", programs / "produce_file.mjs", PREFIX, original], tmp_path / "producer.log",
                 environment=environment) as producer:
        producer.wait_for_output("serving")
        run(["node", programs / "consume_file.mjs", PREFIX, copy], tmp_path / "consumer.log", seconds=60, environment=environment)
    assert copy.read_bytes() == original.read_bytes()


@pytest.mark.interop("NDNts", "producer that announces its prefix (rib/announce with a signed announcement), consumer")
def test_prefix_announcement(router: Router, tmp_path: Path) -> None:
    if router.kind == "ndnd":
        pytest.skip("ndnd answers 501 to rib/announce")
    transfer(router.unix_uri, tmp_path, "announce")


@pytest.mark.interop("NDNts", "nfdmgmt over unix: commands of rib, faces, strategy-choice, cs and their datasets")
def test_management_over_unix(router: Router, tmp_path: Path) -> None:
    if router.kind == "ndnd":
        pytest.skip("ndnd has no cs/erase")
    seen = manage(router.unix_uri, tmp_path)
    assert seen["faces/create"] == seen["strategy-choice/set"] == seen["rib/unregister"] == 200


@pytest.mark.interop("NDNts", "nfdmgmt over {transport}: rib/register and rib/unregister under /localhop")
@pytest.mark.parametrize("transport", ["udp", "websocket"])
def test_management_from_afar(start_router, tmp_path: Path, transport: str) -> None:
    router = start_router(OPTIONS)
    assert manage(uri_of(router, transport), tmp_path) == {"rib/register": 200, "rib/unregister": 200}
