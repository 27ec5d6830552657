# SPDX-License-Identifier: Apache-2.0
"""Data that does not come costs the exchange it belongs to and nothing else."""
from __future__ import annotations

import json
from pathlib import Path

from harness.process import run
from harness.router import AUGUSTUS


def test_exchanges_without_data_end_and_leave_nothing_behind(tmp_path: Path) -> None:
    printed = run([AUGUSTUS, "bench", "exchange", "--json", "--fib-prefixes", "500", "--names", "100000", "--cs-entries", "2048",
                   "--withhold", "1000", "--seconds", "0.5", "--runs", "1"], tmp_path / "bench.log", seconds=200)
    report = json.loads(printed)
    assert report["withheld"] >= report["completed"] // 1000 > 10
    assert (report["lost"], report["altered"], report["duplicated"], report["buffers_lost"]) == (0, 0, 0, 0)
    assert report["dropped"] == {}
