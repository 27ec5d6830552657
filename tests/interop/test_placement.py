# SPDX-License-Identifier: Apache-2.0
"""`augustus run` places its threads as it says, and starts nothing when it only explains."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from harness.process import PATIENCE_S, wait_until
from harness.router import AUGUSTUS, ROOT, Router, RouterOptions, router_under_test

pytestmark = pytest.mark.skipif(router_under_test().kind != "augustus", reason="Augustus' own placement")

TOPOLOGIES = ROOT / "tests/unit/worker/topologies"


def explain(folder: Path, configuration: str, topology: str) -> subprocess.CompletedProcess[str]:
    file = folder / "augustus.toml"
    file.write_text(configuration)
    return subprocess.run([AUGUSTUS, "run", "--config", file, "--explain-placement", "--topology",
                           TOPOLOGIES / f"{topology}.xml"], capture_output=True, text=True, timeout=60)


def test_it_is_explained(tmp_path: Path) -> None:
    done = explain(tmp_path, '[workers]\ncount = 4\nplacement = "dual-socket"\n', "paper")
    assert done.returncode == 0, done.stderr
    for part in ("|8   w0    |9   w2    ", "|0   mgmt  |1   w1    |2   w3    ", "worker 3: CPU 2", "sockets in turn"):
        assert part in done.stdout


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    done = explain(tmp_path, '[workers]\ncount = 2\nplacement = "dual-socket"\n', "laptop")
    assert done.returncode == 2
    assert "needs two sockets" in done.stderr


def affinities(router: Router) -> list[set[int]]:
    tasks = Path("/proc", str(router.process.pid), "task")
    return [os.sched_getaffinity(int(task.name)) for task in tasks.iterdir()]


def test_threads_are_pinned(start_router) -> None:
    cpu = min(os.sched_getaffinity(0))
    router = start_router(RouterOptions(extra={"workers": {"count": 1, "cpus": [cpu]}}))
    wait_until(lambda: {cpu} in affinities(router), PATIENCE_S, "a thread on the CPU")
