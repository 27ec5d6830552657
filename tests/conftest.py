# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests in Python. Each test has a router of its own: process, folder, socket and ports."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harness.router import ROOT, Router, RouterOptions, router_under_test

# Where scripts/toolchains puts node and go on a machine without them.
os.environ["PATH"] = f"{ROOT / '.venv/bin'}{os.pathsep}{os.environ['PATH']}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Shows the logs of the routers and programs of a test that failed."""
    report = yield
    folder = item.funcargs.get("tmp_path") if hasattr(item, "funcargs") else None
    if report.when == "call" and report.failed and folder is not None:
        for log in sorted(Path(folder).rglob("*.log")):
            lines = log.read_text(errors="replace").splitlines()
            report.sections.append((str(log.relative_to(folder)), "\n".join(lines[-60:])))
    return report



@pytest.fixture
def start_router(tmp_path: Path) -> Iterator[Callable[..., Router]]:
    """Starts routers, and at the end of the test stops them; one that crashed or does not end cleanly fails it."""
    started: list[Router] = []

    def start(options: RouterOptions | None = None, kind: type[Router] | None = None, **more) -> Router:
        router = (kind or router_under_test())(tmp_path / f"router{len(started)}", options, **more)
        started.append(router)
        return router.start()

    yield start
    ended = {router: (router.running, router.stop()) for router in reversed(started)}
    for router, (was_running, status) in ended.items():
        assert was_running, f"{router.kind} ended during the test with {status}:\n{router.log()}"
        assert status == 0, f"{router.kind} ended with {status} on SIGTERM:\n{router.log()}"


@pytest.fixture
def router(start_router) -> Router:
    """A router with the tests' usual configuration."""
    return start_router()
