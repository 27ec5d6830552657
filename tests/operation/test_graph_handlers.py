# SPDX-License-Identifier: Apache-2.0
"""A running modular router: handlers of its elements are read and written, and its graph is changed under traffic."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from harness.graph_router import FIGURE_3
from harness.graph_router import graph_router as graph_router_of
from harness.process import PATIENCE_S, Process, wait_until
from harness.router import AUGUSTUS, AugustusRouter, Router, RouterOptions
from harness.traffic import report_of

# Figure 3 with a counter where packets come in.
COUNTED = FIGURE_3.replace("FromFace -> in", "FromFace -> arrived :: Counter -> in")


@pytest.fixture(params=[1, 2], ids=["one worker", "two workers"])
def graph_router(request, start_router) -> Router:
    return start_router(RouterOptions(extra={"workers": {"count": request.param}}), kind=graph_router_of(COUNTED))


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
    words = [AUGUSTUS, "traffic", "both", "--json", "--window", "64", "--seconds", "600", "--lifetime", "30000"]
    with Process(words, tmp_path / "traffic.log", environment=graph_router.client_environment) as traffic:
        wait_until(lambda: read(graph_router, "arrived.count") > 1000, PATIENCE_S, "traffic")
        for _ in range(10):
            graph_router.cli("graph", "replace", str(without))
            assert "there is no element 'arrived'" in refused(graph_router, "read", "arrived.count")
            graph_router.cli("graph", "replace", str(graph_router.folder / "graph.click"))
        count = read(graph_router, "arrived.count")
        # The same file again: the counter goes on where it was.
        graph_router.cli("graph", "replace", str(graph_router.folder / "graph.click"))
        assert read(graph_router, "arrived.count") >= count
        assert traffic.stop(PATIENCE_S) == 0
    report = report_of(traffic.output())
    counts = report["consumer"]["counts"]
    assert counts["lost"] == 0 and counts["satisfied"] > 5000, report


def test_a_wrong_graph_changes_nothing(graph_router: Router) -> None:
    wrong = graph_router.folder / "wrong.click"
    wrong.write_text("FromFace -> Wonder -> ToFace;")
    assert "there is no class and no element 'Wonder'" in refused(graph_router, "replace", str(wrong))
    assert "cannot be read" in refused(graph_router, "replace", str(graph_router.folder / "none.click"))
    assert read(graph_router, "arrived.count") >= 0


SECRET = FIGURE_3.replace("check [0] -> [0] cs;", "check [0] -> k :: NameClassifier(/secret, -); k [0] -> Drop(secret); "
                                                  "k [1] -> [0] cs;")


def ask_for_secrets(router: Router) -> None:
    subprocess.run([AUGUSTUS, "peek", "/secret/1", "--lifetime", "100"], capture_output=True, timeout=30,
                   env={**os.environ, **router.client_environment})


def test_a_reason_to_drop_is_listed_with_the_others(start_router) -> None:
    router = start_router(kind=graph_router_of(SECRET))
    ask_for_secrets(router)
    wait_until(lambda: router.status()["drops"].get("element_secret", 0) >= 1, PATIENCE_S, "the drop to be listed")
    drops = router.status()["drops"]
    assert "by_element" not in drops
    assert "element_secret" in router.cli("status")
    # What was dropped stays counted when the element is gone.
    without = router.folder / "without.click"
    without.write_text(FIGURE_3)
    router.cli("graph", "replace", str(without))
    assert router.status()["drops"]["element_secret"] == drops["element_secret"]



def test_what_the_graph_itself_counts_is_read(graph_router: Router) -> None:
    assert read(graph_router, "graph.strays") == 0
    assert read(graph_router, "graph.passed_by") == 0


class ConfiguredRouter(AugustusRouter):
    """Its configuration names the graph, from its own folder."""

    def start_process(self) -> Process:
        (self.folder / "graph.click").write_text(COUNTED)
        (self.folder / "other.click").write_text(SECRET)
        return super().start_process()


def reload(router: Router) -> subprocess.CompletedProcess:
    return subprocess.run([AUGUSTUS, "reload"], capture_output=True, text=True, timeout=60,
                          env={**os.environ, **router.client_environment})


def test_the_configuration_names_a_graph(start_router) -> None:
    router = start_router(RouterOptions(extra={"run": {"graph": "graph.click"}}), kind=ConfiguredRouter)
    assert read(router, "arrived.count") >= 1
    configuration = router.folder / "augustus.toml"
    right = configuration.read_text()
    configuration.write_text(right.replace("graph.click", "other.click"))
    done = reload(router)
    assert done.returncode == 0 and 'run.graph: "graph.click" -> "other.click"' in done.stdout, done.stderr
    assert "there is no element 'arrived'" in refused(router, "read", "arrived.count")
    # Neither without one, nor to a wrong one.
    configuration.write_text(right.replace("graph.click", ""))
    assert "cannot change while the router runs" in reload(router).stderr
    (router.folder / "wrong.click").write_text("FromFace -> Wonder -> ToFace;")
    configuration.write_text(right.replace("graph.click", "wrong.click"))
    assert "there is no class and no element 'Wonder'" in reload(router).stderr
    assert read(router, "graph.strays") == 0
    assert "without a graph" not in refused(router, "read", "arrived.count")


def test_a_graph_does_not_come_while_the_router_runs(router: Router) -> None:
    (router.folder / "graph.click").write_text(FIGURE_3)
    configuration = router.folder / "augustus.toml"
    configuration.write_text(configuration.read_text() + '\n[run]\ngraph = "graph.click"\n')
    done = reload(router)
    assert done.returncode == 1
    assert "cannot change while the router runs" in done.stderr and "run.graph" in done.stderr


def test_a_command_names_files_of_one_folder(graph_router: Router, tmp_path: Path) -> None:
    """Neither a graph from elsewhere nor files in it, no links, and no pipe that waits for ever."""
    inside, victim = graph_router.folder, tmp_path / "victim"
    victim.write_text("precious")
    outside = tmp_path / "outside.click"
    outside.write_text(COUNTED)
    assert "[run] files" in refused(graph_router, "replace", str(outside))
    (inside / "link.click").symlink_to(outside)
    refused(graph_router, "replace", str(inside / "link.click"))
    os.mkfifo(inside / "pipe")
    (inside / "link.pcapng").symlink_to(victim)
    for file in (victim, inside / "link.pcapng", inside / "pipe", inside / ".." / "victim"):
        graph = inside / "writes.click"
        graph.write_text(COUNTED.replace("FromFace ->", f"FromFace -> ToPcap({file}) ->"))
        refused(graph_router, "replace", str(graph))
    assert victim.read_text() == "precious"
    graph.write_text(COUNTED.replace("FromFace ->", "FromFace -> ToPcap(fine.pcapng) ->"))
    graph_router.cli("graph", "replace", str(graph))
    assert (inside / "fine.pcapng").exists()
