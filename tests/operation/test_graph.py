# SPDX-License-Identifier: Apache-2.0
"""`augustus graph`: files of the modular router are checked, drawn, and their elements listed."""
from __future__ import annotations

import json
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from harness.router import AUGUSTUS

GRAPH = """
elementclass Counted { -> c :: Counter -> }
FromFace -> Counted -> t :: Tee -> ToFace; t [1] -> Drop;
"""


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    file = tmp_path / "router.click"
    file.write_text(GRAPH)
    return file


def run_graph(*arguments: str | Path) -> subprocess.CompletedProcess:
    return subprocess.run([AUGUSTUS, "graph", *arguments], capture_output=True, text=True, timeout=60)


def test_a_right_file_is_told(graph: Path) -> None:
    done = run_graph("check", graph)
    assert (done.returncode, done.stdout) == (0, f"{graph}: 5 elements, 4 connections\n")


def test_a_file_is_printed_without_shorthand(graph: Path) -> None:
    printed = run_graph("check", "--print", graph).stdout
    assert "Counted@2/c :: Counter;" in printed.splitlines()
    graph.write_text(printed)
    assert run_graph("check", "--print", graph).stdout == printed


@pytest.mark.parametrize(("text", "message"), [
    ("FromFace -> ToFace;\nDrop [0] -> [0] ->", ":2:17: expected an element, not '->'"),
    ("FromFace ->\n  Wonder -> ToFace", ":2:3: there is no class and no element 'Wonder'"),
    ("FromFace -> c :: Counter", ":1:13: output 0 of 'c' (Counter) is not connected"),
    ("", ":1:1: nothing comes in: there is no FromFace nor another source"),
])
def test_a_wrong_file_is_refused_with_the_place(graph: Path, text: str, message: str) -> None:
    graph.write_text(text)
    for command in ("check", "draw"):
        done = run_graph(command, graph)
        assert done.returncode == 2
        assert done.stderr == f"augustus graph {command}: {graph}{message}\n"
        assert done.stdout == ""


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = run_graph("check", tmp_path / "none")
    assert done.returncode == 2
    assert "none: cannot be read" in done.stderr


def test_a_graph_is_drawn(graph: Path, tmp_path: Path) -> None:
    picture = tmp_path / "router.svg"
    assert run_graph("draw", graph, "-o", picture).returncode == 0
    texts = [each.text for each in ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}text")]
    assert {"FromFace", "Counter", "Tee", "ToFace", "Drop", "Counted@2"} <= set(texts)


def test_a_picture_is_what_its_name_ends_in(graph: Path, tmp_path: Path) -> None:
    assert run_graph("draw", graph, "-o", tmp_path / "router.png").returncode == 0
    assert (tmp_path / "router.png").read_bytes().startswith(b"\x89PNG")
    done = run_graph("draw", graph, "-o", tmp_path / "router.xyz")
    assert done.returncode == 2
    assert "ends in none of .svg, .png, .pdf and .dot" in done.stderr


def test_elements_are_listed() -> None:
    listed = {each["class"]: each for each in json.loads(run_graph("elements", "--json").stdout)}
    assert listed["CheckICNHeader"]["outputs"] == {"min": 2, "max": 3}
    assert listed["Tee"]["outputs"]["max"] is None
    assert listed["NameTable"]["kind"] == "table"
    lines = run_graph("elements").stdout.splitlines()
    assert len(lines) == len(listed) + 1
    assert [line.split()[0] for line in lines[1:]] == list(listed)


@pytest.mark.parametrize("more", [[], ["--check"]])
def test_a_router_does_not_start_with_a_wrong_file(graph: Path, more: list[str]) -> None:
    graph.write_text("FromFace -> InputDeMux ->\n  Tee(3) -> ToFace")
    done = subprocess.run([AUGUSTUS, "run", "--graph", graph, *more], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"augustus run: {graph}:2:3: ")


def test_bench_exchange_counts_what_elements_do() -> None:
    done = subprocess.run([AUGUSTUS, "bench", "exchange", "--engine", "graph", "--names", "30000", "--cs-entries", "512",
                           "--outstanding", "64", "--seconds", "0.1", "--runs", "1", "--json"],
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    elements = {element["name"]: element for element in report["elements"]}
    # Interests and Data, and each Data in a second walk.
    assert elements["check"]["packets"] == elements["in"]["packets"]
    assert elements["cs"]["packets"] >= 2 * report["completed"]
    assert elements["fib"]["packets"] >= report["completed"]
    assert report["options"]["engine"] == "graph"
    assert report["dropped"] == {}
