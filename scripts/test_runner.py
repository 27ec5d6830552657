#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the stages of ./test one after the other, each bounded in time with its output in build/test-results, and adds
up what their JUnit reports say. The last line is `N passed, M failed, K skipped`."""
from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "build/test-results"
PYTEST = [str(ROOT / ".venv/bin/python"), "-m", "pytest", "-q", "-c", "tests/pytest.ini", "--rootdir=."]


@dataclass
class Stage:
    """A command and the JUnit report that it writes. Without a report: the lines `NAME: ok` and `NAME: FAILED` of its
    output; without any of these the stage is one test, its exit status."""
    name: str
    command: list[str]
    minutes: float  # several times what it takes on two idle CPUs: for what hangs, not for what is slow
    report: Path | None = None
    quick: bool = False
    quick_options: list[str] = field(default_factory=list)  # of the command, with --quick
    environment: dict[str, str] = field(default_factory=dict)


def pytest_stage(name: str, targets: list[str], minutes: float, **options) -> Stage:
    report = RESULTS / f"{name}.xml"
    return Stage(name, [*PYTEST, f"--junitxml={report}", *targets], minutes, report, **options)


def stages() -> list[Stage]:
    debug, release = ROOT / "build/debug", ROOT / "build/release/augustus"
    return [
        Stage("build-debug", ["scripts/build", "debug"], 80, quick=True),
        Stage("unit", ["meson", "test", "-C", str(debug), "--no-rebuild", "--print-errorlogs"], 60,
              debug / "meson-logs/testlog.junit.xml", quick=True, quick_options=["--no-suite", "full"]),
        Stage("build-release", ["scripts/build", "release"], 50, quick=True),
        pytest_stage("harness", ["tests/harness"], 10, quick=True),
        Stage("clients", ["scripts/build-clients"], 30),
        pytest_stage("interop-quick", ["tests/interop/test_python_ndn.py", "-k", "file"], 10, quick=True),
        pytest_stage("interop", ["tests/interop", "--ignore=tests/interop/test_bad_clients.py"], 30),
        # Bad input meets the sanitizers.
        pytest_stage("bad-clients", ["tests/interop/test_bad_clients.py"], 30,
                     environment={"AUGUSTUS_BINARY": str(debug / "augustus")}),
        Stage("build-tsan", ["scripts/build", "tsan"], 50),
        Stage("races", ["tests/races/run"], 40),
        pytest_stage("load", ["tests/load"], 30, environment={"AUGUSTUS_BINARY": str(debug / "augustus")}),
        pytest_stage("adversary", ["tests/adversary"], 40, environment={"AUGUSTUS_BINARY": str(debug / "augustus")}),
        pytest_stage("rooms", ["tests/rooms"], 5, quick=True),
        pytest_stage("operation", ["tests/operation", "--ignore=tests/operation/test_live_page.py"], 30, quick=True),
        pytest_stage("live-page", ["tests/operation/test_live_page.py"], 30),
        pytest_stage("package", ["tests/package"], 40),
        pytest_stage("click", ["tests/click"], 60),
        pytest_stage("network", ["tests/network"], 30),
        pytest_stage("experiments", ["experiments"], 30),
        Stage("fuzz", ["tests/fuzz/run.sh"], 60),
    ]


@dataclass
class Count:
    passed: int = 0
    failed: int = 0
    skipped: list[tuple[str, str]] = field(default_factory=list)  # test, reason

    def add(self, other: Count) -> None:
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped


def read_report(file: Path) -> Count:
    count = Count()
    for case in ElementTree.parse(file).iter("testcase"):
        skip = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            count.failed += 1
        elif skip is not None or case.get("status") == "notrun":
            test = f"{case.get('classname')}.{case.get('name')}"
            count.skipped.append((test, (skip.get("message") if skip is not None else None) or "not run"))
        else:
            count.passed += 1
    return count


def read_lines(output: str) -> Count:
    return Count(passed=len(re.findall(r"^\S+: ok\b", output, re.M)),
                 failed=len(re.findall(r"^\S+: FAILED\b", output, re.M)))


def execute(stage: Stage) -> tuple[int, Path]:
    """Runs a stage's command within its time; exit status (124: out of time) and the file with its output."""
    log = RESULTS / f"{stage.name}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(stage.command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output,
                                   stderr=subprocess.STDOUT, env={**os.environ, **stage.environment},
                                   start_new_session=True)
        try:
            return process.wait(stage.minutes * 60), log
        except BaseException as reason:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if isinstance(reason, subprocess.TimeoutExpired):
                output.write(f"\nran past {stage.minutes} minutes\n".encode())
                return 124, log
            raise


def run_stage(stage: Stage) -> Count:
    if stage.report:
        stage.report.unlink(missing_ok=True)
    start = time.monotonic()
    status, log = execute(stage)
    count = Count()
    if stage.report and stage.report.exists():
        count = read_report(stage.report)
    elif not stage.report:
        count = read_lines(log.read_text(errors="replace"))
        if status == 0 and count.passed == 0:
            count.passed = 1
    # A program that dies leaves no case behind.
    if status != 0 and count.failed == 0:
        count.failed = 1
    seconds = time.monotonic() - start
    print(f"{stage.name:14} {count.passed:5} passed {count.failed:3} failed {len(count.skipped):3} skipped "
          f"{seconds:7.1f} s", flush=True)
    if count.failed:
        print("\n".join(log.read_text(errors="replace").splitlines()[-120:]), flush=True)
    return count


def main() -> int:
    parser = argparse.ArgumentParser(prog="test", description="Builds and runs the tests.")
    parser.add_argument("--quick", action="store_true", help="unit and scenario tests and one real client")
    parser.add_argument("--only", metavar="STAGE,...", help="these stages: " + ", ".join(s.name for s in stages()))
    options = parser.parse_args()

    chosen = stages()
    if options.only:
        names = options.only.split(",")
        unknown = set(names) - {stage.name for stage in chosen}
        if unknown:
            parser.error(f"no such stage: {', '.join(sorted(unknown))}")
        chosen = [stage for stage in chosen if stage.name in names]
    else:
        # The quick transfer is among the full interop tests.
        chosen = [stage for stage in chosen if (stage.quick if options.quick else stage.name != "interop-quick")]

    if options.quick:
        for stage in chosen:
            stage.command += stage.quick_options

    RESULTS.mkdir(parents=True, exist_ok=True)
    total = Count()
    start = time.monotonic()
    for stage in chosen:
        count = run_stage(stage)
        total.add(count)
        if count.failed and stage.name.startswith("build-"):
            break
    for test, reason in total.skipped:
        print(f"skipped: {test}: {reason}")
    (RESULTS / "skipped.txt").write_text("".join(f"{test}\t{reason}\n" for test, reason in total.skipped))
    print(f"Took {time.monotonic() - start:.0f} s; the output of each stage is in build/test-results.")
    print(f"{total.passed} passed, {total.failed} failed, {len(total.skipped)} skipped")
    return 1 if total.failed or total.passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
