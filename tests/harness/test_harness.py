# SPDX-License-Identifier: Apache-2.0
"""The harness itself: packets as the format has them, reports summed up as they are, skips refused unless allowed."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from adversary.arena import Row, better_of_two
from harness import packets
from harness.process import Process, ProcessFailed, run
from harness.router import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import test_runner  # noqa: E402


@pytest.mark.parametrize(("value", "encoded"), [
    (0, "00"), (252, "fc"), (253, "fd00fd"), (65535, "fdffff"), (65536, "fe00010000"), (2**32, "ff0000000100000000")])
def test_numbers_take_their_shortest_form(value: int, encoded: str) -> None:
    assert packets.number(value).hex() == encoded
    assert packets.read_number(packets.number(value), 0) == (value, len(encoded) // 2)


# 255 and 256 do not exist: there the length field grows.
@pytest.mark.parametrize("size", [200, 253, 254, 257, 1472, 8800])
def test_data_has_the_size_asked_for(size: int) -> None:
    assert len(packets.data_of_size("/a/b", size)) == size


def test_network_packet_is_taken_out_of_link_packets() -> None:
    interest = packets.interest("/a/seg=1")
    assert packets.network_packet(packets.lp(interest, packets.tlv(0x62, b"token"))) == interest
    assert packets.network_packet(interest) == interest


def test_program_that_fails_is_noticed_with_its_output(tmp_path: Path) -> None:
    with pytest.raises(ProcessFailed, match="went wrong"):
        run(["sh", "-c", "echo went wrong; exit 3"], tmp_path / "log")


def test_program_that_stalls_is_ended(tmp_path: Path) -> None:
    process = Process(["sleep", "60"], tmp_path / "log").start()
    with pytest.raises(ProcessFailed, match="ran past"):
        process.wait(0.1)
    assert not process.running


def test_report_is_counted_by_outcome(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text('<testsuites><testsuite><testcase classname="a" name="passes"/>'
                      '<testcase classname="a" name="fails"><failure/></testcase>'
                      '<testcase classname="a" name="dies"><error/></testcase>'
                      '<testcase classname="a" name="skips"><skipped message="why"/></testcase></testsuite></testsuites>')
    count = test_runner.read_report(report)
    assert (count.passed, count.failed, count.skipped) == (1, 2, [("a.skips", "why")])


def test_lines_are_counted_by_outcome() -> None:
    count = test_runner.read_lines("[1/2] building\nlp: ok, 100 inputs in 10 s\ninterest: FAILED, input under x\n")
    assert (count.passed, count.failed) == (1, 1)


@pytest.mark.parametrize(("rounds", "failures", "played"), [
    ([{}], [], 1),
    ([{"slow": ["late"]}, {}], [], 2),
    ([{"slow": ["late"]}, {"slow": ["late again"]}], ["late again"], 2),
    ([{"failures": ["died"], "slow": ["late"]}, {}], ["died", "late"], 1)])
def test_an_attack_is_repeated_when_it_broke_promises_of_time_alone(rounds: list[dict], failures: list[str],
                                                                    played: int) -> None:
    left = [Row("attack", "item", **found) for found in rounds]
    assert better_of_two(lambda: left.pop(0)).failures == failures
    assert len(rounds) - len(left) == played


@pytest.mark.parametrize(("skipped", "status"), [
    ("", 0), ("tests.a.test_one\tno device\n", 0), ("tests.b.test_two\tno device\n", 1)])
def test_skips_are_refused_unless_allowed(tmp_path: Path, skipped: str, status: int) -> None:
    (tmp_path / "skipped").write_text(skipped)
    (tmp_path / "allowed").write_text("# comment\ntests.a.*: needs a device that the machine lacks\n")
    assert check_skips(tmp_path) == status


def test_allowed_skip_needs_a_reason(tmp_path: Path) -> None:
    (tmp_path / "skipped").write_text("")
    (tmp_path / "allowed").write_text("tests.a.*:\n")
    assert check_skips(tmp_path) != 0


def check_skips(folder: Path) -> int:
    return subprocess.run([sys.executable, ROOT / "scripts/check_skips.py", folder / "skipped", folder / "allowed"],
                          capture_output=True).returncode
