# SPDX-License-Identifier: Apache-2.0
"""A running modular router: handlers of its elements are read and written, and its graph is changed under traffic."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from harness.process import Process, wait_until
from harness.router import AUGUSTUS, ROOT, AugustusRouter, Router, RouterOptions
from harness.traffic import report_of

FIGURE_3 = (ROOT / "etc/figure3.click").read_text()


# Figure 3 with a counter where packets come in.
COUNTED = FIGURE_3.replace("FromFace -> in", "FromFace -> arrived :: Counter -> in")


class GraphRouter(AugustusRouter):
    """A router that walks by the file `graph.click` in its folder."""

    def _command(self, configuration: Path) -> list[str | Path]:
        return [*super()._command(configuration), "--graph", self.folder / "graph.click"]

    def start_process(self) -> Process:
        (self.folder / "graph.click").write_text(COUNTED)
        return super().start_process()


@pytest.fixture(params=[1, 2], ids=["one worker", "two workers"])
def graph_router(request, start_router) -> Router:
    return start_router(RouterOptions(extra={"workers": {"count": request.param}}), kind=GraphRouter)


def refused(router: Router, *words: str) -> str:
    done = subprocess.run([AUGUSTUS, "graph", *words], capture_output=True, text=True, timeout=30,
                          env={**os.environ, **router.client_environment})
    assert done.returncode == 1, done.stdout
    assert done.stderr.count("\n") == 1
    return done.stderr


def read(router: Router, handler: str) -> int:
    return int(router.cli("graph", "read", handler))


def exchange(router: Router, folder: Path, *words: str) -> dict:
    done = subprocess.run([AUGUSTUS, "traffic", "both", "--json", *words], capture_output=True, text=True, timeout=60,
                          env={**os.environ, **router.client_environment})
    assert done.returncode == 0, done.stderr
    return report_of(done.stdout)


def test_counters_are_read_and_reset(graph_router: Router, tmp_path: Path) -> None:
    before = read(graph_router, "arrived.count")
    exchange(graph_router, tmp_path, "--count", "500", "--window", "16")
    assert read(graph_router, "arrived.count") >= before + 1000
    assert read(graph_router, "arrived.byte_count") > 20 * 1000
    graph_router.cli("graph", "write", "arrived.reset", "now")
    assert read(graph_router, "arrived.count") < 100


def test_what_is_not_there_is_one_clear_line(graph_router: Router) -> None:
    assert "there is no element 'nobody'" in refused(graph_router, "read", "nobody.count")
    assert "arrived has no handler 'wonder'; it has count, byte_count, reset" in refused(graph_router, "read", "arrived.wonder")
    assert "'arrived.reset' can only be written" in refused(graph_router, "read", "arrived.reset")
    assert "'arrived.count' can only be read" in refused(graph_router, "write", "arrived.count", "5")
    assert "is not ELEMENT.HANDLER" in refused(graph_router, "read", "arrived")


def test_a_router_without_a_graph_says_so(router: Router) -> None:
    assert "501 This router runs without a graph" in refused(router, "read", "arrived.count")


def test_elements_come_and_go_under_traffic_without_loss(graph_router: Router, tmp_path: Path) -> None:
    without = graph_router.folder / "without.click"
    without.write_text(FIGURE_3)
    words = [AUGUSTUS, "traffic", "both", "--json", "--window", "64", "--seconds", "600"]
    with Process(words, tmp_path / "traffic.log", environment=graph_router.client_environment) as traffic:
        wait_until(lambda: read(graph_router, "arrived.count") > 1000, 20, "traffic")
        for _ in range(10):
            graph_router.cli("graph", "replace", str(without))
            assert "there is no element 'arrived'" in refused(graph_router, "read", "arrived.count")
            graph_router.cli("graph", "replace", str(graph_router.folder / "graph.click"))
        count = read(graph_router, "arrived.count")
        # The same file again: the counter goes on where it was.
        graph_router.cli("graph", "replace", str(graph_router.folder / "graph.click"))
        assert read(graph_router, "arrived.count") >= count
        assert traffic.stop(20) == 0
    report = report_of(traffic.output())
    counts = report["consumer"]["counts"]
    assert counts["lost"] == 0 and counts["satisfied"] > 5000, report


def test_a_wrong_graph_changes_nothing(graph_router: Router, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.click"
    wrong.write_text("FromFace -> Wonder -> ToFace;")
    assert "there is no class and no element 'Wonder'" in refused(graph_router, "replace", str(wrong))
    assert "cannot be read" in refused(graph_router, "replace", str(tmp_path / "none.click"))
    assert read(graph_router, "arrived.count") >= 0
