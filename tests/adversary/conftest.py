# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Iterator

import pytest

from harness.own_network import OwnNetwork

from . import attacks  # noqa: F401: enlists them
from .arena import Row
from .table import print_rows

ROWS = pytest.StashKey[list[Row]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full-attacks", action="store_true", help="the numbers for a release build")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[ROWS] = []


@pytest.fixture(scope="session")
def own_network() -> Iterator[None]:
    try:
        network = OwnNetwork().__enter__()
    except OSError as error:
        pytest.skip(f"network namespaces need root: {error}")
    yield
    network.__exit__()


@pytest.fixture
def rows(request: pytest.FixtureRequest) -> list[Row]:
    return request.config.stash[ROWS]


def pytest_terminal_summary(terminalreporter) -> None:
    rows = terminalreporter.config.stash[ROWS]
    if rows:
        terminalreporter.section("attacks")
        print_rows(rows, terminalreporter.write_line)
