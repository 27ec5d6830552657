# SPDX-License-Identifier: Apache-2.0
"""Equations 7 to 11 of the paper, and the fit of its table 4."""
from __future__ import annotations

import math
import statistics

from .measure import BATCH

# Student's t, two-sided 95 %, by degrees of freedom.
STUDENT = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306}


def interval(values: list[float]) -> tuple[float, float]:
    """Mean and half the 95 % interval."""
    mean = statistics.fmean(values)
    if len(values) < 2:
        return mean, 0.0
    return mean, STUDENT[min(len(values) - 1, 8)] * statistics.stdev(values) / math.sqrt(len(values))


def rmse(pairs: list[tuple[float, float]]) -> float:
    return math.sqrt(statistics.fmean((measured - expected) ** 2 for measured, expected in pairs))


def read_us(run: dict) -> float:
    """Equation 1."""
    return BATCH * run["data_bytes"] * 8 / run["gbps"] / 1e3


def fit_costs(runs: list[dict]) -> tuple[float, float]:
    """Lookup and insertion of a batch, us: least squares of equations 8 to 10, of which the read is known."""
    misses = [1 - run["l1_hit_ratio"] for run in runs]
    rest = [run["us_per_segment"] - miss * read_us(run) for run, miss in zip(runs, misses)]
    if max(misses) - min(misses) < 1e-3:
        # Seq misses equally often whatever the size: the two cannot be told apart.
        return statistics.fmean(rest), 0.0
    fit = statistics.linear_regression(misses, rest)
    return fit.intercept, fit.slope


def service_us(hit_ratio: float, lookup: float, read: float, insert: float, parallel: bool) -> float:
    """Equations 8 to 11."""
    miss = max(lookup, read, insert) if parallel else lookup + read + insert
    return hit_ratio * lookup + (1 - hit_ratio) * miss
