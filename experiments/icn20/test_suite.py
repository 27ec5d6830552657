# SPDX-License-Identifier: Apache-2.0
"""The wire suite: forwarders that misbehave are told of and leave nothing behind; those that it knows go through it."""
from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from experiments.common.experiment import Scale
from experiments.common.stamp import ROOT, stamp

from . import misbehaving
from .drivers import DRIVERS
from .dumbbell import Dumbbell, existing, ip, remove_orphans
from .experiment import EXPERIMENT
from .measure import Effort
from .suite import Suite

SHORT = Effort(seconds=0.4, repetitions=1, busy_repeats=0, warm_up=0.1)

pytestmark = [pytest.mark.skipif(os.geteuid() != 0, reason="network namespaces need root"), pytest.mark.timeout(400)]


@pytest.fixture(scope="module", autouse=True)
def relay() -> None:
    subprocess.run(["ninja", "-C", ROOT / "build/release", "bench/udp_relay"], check=True, stdout=subprocess.DEVNULL)


def namespaces_of_this_process() -> list[str]:
    return [name for name in existing() if name.startswith(f"wire{os.getpid()}n")]


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    yield
    assert namespaces_of_this_process() == []
    left = subprocess.run(["ps", "--no-headers", "-o", "args", "--ppid", str(os.getpid())], capture_output=True, text=True).stdout
    assert "udp_relay" not in left and "sleep 3600" not in left and "augustus" not in left


def test_a_dumbbell_has_its_links_and_goes_again() -> None:
    with Dumbbell(2, 2) as dumbbell:
        assert len(namespaces_of_this_process()) == 5
        for i, name in enumerate(dumbbell.consumers):
            done = subprocess.run(["ip", "netns", "exec", name, "ping", "-c", "1", "-W", "5", dumbbell.device_for_consumer(i)],
                                  capture_output=True)
            assert done.returncode == 0
    assert namespaces_of_this_process() == []


def test_what_a_killed_suite_left_is_removed() -> None:
    done = subprocess.Popen(["true"])
    done.wait()
    orphan, mine = f"wire{done.pid}n0d", f"wire{os.getpid()}n999d"
    for name in (orphan, mine):
        ip("netns", "add", name)
    try:
        assert orphan in remove_orphans()
        assert orphan not in existing() and mine in existing()
    finally:
        ip("netns", "delete", mine)


def test_forwarders_that_misbehave_do_not_keep_others_from_being_measured(tmp_path: Path, capsys) -> None:
    results = Suite(Scale.QUICK, list(misbehaving.ALL), ["table1"], drivers=misbehaving.ALL, effort=SHORT).run()
    status = {name: run[0]["status"] for name, run in results["runs"]["table1"]["5000"].items()}
    assert status == {"good": "ok", "does-not-start": "did not start", "never-ready": "did not start", "dies": "died",
                      "drops": "dropped everything", "crawls": "slower than the sampling", "no-store": "ok",
                      "slow-routes": "prohibitively slow",
                      "absent": "missing"}
    reasons = {name: run[0].get("why", "") for name, run in results["runs"]["table1"]["5000"].items()}
    assert "no memory for my tables" in reasons["does-not-start"]
    assert "nobody has it" in reasons["absent"]
    assert results["runs"]["table1"]["5000"]["good"][0]["satisfied"] > 0
    printed = capsys.readouterr().out
    assert "dropped everything" in printed and "no memory for my tables" in printed

    # All of it can be drawn, judged and read.
    EXPERIMENT.draw(results, tmp_path / "figure.png")
    verdicts = [(claim, claim.judge(results)) for claim in EXPERIMENT.claims]
    assert {verdict.holds for _, verdict in verdicts} == {None}
    EXPERIMENT.write_page({"results": results, "stamp": stamp(), "scale": "quick"}, verdicts, tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert "slower than the sampling" in page and "nobody has it" in page and "12.05" in page


def test_an_interrupted_suite_keeps_what_it_has(capsys) -> None:
    class Interrupts(misbehaving.Good):
        name = title = "interrupts"

        def start(self) -> None:
            os.kill(os.getpid(), signal.SIGTERM)
            super().start()

    drivers = {"good": misbehaving.Good, "interrupts": Interrupts}
    results = Suite(Scale.QUICK, list(drivers), ["table1"], drivers=drivers, effort=SHORT).run()
    assert results["interrupted"] and "kept" in capsys.readouterr().out
    assert results["runs"]["table1"]["5"]["good"][0]["status"] == "ok"
    assert results["runs"]["table1"]["5000"] == {}


def test_what_a_forwarder_cannot_do_is_not_measured() -> None:
    results = Suite(Scale.QUICK, ["no-store"], ["table2"], drivers=misbehaving.ALL, effort=SHORT).run()
    assert results["runs"]["table2"]["off"]["no-store"][0]["status"] == "ok"
    assert results["runs"]["table2"]["on"]["no-store"][0] == {"status": "not possible", "why": "has no Content Store",
                                                              "attempts": 1}


@pytest.mark.parametrize("name", ["augustus", "ndnd"])
def test_a_forwarder_goes_through_it(name: str) -> None:
    results = Suite(Scale.QUICK, [name], ["table1", "figure2", "figure3"], effort=SHORT).run()
    found = {f"{section} {case}": runs[name][0] for section, cases in results["runs"].items() for case, runs in cases.items()}
    assert {key: (run["status"], run.get("why")) for key, run in found.items() if run["status"] != "ok"} == {}
    for key, run in found.items():
        assert run["satisfied"] > 0 and run["wrong"] == 0 and run["resident_mb"] > 1, key
    # What the Content Store is made to do, it does.
    assert found["figure2 hit"]["hit_ratio"] > 0.8
    for key in ("off", "miss", "store"):
        assert found[f"figure2 {key}"]["hit_ratio"] < 0.1, key


def test_ports_take_the_devices_interfaces() -> None:
    port = DRIVERS["augustus-afpacket"]
    if port.missing():
        pytest.skip(port.missing())
    results = Suite(Scale.QUICK, [port.name], ["table1"], effort=SHORT).run()
    assert {run[port.name][0]["status"] for run in results["runs"]["table1"].values()} == {"ok"}
