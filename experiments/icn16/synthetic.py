# SPDX-License-Identifier: Apache-2.0
"""Results that bear all claims out, and for each claim results that contradict it."""
from __future__ import annotations

import copy


def bearing_out() -> dict:
    def run(per_s: float) -> list[dict]:
        return [{"per_s": per_s, "lost": 0, "wrong": 0, "busy": 0.5}]

    return {
        "options": {"data_bytes": [58, 1400]},
        "ports": {"bench": [100.0], "router": {"58": run(80.0), "1400": run(75.0)}, "loop": {"58": run(200.0)}},
        "threads": {"1": {"single-socket": [25.0]},
                    "2": {"single-socket": [50.0], "hyper-threading": [27.0], "dual-socket": [50.0]},
                    "4": {"single-socket": [90.0], "dual-socket": [100.0]}, "16": {"single-socket": [95.0]}},
        "modular": {"1": {"single-socket": [22.0]}},
        "fib": {"rates": {"10": [100.0], "22": [90.0]}, "overflow": {"10": 1e-4}, "counted_misses": {},
                "simulated_misses": {str(2 << 20): {"10": 0.1, "18": 1.8}}}}


def contrary() -> list[dict]:
    """In the order of the claims."""
    def with_value(value, *path) -> dict:
        results = copy.deepcopy(bearing_out())
        at = results
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = value
        return results

    return [
        with_value([130.0], "ports", "bench"),
        with_value(1, "ports", "router", "1400", 0, "lost"),
        with_value(90.0, "ports", "loop", "58", 0, "per_s"),
        with_value(60.0, "ports", "router", "1400", 0, "per_s"),
        with_value([50.0], "threads", "1", "single-socket"),
        with_value([40.0], "threads", "2", "single-socket"),
        with_value([40.0], "threads", "2", "hyper-threading"),
        with_value([85.0], "threads", "4", "dual-socket"),
        with_value([120.0], "threads", "16", "single-socket"),
        with_value([18.0], "modular", "1", "single-socket"),
        with_value([60.0], "fib", "rates", "22"),
        with_value(0.2, "fib", "simulated_misses", str(2 << 20), "18"),
        with_value(2e-3, "fib", "overflow", "10"),
    ]
