# SPDX-License-Identifier: Apache-2.0
"""Results as a machine would give on which every claim holds, and what contradicts each: for the tests of the claims."""
from __future__ import annotations

import copy
from collections.abc import Callable

K, M = 1000, 1_000_000
STRUCTURES = ("lht", "dht", "dhtp", "cbf", "enpt", "name-table", "name-table-lht", "name-table-dht", "name-table-dhtp")
RATES = {"lht": 12e6, "dht": 13e6, "dhtp": 14e6, "cbf": 10e6, "enpt": 5e6, "name-table": 15e6, "name-table-lht": 11e6,
         "name-table-dht": 12e6, "name-table-dhtp": 12e6}
LOADS = (0.5, 0.65, 0.8, 0.95)


def _structure(name: str) -> dict:
    accesses = {"lht": (3.0, 2.0), "dht": (3.0, 2.5), "dhtp": (3.0, 2.5), "cbf": (9.7, 16.0), "enpt": (18.0, 18.0)}
    row = {"structure": name, "packets_per_s": RATES[name], "min": RATES[name], "max": RATES[name], "cores_for_10_gbps": 1,
           "outcomes": {"interests": 1_000_000, "mistaken": 800 if name == "cbf" else 0, "refused": 0, "unmatched": 0},
           "operation_ns": {"p50": 100, "p99_99": 300 if name == "dhtp" else 500, "longest": 9000},
           "clock_ns": {"longest": 5000}}
    if name in accesses:
        row["accesses"] = dict(zip(("interest", "data"), accesses[name]))
    return row


def _speed(entries: int, load: float, burst: int) -> dict:
    return {"entries": entries, "load": load, "burst": burst, "needed_per_s": 1.58e6 if load == 0.5 else 3.43e6,
            "structures": {name: _structure(name) for name in STRUCTURES}}


def _placement(name: str, kept: tuple[bool, bool, bool], lookups: Callable[[int], float], transfers: float) -> dict:
    return {"placement": name, "table": "dhtp", **dict(zip(("aggregation", "loop_detection", "multipath"), kept)),
            "costs": [{"cards": cards, "lookups_per_packet": lookups(cards), "transfers_per_packet": transfers}
                      for cards in (1, 10, 100)]}


def _placements() -> dict:
    return {"placements": [
        _placement("input-only", (False, False, True), lambda cards: (1 + cards) / 2, 50.0),
        _placement("output-only", (False, False, False), lambda _: 1.0, 1.0),
        _placement("input-output", (False, False, True), lambda _: 2.0, 1.0),
        _placement("third-party", (True, True, True), lambda _: 1.0, 2.0)]}


def _formulas() -> dict:
    def rate(gbps: int, load: float) -> float:
        return gbps * 1e9 / 8 / (80 * load + 1500 * (1 - load))
    lines = {"lht DRAM": 8.5, "lht DRAM worst": 3.6, "lht RLDRAM": 31, "dht DRAM": 6.1, "dhtp DRAM": 9, "dhtp RLDRAM": 33,
             "cbf RLDRAM": 4.2, "cbf SRAM": 15, "enpt RLDRAM+DRAM": 6.0, "enpt RLDRAM+DRAM worst": 3, "enpt RLDRAM+RLDRAM": 14,
             "enpt SRAM+DRAM": 8}
    return {
        "sizing": [{"gbps": gbps, "flow_balance": balance, "worst_500ms": worst, "worst_1s": 2 * worst}
                   for gbps, balance, worst in ((10, 62e3, 8e6), (40, 252e3, 30e6))],
        "operations": {name: {"per_s": value * 1e6, "load_sustained": {"10": 0.9, "40": 0, "100": 0}}
                       for name, value in lines.items()},
        "packet_rates": [{"gbps": gbps, "load": load, "per_s": rate(gbps, load)} for gbps in (10, 40, 100) for load in LOADS],
        "line_cards": {"rates": [{"cards": cards, "input-only": 1e6 * cards, "input-output": 3e6, "output-only": 1.5e6,
                                  "third-party": 1.5e6} for cards in (1, 10, 100)],
                       "input_only_limits": {"cbf RLDRAM": 4.3, "enpt RLDRAM+DRAM": 7.5, "lht DRAM": 9.8}}}


def bearing_out() -> dict:
    an_entry = {20: {"lht": 50, "dht": 54, "dhtp": 54, "cbf": 9.1, "enpt": 60, "name-table": 333},
                50: {"lht": 66, "dht": 84, "dhtp": 84, "cbf": 9.1, "enpt": 66, "name-table": 333}}
    return {
        "options": {"sweep": (M, LOADS)}, "formulas": _formulas(),
        "memory_latency": [{"bytes": 1 << 30, "chased_ns": 130, "ahead_ns": 12}],
        "memory": [{"entries": entries, "name_bytes": name_bytes,
                    "bytes": {name: int(entries * size) for name, size in an_entry[name_bytes].items()}}
                   for entries in (62 * K, 252 * K, 8 * M, 30 * M) for name_bytes in (20, 50)],
        "speeds": [_speed(62 * K, 0.5, 32), _speed(M, 0.5, 32), _speed(M, 0.8, 32), _speed(8 * M, 0.5, 32)],
        "sweep": [_speed(M, load, 32) for load in LOADS],
        "exchanges": [{"pending": 1024, "structures": {name: {"exchanges_per_s": per_s, "min": per_s, "max": per_s, "lost": 0}
                                                       for name, per_s in (("name-table", 3e6), ("lht", 2.8e6), ("dht", 2.9e6),
                                                                           ("dhtp", 2.9e6))}}],
        "evenness": _speed(62 * K, 0.5, 1),
        "components": {str(count): {"interest": 2 + 4.0 * count, "data": 2 + 4.0 * count} for count in (2, 4, 8, 15)},
        "placements": _placements(), "threads": _placements(),
        "live_router": [{"lifetime_ms": 80, "pending": 41_000, "per_s": 500_000, "expected": 40_000}],
    }


def _changed(change: Callable[[dict], None]) -> dict:
    results = copy.deepcopy(bearing_out())
    change(results)
    return results


def _set(results: dict, *path_and_value) -> None:
    *path, key, value = path_and_value
    for step in path:
        results = results[step]
    results[key] = value


def _with(*path_and_value) -> dict:
    return _changed(lambda results: _set(results, *path_and_value))


def contrary() -> list[dict]:
    """For each claim, in order, results that contradict it."""
    input_only, output_only, input_output, third_party = range(4)
    return [
        _with("formulas", "sizing", 0, "flow_balance", 100e3),
        _with("memory", 7, "bytes", "dht", 2_800_000_000),
        _with("memory", 0, "bytes", "cbf", 9_000_000),
        _with("memory", 1, "bytes", "lht", 5_000_000),
        _with("speeds", 0, "structures", "lht", "accesses", "data", 3.0),
        _with("speeds", 0, "structures", "dht", "accesses", "interest", 3.2),
        _with("components", "8", "interest", 80.0),
        _with("speeds", 0, "structures", "cbf", "outcomes", "mistaken", 2000),
        _with("speeds", 0, "structures", "enpt", "packets_per_s", 1.2e6),
        _with("speeds", 2, "structures", "cbf", "packets_per_s", 20e6),
        _with("evenness", "structures", "dhtp", "operation_ns", "p99_99", 900),
        _changed(lambda results: [_set(row, "structures", "dhtp", "packets_per_s", 7e6) for row in results["sweep"]]),
        _with("formulas", "operations", "enpt RLDRAM+DRAM", "load_sustained", "40", 0.5),
        _with("placements", "placements", input_only, "aggregation", True),
        _with("threads", "placements", output_only, "multipath", True),
        _with("placements", "placements", input_output, "loop_detection", True),
        _with("threads", "placements", third_party, "loop_detection", False),
        _with("placements", "placements", input_only, "costs", 2, "lookups_per_packet", 1.0),
        _with("placements", "placements", third_party, "costs", 2, "lookups_per_packet", 1.5),
        _with("placements", "placements", third_party, "costs", 2, "transfers_per_packet", 1.0),
        _with("formulas", "line_cards", "input_only_limits", "cbf RLDRAM", 6.0),
        _with("speeds", 0, "structures", "dht", "packets_per_s", 1.4e6),
        _with("speeds", 2, "structures", "dht", "packets_per_s", 3.0e6),
        _with("live_router", 0, "pending", 80_000),
        _with("speeds", 1, "structures", "name-table", "packets_per_s", 13e6),
        _with("speeds", 1, "structures", "name-table-dht", "packets_per_s", 16e6),
        _with("exchanges", 0, "structures", "dhtp", "exchanges_per_s", 4e6),
    ]
