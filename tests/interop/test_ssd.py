# SPDX-License-Identifier: Apache-2.0
"""The content store on an SSD in the real router: what does not fit its memory is served from the file, without the
producer, also after a restart, with another number of workers, and after kill -9."""
from __future__ import annotations

import filecmp
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.graph_router import GraphRouter
from harness.process import Process, run
from harness.router import AUGUSTUS, AugustusRouter, RouterOptions

PREFIX = "/interop/ssd"
FILE_BYTES = 48_000_000
DRAM_BYTES = 24_000_000  # half of the file, for all partitions
SSD_BYTES = 256 << 20


def options(store: Path, workers: int = 1, size: int | None = SSD_BYTES, **cs: object) -> RouterOptions:
    return RouterOptions(extra={
        "workers": {"count": workers, "placement": "none"},
        # Registered frames are locked memory, of which others than root have little.
        "cs": {"capacity_bytes": DRAM_BYTES, "ssd_registered": os.geteuid() == 0, **cs},
        "cs.ssd": [{"path": str(store), **({"size": size} if size else {})}],
    })


@pytest.fixture
def original(tmp_path: Path) -> Path:
    file = tmp_path / "original"
    file.write_bytes(os.urandom(FILE_BYTES))
    return file


def fetch(router: AugustusRouter, tmp_path: Path, name: str, window: int = 64) -> Path:
    copy = tmp_path / "copy"
    copy.unlink(missing_ok=True)
    run([AUGUSTUS, "get", "--window", str(window), "-o", copy, name], tmp_path / "get.log",
        environment=router.client_environment)
    return copy


def frames_let_go(router: AugustusRouter) -> int:
    """Frames that were not written because the disk was busy."""
    time.sleep(1.1)  # a status answer is good for a second
    return router.status()["drops"].get("ssd_write_busy", 0)


def publish_and_fetch(router: AugustusRouter, tmp_path: Path, original: Path) -> str:
    """Fetches the file while its producer is there, one segment after the other, until a fetch lost nothing: what
    comes faster than the disk writes is let go, as it should be. The name with its version."""
    with Process([AUGUSTUS, "put", PREFIX, original], tmp_path / "put.log",
                 environment=router.client_environment) as producer:
        producer.wait_for_output(PREFIX)
        for _ in range(20):
            before = frames_let_go(router)
            assert filecmp.cmp(original, fetch(router, tmp_path, PREFIX, window=1), shallow=False)
            if frames_let_go(router) == before:
                break
        return re.search(r"published (\S+)", producer.output())[1]


@pytest.mark.parametrize("kind", [AugustusRouter, GraphRouter], ids=["fused loop", "graph"])
def test_from_the_ssd_without_the_producer_and_after_a_restart(tmp_path: Path, original: Path,
                                                               kind: type[AugustusRouter]) -> None:
    store = tmp_path / "store"
    with kind(tmp_path / "router", options(store)) as router:
        name = publish_and_fetch(router, tmp_path, original)
        assert filecmp.cmp(original, fetch(router, tmp_path, name), shallow=False)
        assert router.stop() == 0
    # The file moves, the number of workers changes.
    moved = store.rename(tmp_path / "moved")
    with kind(tmp_path / "again", options(moved, workers=2)) as router:
        assert filecmp.cmp(original, fetch(router, tmp_path, name), shallow=False)
        # CanBePrefix finds the version.
        assert filecmp.cmp(original, fetch(router, tmp_path, PREFIX), shallow=False)


def test_by_prefix_when_it_is_no_longer_fresh(tmp_path: Path) -> None:
    """Freshness goes by the clock on the wall, also while the router is not there; what is stored stays of use."""
    store = tmp_path / "store"
    small = tmp_path / "small"
    small.write_bytes(os.urandom(100_000))
    with AugustusRouter(tmp_path / "router", options(store)) as router:
        with Process([AUGUSTUS, "put", "--freshness", "1", PREFIX, small], tmp_path / "put.log",
                     environment=router.client_environment) as producer:
            producer.wait_for_output(PREFIX)
            assert filecmp.cmp(small, fetch(router, tmp_path, PREFIX), shallow=False)
        assert router.stop() == 0
    with AugustusRouter(tmp_path / "again", options(store)) as router:
        assert filecmp.cmp(small, fetch(router, tmp_path, PREFIX), shallow=False)
        assert "nobody has it fresh" in (tmp_path / "get.log").read_text()
        run([AUGUSTUS, "get", "--fresh", "--retries", "0", "-o", tmp_path / "copy", PREFIX], tmp_path / "get.log",
            environment=router.client_environment, expected=1)


@pytest.mark.parametrize("threads, driver", [(0, "workers drive the disk"), (1, "a thread drives the disk")])
def test_whoever_drives_the_disk(tmp_path: Path, original: Path, threads: int, driver: str) -> None:
    store = tmp_path / "store"
    with AugustusRouter(tmp_path / "router", options(store, ssd_threads=threads)) as router:
        assert driver in router.log()
        name = publish_and_fetch(router, tmp_path, original)
        assert filecmp.cmp(original, fetch(router, tmp_path, name), shallow=False)
        assert tiers(router)["ssd"]["hits"] > 0
        assert router.stop() == 0
    with AugustusRouter(tmp_path / "again", options(store, ssd_threads=1 - threads)) as router:
        assert filecmp.cmp(original, fetch(router, tmp_path, name), shallow=False)


def control(router: AugustusRouter, *words: str) -> dict:
    return json.loads(router.cli(*words, "--json"))


def tiers(router: AugustusRouter) -> dict[str, dict]:
    time.sleep(1.1)
    return {tier["tier"]: tier for tier in control(router, "cs")["tiers"]}


@pytest.fixture
def block_device(tmp_path: Path) -> Iterator[Path]:
    if os.geteuid() != 0 or shutil.which("losetup") is None:
        pytest.skip("a loop device needs root and losetup")
    backing = tmp_path / "backing"
    with backing.open("wb") as file:
        file.truncate(SSD_BYTES)
    made = subprocess.run(["losetup", "--find", "--show", backing], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        pytest.skip(f"no loop device can be made here: {made.stderr.strip()}")
    device = made.stdout.strip()
    yield Path(device)
    subprocess.run(["losetup", "--detach", device], check=True)


def test_a_raw_block_device_keeps_the_store(tmp_path: Path, original: Path, block_device: Path) -> None:
    # All of the device: no size is given.
    with AugustusRouter(tmp_path / "router", options(block_device, size=None)) as router:
        name = publish_and_fetch(router, tmp_path, original)
        assert filecmp.cmp(original, fetch(router, tmp_path, name), shallow=False)
        assert 0.9 * SSD_BYTES < tiers(router)["ssd"]["capacity_bytes"] <= SSD_BYTES
        assert router.stop() == 0
    with AugustusRouter(tmp_path / "again", options(block_device, workers=2, size=None)) as router:
        assert filecmp.cmp(original, fetch(router, tmp_path, name), shallow=False)


def test_tiers_are_shown_verified_and_erased(tmp_path: Path, original: Path) -> None:
    store = tmp_path / "store"
    with AugustusRouter(tmp_path / "router", options(store)) as router:
        name = publish_and_fetch(router, tmp_path, original)
        assert filecmp.cmp(original, fetch(router, tmp_path, name), shallow=False)
        shown = tiers(router)
        assert 0 < shown["dram"]["bytes"] <= shown["dram"]["capacity_bytes"] <= DRAM_BYTES
        assert shown["dram"]["evicted"] > 0 and shown["dram"]["misses"] >= shown["ssd"]["hits"] > 0
        assert shown["ssd"]["entries"] * 8000 > FILE_BYTES / 3
        assert 0 < shown["ssd"]["bytes"] <= shown["ssd"]["capacity_bytes"] <= SSD_BYTES
        assert shown["ssd"]["reads"] > 0 and shown["ssd"]["writes"] > 0 and shown["ssd"]["damaged"] == 0
        verified = control(router, "cs", "verify")
        assert verified["damaged"] == 0 and verified["extents"] > 100
        # The SSD tier can be closed by itself.
        assert "serve" not in control(router, "cs", "config", "tier", "ssd", "serve", "off")["flags"]
        assert not tiers(router)["ssd"]["serve"] and tiers(router)["dram"]["serve"]
        control(router, "cs", "config", "tier", "ssd", "serve", "on")
        assert control(router, "cs", "erase", PREFIX)["count"] > 0
        assert tiers(router)["dram"]["entries"] == 0
        run([AUGUSTUS, "get", "--lifetime", "200", "--retries", "1", "-o", tmp_path / "copy", name], tmp_path / "get.log",
            environment=router.client_environment, expected=1)


def test_verification_finds_damage(tmp_path: Path, original: Path) -> None:
    store = tmp_path / "store"
    with AugustusRouter(tmp_path / "router", options(store)) as router:
        publish_and_fetch(router, tmp_path, original)
        # Every extent of one in 20 MB of the file: under the router, which reads past the page cache.
        with store.open("r+b") as file:
            for at in range(1 << 20, SSD_BYTES, 20 << 20):
                file.seek(at)
                file.write(bytes(1 << 20))
            os.fsync(file.fileno())
        router.cli("cs", "verify", expected=1)
        assert tiers(router)["ssd"]["damaged"] > 0


def test_after_kill_9_nothing_is_wrong(tmp_path: Path, original: Path) -> None:
    store = tmp_path / "store"
    with AugustusRouter(tmp_path / "router", options(store)) as router:
        name = publish_and_fetch(router, tmp_path, original)
        router.process.kill()
    with AugustusRouter(tmp_path / "again", options(store)) as router:
        assert "not closed in order" in router.log()
        # What was in memory alone has to be asked of the producer again; the rest is there.
        with Process([AUGUSTUS, "put", name, original], tmp_path / "put.log",
                     environment=router.client_environment) as producer:
            producer.wait_for_output(PREFIX)
            assert filecmp.cmp(original, fetch(router, tmp_path, name), shallow=False)
