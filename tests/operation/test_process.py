# SPDX-License-Identifier: Apache-2.0
"""The process: what it costs when idle, whom it runs as, and how it ends."""
from __future__ import annotations

import os
import pwd
import re
import signal
import time
from pathlib import Path

import pytest

from harness import packets
from harness.router import AugustusRouter, Router, RouterOptions

USER = "nobody"
IDLE_SECONDS = 5
IDLE_SHARE_MAX = 0.02  # of one CPU, when nobody else makes its wakes dear: one quiet time of three is enough


def cpu_seconds(pid: int) -> float:
    """Time that all threads of a process have used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def statuses(pid: int) -> list[dict[str, list[str]]]:
    """/proc/PID/status of every thread."""
    return [{key: value.split() for key, _, value in
             (line.partition(":") for line in (task / "status").read_text().splitlines())}
            for task in Path(f"/proc/{pid}/task").iterdir()]


def test_idle_router_uses_hardly_any_cpu(router: Router) -> None:
    client = packets.connect_unix(str(router.unix_path))
    time.sleep(1)  # the start and the client are over
    used = []
    for _ in range(3):
        before = cpu_seconds(router.process.pid)
        time.sleep(IDLE_SECONDS)
        used.append(cpu_seconds(router.process.pid) - before)
        if used[-1] < IDLE_SHARE_MAX * IDLE_SECONDS:
            break
    assert min(used) < IDLE_SHARE_MAX * IDLE_SECONDS, used
    client.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_privileges_are_dropped_and_the_socket_is_removed_all_the_same(tmp_path: Path) -> None:
    router = AugustusRouter(tmp_path / "router", RouterOptions(extra={"run": {"user": USER}}))
    os.chmod(router.unix_path.parent, 0o755)
    router.unix_path = router.unix_path.parent / "run" / "nfd.sock"  # in a folder that the router makes
    account = pwd.getpwnam(USER)
    with router:
        for status in statuses(router.process.pid):
            assert status["Uid"] == [str(account.pw_uid)] * 4
            assert status["Gid"] == [str(account.pw_gid)] * 4
            assert status["Groups"] == []
            assert {status[kind][0].strip("0") for kind in ("CapInh", "CapPrm", "CapEff", "CapAmb")} == {""}
        router.management.dataset("faces", "list")
        assert router.process.running
        os.kill(router.process.pid, signal.SIGTERM)
        assert router.process.wait() == 0
        assert not router.unix_path.exists()


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly(start_router, ending: signal.Signals, tmp_path: Path) -> None:
    router = AugustusRouter(tmp_path / "router")
    with router:
        client = packets.connect_unix(str(router.unix_path))
        client.send(packets.interest("/nobody/answers"))
        os.kill(router.process.pid, ending)
        assert router.process.wait() == 0
        assert not router.unix_path.exists()
        with pytest.raises((ConnectionError, TimeoutError)):
            while client.receive():
                pass
        client.close()


def test_a_socket_left_behind_is_taken_over_and_one_in_use_is_not(tmp_path: Path) -> None:
    first = AugustusRouter(tmp_path / "first")
    with first:
        second = AugustusRouter(tmp_path / "second")
        second.unix_path = first.unix_path
        process = second.start_process()
        assert process.wait(expected=None) == 1
        assert str(first.unix_path) in process.output().splitlines()[-1]
        second.stop()
        assert first.unix_path.exists()
        first.process.kill()
        assert first.unix_path.exists()
        first.start()
        first.management.dataset("status", "general")


def test_an_unknown_user_is_refused(tmp_path: Path) -> None:
    router = AugustusRouter(tmp_path / "router", RouterOptions(extra={"run": {"user": "no-such-user"}}))
    process = router.start_process()
    assert process.wait(expected=None) == 1
    assert "unknown user no-such-user in [run]" in process.output()
    assert not router.unix_path.exists()
    router.stop()


def test_status_says_how_names_are_found(start_router) -> None:
    router = start_router(RouterOptions(extra={"tables": {"pit_structure": "dhtp"}}))
    assert [partition["pit_structure"] for partition in router.status()["partitions"]] == ["dhtp"]
    assert re.search(r"PIT structure +dhtp\n", router.cli("status"))
