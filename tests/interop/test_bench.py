# SPDX-License-Identifier: Apache-2.0
"""`augustus bench exchange` at small scale: every exchange completes, with the right bytes."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.process import run
from harness.router import ROOT


@pytest.mark.parametrize("build", ["release", "debug"])
@pytest.mark.parametrize("options", [
    ["--cs-entries", "2048"],
    ["--cs-entries", "8192", "--cs-hit-ratio", "1"],
    ["--cs-entries", "8192", "--cs-hit-ratio", "0.5"],
    ["--cs-entries", "0", "--outstanding", "1"],
    ["--name-bytes", "300", "--components", "12", "--payload", "1400", "--burst", "7",
     "--cs-entries", "1000"],
], ids=" ".join)
def test_exchanges_complete(build: str, options: list[str], tmp_path: Path) -> None:
    printed = run([ROOT / "build" / build / "augustus", "bench", "exchange", "--json", "--names", "30000", "--fib-prefixes",
                   "500", "--seconds", "0.1", "--runs", "1", *options], tmp_path / "bench.log", seconds=100)
    report = json.loads(printed)
    assert report["exchanges"] > 0 and report["compared"] > 0
    assert (report["lost"], report["duplicated"], report["altered"]) == (0, 0, 0)
    assert report["dropped"] == {}
    assert (report["from_store"] > 0) == ("--cs-hit-ratio" in options)
