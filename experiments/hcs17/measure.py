# SPDX-License-Identifier: Apache-2.0
"""One run of `augustus bench store` with an emulated SSD."""
from __future__ import annotations

import json
import tempfile
from pathlib import Path

from harness.process import run
from harness.router import ROOT

BATCH = 10
SEGMENT_BYTES = 8192
OBJECTS = 800


def measure_once(workload: str, segments: int, l1_share: float, gbps: float, seed: int, engine: str = "serial",
                 seconds: int = 1800) -> dict:
    """What the bench prints. `l1_share`: of the catalogue that memory may hold."""
    object_segments = max(segments // OBJECTS // BATCH, 1) * BATCH
    # A frame is as large as segments of the largest size need, and holds the 8 KiB ones with 6 % to spare.
    l1_bytes = int(segments * l1_share * SEGMENT_BYTES * 1.1)
    with tempfile.TemporaryDirectory(prefix="hcs17-") as folder:
        printed = run(
            [ROOT / "build/release/augustus", "bench", "store", "--json", "--workload", workload, "--engine", engine,
             "--emulated", str(gbps), "--batch", str(BATCH), "--segment-bytes", str(SEGMENT_BYTES), "--replacement", "fifo",
             "--l1-bytes", str(l1_bytes), "--catalogue-bytes", str(segments * SEGMENT_BYTES), "--object-segments",
             str(object_segments), "--seed", str(seed), "--requests", str(segments), "--runs", "1", "--no-direct"],
            Path(folder) / "bench.log", seconds=seconds)
    report = json.loads(printed)
    if report["hit_ratio"] < 0.999 or report["altered"] or report["lost"]:
        raise RuntimeError(f"the SSD did not hold the catalogue: {printed}")
    return {"workload": workload, "segments": segments, "l1_share": l1_share, "gbps": gbps, "seed": seed, "engine": engine,
            "l1_hit_ratio": report["l1_hit_ratio"], "model_l1_hit_ratio": report["model_l1_hit_ratio"],
            "throughput_gbps": report["wall_gbps"]["median"] if engine == "async" else report_gbps(report),
            "us_per_segment": report["router_ns_per_segment"]["median"] / 1e3, "data_bytes": report["data_bytes"]}


def report_gbps(report: dict) -> float:
    """Without the time that makes and compares packets."""
    return report["data_bytes"] * 8 / report["router_ns_per_segment"]["median"]
