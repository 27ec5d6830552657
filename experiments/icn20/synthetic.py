# SPDX-License-Identifier: Apache-2.0
"""Results that bear all claims out, and for each claim results that contradict it."""
from __future__ import annotations

import copy

from experiments.common.experiment import Scale

from .claims import OURS, PEER, PORTS
from .sections import sections
from .workload import Workload

RELAY = "relay"


def run_of(per_s: float, p99_us: float = 500.0) -> dict:
    return {"status": "ok", "per_s": per_s, "goodput": per_s * 1e4, "loss": 0.0, "hit_ratio": 0.0, "cpu": 0.9, "generator_busy": 0.5,
            "own_us": 1.0, "kernel_us": 2.0, "window": 128,
            "resident_mb": 50.0, "elsewhere": 0.0, "busy_elsewhere": False,
            "rtt_ns": {"p50": 200e3, "p99": p99_us * 1e3, "percentiles": [1e3 * percent for percent in range(1, 100)]}}


def bearing_out() -> dict:
    described, runs, ceilings = {}, {}, {}
    rates = {OURS: 300e3, PEER: 60e3, PORTS[0]: 600e3}
    for section in sections(Scale.DEFAULT):
        described[section.key] = {
            "paper": section.paper, "title": section.title, "metric": section.metric, "unit": section.unit,
            "x_label": section.x_label, "note": section.note,
            "cases": [{"key": case.key, "label": case.label, "x": case.x, "ceiling": case.ceiling_key} for case in section.cases]}
        runs[section.key] = {case.key: {name: [run_of(rate)] for name, rate in rates.items()} for case in section.cases}
        ceilings |= {case.ceiling_key: {RELAY: [run_of(320e3)]} for case in section.cases}
    runs["figure2"]["hit"][OURS] = [run_of(400e3)]
    runs["figure4"]["0.84 on"][OURS] = [run_of(400e3)]
    runs["half-load"]["half load"][f"{RELAY} at the rate of {OURS}"] = [run_of(150e3, 200.0)]
    return {"options": {"scale": "default", "seconds": 1.0, "repetitions": 3, "forwarder_cpus": [0], "load_cpu": 1},
            "workload": Workload.make(None, 100).describe(),
            "forwarders": {name: {"title": name, "missing": None, "splits_load": True, "offloads": name != PORTS[0]}
                           for name in rates},
            "sections": described, "ceilings": ceilings, "runs": runs}


def _with(rate: float | None, *path: str, p99_us: float = 500.0) -> dict:
    """Another run at the path; no rate: one that failed."""
    results = copy.deepcopy(bearing_out())
    at = results
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = [run_of(rate, p99_us) if rate is not None else {"status": "died", "why": "ended with -11"}]
    return results


def contrary() -> list[dict]:
    """In the order of the claims."""
    sibling = list(bearing_out()["runs"]["siblings"])[-1]
    return [
        _with(200e3, "runs", "figure1", "5000", OURS),
        _with(200e3, "runs", "siblings", sibling, OURS),
        _with(200e3, "runs", "table1", "5000", OURS),
        _with(120e3, "runs", "figure3", "2x2", PEER),
        _with(200e3, "runs", "table3-exchange", "1000 exchange", OURS),
        _with(270e3, "runs", "table2", "on", OURS),
        _with(250e3, "runs", "figure2", "hit", OURS),
        _with(200e3, "runs", "cs-sizes", "hit 262144", OURS),
        _with(200e3, "runs", "table3-interests", "1000000 one way", OURS),
        _with(None, "runs", "table3-exchange", "1000000 exchange", OURS),
        _with(150e3, "runs", "figure3", "2x1", OURS),
        _with(250e3, "runs", "figure4", "0.84 on", OURS),
        _with(350e3, "runs", "table1", "5000", PORTS[0]),
        _with(150e3, "runs", "half-load", "half load", OURS, p99_us=1500.0),
    ]
