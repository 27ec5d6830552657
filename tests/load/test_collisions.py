# SPDX-License-Identifier: Apache-2.0
"""Names made to fall into one bucket of the name table: with the key of a router that was restarted since they are as any
others; with the key it has, what the table refuses is dropped and counted, and all else is exchanged."""
from __future__ import annotations

import json
from pathlib import Path

from harness.process import run
from harness.router import AUGUSTUS

SHAPE = ["--fib-prefixes", "500", "--names", "10000", "--cs-entries", "1024", "--outstanding", "880", "--pit-capacity", "1024",
         "--seconds", "0.1", "--exchanges", "10000"]


def exchange(folder: Path, *options: str, expected: int | None = 0) -> dict:
    printed = run([AUGUSTUS, "bench", "exchange", "--json", *SHAPE, *options], folder / "bench.log", seconds=200,
                  expected=expected)
    return json.loads(printed)


def test_names_made_with_an_old_key_are_as_any_others(tmp_path: Path) -> None:
    report = exchange(tmp_path, "--colliding", "512", "--old-key")
    assert report["exchanges"] >= 10_000
    assert (report["lost"], report["altered"], report["duplicated"], report["buffers_lost"]) == (0, 0, 0, 0)
    assert report["dropped"] == {}


def test_names_made_with_the_key_are_refused_and_counted_where_they_do_not_fit(tmp_path: Path) -> None:
    # All in one of the table's 412 buckets of ten: the others stand in their alternates.
    report = exchange(tmp_path, "--colliding", "512", expected=None)
    assert report["exchanges"] >= 10_000
    assert (report["altered"], report["duplicated"], report["buffers_lost"]) == (0, 0, 0)
    dropped = report["dropped"].get("name_table_full", 0)
    assert 0 < dropped < report["completed"]
    assert 0 < report["lost"] <= dropped
