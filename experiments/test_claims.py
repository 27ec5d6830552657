# SPDX-License-Identifier: Apache-2.0
"""Each claim of each experiment can fail: it holds on results that bear it out and not on contrary ones."""
from __future__ import annotations

import copy
from pathlib import Path

import pytest

from experiments.common.experiment import Spread
from experiments.common.reproduce import NAMES, load
from experiments.hcs17 import synthetic as hcs17
from experiments.hcs17.experiment import L1_SHARES
from experiments.hcs17.model import fit_costs, interval, rmse, service_us
from experiments.icn16 import synthetic as icn16
from experiments.icn16.measure import Cpu, placements
from experiments.icn20 import synthetic as icn20
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


def load_results() -> dict:
    """Results on which all claims of `load` hold."""
    def bench(per_s: float, **more) -> dict:
        return {"exchanges_per_s": per_s, "completed": 1000, "lost": 0, "altered": 0, "duplicated": 0, "buffers_lost": 0,
                "dropped": {}, **more}

    def flood(per_s: float, **more) -> dict:
        return {"per_s": per_s, "pit_records": 1000, "pit_entries": 880, "pit_share": 50, "pit_full": 0, **more}

    return {"options": {}, "many": bench(100.0), "runs": {
        "collisions": {"random": [bench(100.0)], "old-key": [bench(95.0)],
                       "known-key": [bench(60.0, lost=5, dropped={"name_table_full": 5})]},
        "loss": {"none": [bench(100.0)], "withheld": [bench(99.5)]},
        "flood": {"quiet": [flood(100.0)], "flooded": [flood(95.0)]}}}


def changed(results: dict, *path: str, **values) -> dict:
    """The results with other values in what lies at the path: a measurement, or a list of them."""
    copied = at = copy.deepcopy(results)
    for step in path:
        at = at[step]
    for one in at if isinstance(at, list) else [at]:
        one.update(values)
    return copied


# For each claim, in order, results that contradict it.
CONTRARY = {"sockets": [
    slower(sockets_results(), "exchange", "ndnd", 1.1),
    slower(sockets_results(), "exchange", "relay", 1.2),
    slower(sockets_results(), "interest_5s", "augustus", 0.85),
], "pit13": pit13.contrary(), "icn16": icn16.contrary(), "hcs17": hcs17.contrary(), "icn20": icn20.contrary(), "load": [
    changed(load_results(), "runs", "collisions", "old-key", exchanges_per_s=85.0),
    changed(load_results(), "runs", "collisions", "known-key", lost=6),
    changed(load_results(), "runs", "flood", "flooded", per_s=85.0),
    changed(load_results(), "runs", "loss", "withheld", exchanges_per_s=98.0),
    changed(load_results(), "many", buffers_lost=1),
]}
BEARING_OUT = {"sockets": sockets_results(), "pit13": pit13.bearing_out(), "load": load_results(),
               "icn16": icn16.bearing_out(), "hcs17": hcs17.bearing_out(),
               "icn20": icn20.bearing_out()}
CLAIMS = [(name, number) for name in NAMES for number in range(len(load(name).claims))]


@pytest.mark.parametrize(("name", "number"), CLAIMS)
def test_claim_holds_on_results_that_bear_it_out(name: str, number: int) -> None:
    assert load(name).claims[number].judge(BEARING_OUT[name]).holds


@pytest.mark.parametrize(("name", "number"), CLAIMS)
def test_claim_fails_on_contrary_results(name: str, number: int) -> None:
    assert load(name).claims[number].judge(CONTRARY[name][number]).holds is False


@pytest.mark.parametrize("name", NAMES)
def test_figure_is_drawn(name: str, tmp_path: Path) -> None:
    load(name).draw(BEARING_OUT[name], tmp_path / "figure.png")
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")


def test_costs_are_fitted_to_the_equations() -> None:
    runs = [hcs17.run_of("unif", share, lookup=2.0, insert=30.0) for share in L1_SHARES]
    lookup, insert = fit_costs(runs)
    assert lookup == pytest.approx(2.0) and insert == pytest.approx(30.0)
    assert service_us(0.5, 2, 160, 30, parallel=True) == pytest.approx(0.5 * 2 + 0.5 * 160)


def test_intervals_are_students() -> None:
    mean, half = interval([1.0, 2.0, 3.0])
    assert mean == 2.0 and half == pytest.approx(4.303 / 3 ** 0.5)
    assert rmse([(1.0, 2.0), (1.0, 1.0)]) == pytest.approx(0.5 ** 0.5)


def test_spread_is_median_and_extent() -> None:
    assert Spread.of([3.0, 1.0, 2.0]) == Spread(2.0, 1.0, 3.0)


def test_claims_that_a_small_machine_cannot_show() -> None:
    results = icn16.bearing_out()
    results["threads"] = {number: {"single-socket": results["threads"][number]["single-socket"]} for number in ("1", "2")}
    untold = [claim.text for claim in load("icn16").claims if claim.judge(results).holds is None]
    assert len(untold) == 4 and "Two threads on two cores reach about twice one" not in untold


def test_placements_of_the_paper() -> None:
    """Two sockets of eight cores with two hyper-threads each; the second ones come after all first ones."""
    machine = [Cpu(number, number % 16, number % 16 // 8) for number in range(32)]
    four = placements(machine, 4)
    assert four["hyper-threading"] == [0, 16, 1, 17]
    assert four["single-socket"] == [0, 1, 2, 3]
    assert four["dual-socket"] == [0, 8, 1, 9]
    assert sorted(placements(machine, 32)["dual-socket"]) == list(range(32))
    assert list(placements(machine[:1], 1)) == ["single-socket"] and placements(machine[:1], 2) == {}
