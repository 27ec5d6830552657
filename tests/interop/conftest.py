# SPDX-License-Identifier: Apache-2.0
"""Collects the interoperability table: a test marked `interop(client, action)` is a row of it."""
from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent


def versions() -> dict[str, str]:
    """Each client's version, as pinned in the files that install it."""
    requirements = (FOLDER / "requirements.txt").read_text()
    ndnd = (FOLDER / "ndnd/go.mod").read_text()
    ndnts = json.loads((FOLDER / "ndnts/package.json").read_text())
    return {
        "python-ndn": re.search(r"^python-ndn==(\S+)", requirements, re.M)[1],
        "ndnd": re.search(r"named-data/ndnd v(\S+)", ndnd)[1],
        "NDNts": ndnts["dependencies"]["@ndn/endpoint"],
    }


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "interop(client, action): a row of build/interop-table.md")
    config.stash[ROWS] = []


ROWS = pytest.StashKey[list]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    marker = item.get_closest_marker("interop")
    if marker and (report.when == "call" or report.outcome != "passed"):
        client, action = marker.args
        action = action.format(**getattr(item, "callspec", None).params if hasattr(item, "callspec") else {})
        item.config.stash[ROWS].append((client, action, report.outcome))
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    rows = session.config.stash[ROWS]
    if not rows or session.config.option.keyword:
        return  # a chosen few tests are no table
    known = versions()
    lines = ["| client | version | what it did | result |", "|---|---|---|---|"]
    lines += [f"| {client} | {known[client]} | {action} | {outcome} |" for client, action, outcome in rows]
    table = ROOT / "build/interop-table.md"
    table.parent.mkdir(exist_ok=True)
    table.write_text("\n".join(lines) + "\n")
