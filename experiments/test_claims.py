# SPDX-License-Identifier: Apache-2.0
"""Each claim of each experiment can fail: it holds on results that bear it out and not on contrary ones."""
from __future__ import annotations

import copy
from pathlib import Path

import pytest

from experiments.common.experiment import Spread
from experiments.common.reproduce import NAMES, load
from experiments.pit13 import synthetic as pit13
from experiments.sockets.measure import MEASURES


def sockets_results() -> dict:
    """Results on which all claims of `sockets` hold."""
    rates = {"augustus": 900.0, "ndnd": 300.0, "relay": 1000.0}
    return {"options": {}, "runs": {
        measure.key: {system: [{"per_s": rates[system] + spread, "lost": 0, "sent": 1000} for spread in (-5, 0, 5)]
                      for system in measure.systems} for measure in MEASURES}}


def slower(results: dict, measure: str, system: str, factor: float) -> dict:
    changed = copy.deepcopy(results)
    for run in changed["runs"][measure][system]:
        run["per_s"] *= factor
    return changed


# For each claim, in order, results that contradict it.
CONTRARY = {"sockets": [
    slower(sockets_results(), "exchange", "ndnd", 1.1),
    slower(sockets_results(), "exchange", "relay", 1.2),
    slower(sockets_results(), "interest_5s", "augustus", 0.85),
], "pit13": pit13.contrary()}
BEARING_OUT = {"sockets": sockets_results(), "pit13": pit13.bearing_out()}
CLAIMS = [(name, number) for name in NAMES for number in range(len(load(name).claims))]


@pytest.mark.parametrize(("name", "number"), CLAIMS)
def test_claim_holds_on_results_that_bear_it_out(name: str, number: int) -> None:
    assert load(name).claims[number].judge(BEARING_OUT[name]).holds


@pytest.mark.parametrize(("name", "number"), CLAIMS)
def test_claim_fails_on_contrary_results(name: str, number: int) -> None:
    assert not load(name).claims[number].judge(CONTRARY[name][number]).holds


@pytest.mark.parametrize("name", NAMES)
def test_figure_is_drawn(name: str, tmp_path: Path) -> None:
    load(name).draw(BEARING_OUT[name], tmp_path / "figure.png")
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")


def test_spread_is_median_and_extent() -> None:
    assert Spread.of([3.0, 1.0, 2.0]) == Spread(2.0, 1.0, 3.0)
