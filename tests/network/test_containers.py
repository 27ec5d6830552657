# SPDX-License-Identifier: Apache-2.0
"""The example of two containers joined by shared memory, in two network namespaces without a link."""
from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.process import PATIENCE_S, Process, wait_until
from harness.router import AUGUSTUS, ROOT, router_under_test

pytestmark = [pytest.mark.skipif(router_under_test().kind != "augustus", reason="Augustus's own example"),
              pytest.mark.skipif(os.geteuid() != 0, reason="needs root for network namespaces")]
EXAMPLE = ROOT / "examples/containers"


@pytest.fixture
def folder() -> Iterator[Path]:
    # A Unix socket's path is limited to some 100 bytes.
    made = Path(tempfile.mkdtemp(prefix="containers-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


def start(name: str, folder: Path) -> Process:
    """The router of a container: its files in its own place, the cable's in the shared one, no network but loopback."""
    (folder / name).mkdir()
    text = (EXAMPLE / f"{name}.toml").read_text()
    text = text.replace("/run/nfd/", f"{folder}/{name}/").replace("/run/memif/", f"{folder}/")
    (folder / f"{name}.toml").write_text(text)
    words = ["unshare", "--net", "sh", "-c", f"ip link set lo up && exec {AUGUSTUS} run --config {folder}/{name}.toml"]
    process = Process(words, folder / f"{name}.log").start()
    process.wait_for_output("NDN_CLIENT_TRANSPORT")
    return process


def test_a_file_passes_from_one_to_the_other(folder: Path) -> None:
    far = start("far", folder)
    near = start("near", folder)
    try:
        wait_until(lambda: "port cable is up" in far.output(), PATIENCE_S, "the cable")
        original = folder / "original"
        original.write_bytes(os.urandom(1_000_000))
        at = lambda name: {"NDN_CLIENT_TRANSPORT": f"unix://{folder}/{name}/nfd.sock"}
        with Process([AUGUSTUS, "put", "/example/file", original], folder / "put.log", environment=at("far")) as producer:
            producer.wait_for_output("")
            wait_until(lambda: subprocess.run([AUGUSTUS, "get", "/example/file", "-o", folder / "copy"], timeout=60,
                                              env={**os.environ, **at("near")}, capture_output=True).returncode == 0,
                       PATIENCE_S, "the file")
        assert (folder / "copy").read_bytes() == original.read_bytes()
    finally:
        near.stop()
        far.stop()


def test_the_compose_file_names_what_is_there() -> None:
    text = (EXAMPLE / "compose.yaml").read_text()
    for name in ("near", "far"):
        assert f"./{name}.toml:/etc/augustus/{name}.toml:ro" in text and (EXAMPLE / f"{name}.toml").exists()
    assert "packaging/Dockerfile" in text and (ROOT / "packaging/Dockerfile").exists()
