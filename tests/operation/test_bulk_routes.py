# SPDX-License-Identifier: Apache-2.0
"""`augustus route add --file`: many routes by one command, and what is said of the lines that fail."""
from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from harness.router import AUGUSTUS, Router, RouterOptions

ROUTES = 5000
FACES = ["udp4://192.0.2.1:6363", "udp4://192.0.2.2:6363"]


def add(router: Router, file: Path | str, *more: str, text: str | None = None) -> subprocess.CompletedProcess:
    return subprocess.run([AUGUSTUS, "route", "add", "--file", str(file), *more], input=text, capture_output=True,
                          text=True, timeout=120, env={**os.environ, **router.client_environment})


def static_routes(router: Router) -> dict[str, list[tuple[int, int]]]:
    """(face, cost) of the routes by prefix."""
    entries = json.loads(router.cli("route", "list", "origin", "static", "--json"))
    return {entry["prefix"]: [(route["face_id"], route["cost"]) for route in entry["routes"]] for entry in entries}


def faces(router: Router) -> dict[str, int]:
    return {face["uri"]: face["face_id"] for face in router.faces()}


def test_thousands_of_routes(router: Router, tmp_path: Path) -> None:
    file = tmp_path / "routes"
    file.write_text("# prefix face cost\n" + "".join(
        f"/bulk/{number} {FACES[number % 2]} {number % 7}\n" for number in range(ROUTES)))
    done = add(router, file, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["added"] == ROUTES
    known, routes = faces(router), static_routes(router)
    assert routes == {f"/bulk/{number}": [(known[FACES[number % 2]], number % 7)] for number in range(ROUTES)}


def test_standard_input_and_what_all_routes_share(router: Router) -> None:
    done = add(router, "-", "--cost", "9", text=f"/a {FACES[0]}\n/b {FACES[0]} 3\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("2 routes added, 0 failed")
    face = faces(router)[FACES[0]]
    assert static_routes(router) == {"/a": [(face, 9)], "/b": [(face, 3)]}


def test_lines_that_fail_are_named_and_the_others_added(router: Router, tmp_path: Path) -> None:
    file = tmp_path / "routes"
    deep = "/a" * 40
    file.write_text(f"/good/1 {FACES[0]}\n/no-face\n/cost {FACES[0]} cheap\n/unknown 9999\n"
                    f"/scheme carrier-pigeon://roof\n{deep} {FACES[0]}\n/good/2 {FACES[0]}\n")
    done = add(router, file)
    assert done.returncode == 1
    assert done.stdout.startswith("2 routes added, 5 failed")
    assert set(static_routes(router)) == {"/good/1", "/good/2"}
    said = dict(line.removeprefix(f"{file}:").split(": ", 1) for line in done.stderr.splitlines()
                if line.startswith(str(file)))
    assert said["2"] == "expected PREFIX FACE [COST]"
    assert said["3"] == "cost 'cheap': expected a whole number"
    assert said["4"].startswith("the router answered 410")
    assert "carrier-pigeon" in said["5"]
    assert said["6"].startswith("the router answered 414")
    assert done.stderr.splitlines()[-1] == "augustus route add: 5 of 7 routes were not added"


def test_a_full_fib_is_told_by_line(start_router, tmp_path: Path) -> None:
    router = start_router(RouterOptions(extra={"tables": {"fib_prefixes": 100}}))
    file = tmp_path / "routes"
    file.write_text("".join(f"/bulk/{number} {FACES[0]}\n" for number in range(300)))
    done = add(router, file, "--json")
    assert done.returncode == 1
    summary = json.loads(done.stdout)
    assert summary["added"] == len(static_routes(router)) and summary["added"] + summary["failed"] == 300
    assert "the router answered 500: The FIB is full" in done.stderr
    assert "... and" in done.stderr


@pytest.mark.parametrize("words", [["/a", FACES[0], "--file", "-"], ["/a"], []])
def test_half_a_command_line_is_refused(router: Router, words: list[str]) -> None:
    done = subprocess.run([AUGUSTUS, "route", "add", *words], capture_output=True, text=True, timeout=30, input="",
                          env={**os.environ, **router.client_environment})
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
