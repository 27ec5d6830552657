# SPDX-License-Identifier: Apache-2.0
"""The protocol of a service manager (sd_notify(3)): ready, reloading, stopping, the watchdog."""
from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.process import PATIENCE_S
from harness.router import ROOT, AugustusRouter

UNIT = ROOT / "packaging/augustus.service"


class Manager:
    """The receiving end of $NOTIFY_SOCKET."""

    def __init__(self, folder: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.path = f"{folder}/notify"
        self.socket.bind(self.path)

    def receive(self, seconds: float = PATIENCE_S) -> dict[str, str]:
        self.socket.settimeout(seconds)
        return dict(line.split("=", 1) for line in self.socket.recv(4096).decode().splitlines())

    def wait_for(self, key: str, seconds: float = PATIENCE_S) -> dict[str, str]:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            message = self.receive(seconds)
            if key in message:
                return message
        raise TimeoutError(f"no {key} within {seconds} s")


@pytest.fixture
def manager(monkeypatch) -> Iterator[Manager]:
    folder = tempfile.mkdtemp(prefix="ndn-")
    manager = Manager(folder)
    monkeypatch.setenv("NOTIFY_SOCKET", manager.path)
    yield manager
    manager.socket.close()
    shutil.rmtree(folder)


def test_ready_reload_stop(manager: Manager, start_router) -> None:
    router = start_router(kind=AugustusRouter)
    message = manager.receive()
    assert message["READY"] == "1"
    router.management.dataset("status", "general")
    before_us = time.monotonic_ns() // 1000
    os.kill(router.process.pid, signal.SIGHUP)
    message = manager.receive()
    assert message["RELOADING"] == "1"
    assert before_us <= int(message["MONOTONIC_USEC"]) <= time.monotonic_ns() // 1000
    assert manager.receive()["READY"] == "1"
    router.cli("reload")
    assert "RELOADING" in manager.receive()
    assert "READY" in manager.receive()
    os.kill(router.process.pid, signal.SIGTERM)
    assert manager.receive()["STOPPING"] == "1"
    assert router.process.wait() == 0
    router.start()  # the fixture wants to end it itself


def test_ready_comes_when_the_router_serves(manager: Manager, tmp_path: Path) -> None:
    router = AugustusRouter(tmp_path / "router")
    router.start_process()
    manager.wait_for("READY")
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(str(router.unix_path))
    connection.close()
    assert router.stop() == 0


def test_the_watchdog_is_fed_while_the_router_works_and_not_while_it_hangs(manager: Manager, monkeypatch,
                                                                           start_router) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "600000")
    router = start_router(kind=AugustusRouter)
    manager.wait_for("READY")
    for _ in range(5):
        manager.wait_for("WATCHDOG")
    os.kill(router.process.pid, signal.SIGSTOP)
    with pytest.raises(TimeoutError):
        for _ in range(10):  # those under way
            manager.receive(2)
    os.kill(router.process.pid, signal.SIGCONT)
    manager.wait_for("WATCHDOG")


def test_a_watchdog_for_another_process_is_left_alone(manager: Manager, monkeypatch, start_router) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "100000")
    monkeypatch.setenv("WATCHDOG_PID", "1")
    start_router(kind=AugustusRouter)
    manager.wait_for("READY")
    with pytest.raises(TimeoutError):
        manager.receive(1)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_the_unit_is_valid_and_hardened(tmp_path: Path) -> None:
    unit = tmp_path / "augustus.service"
    # The binary is where the package puts it; here it need not be.
    unit.write_text(UNIT.read_text().replace("/usr/bin/augustus", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    # 0 is the safest, 100 the most exposed.
    done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=30", unit],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout[-500:]
