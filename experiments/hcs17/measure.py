# SPDX-License-Identifier: Apache-2.0
"""One run of `augustus bench store` with an emulated SSD."""
from __future__ import annotations

import json
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from harness.process import run
from harness.router import ROOT

BATCH = 10
SEGMENT_BYTES = 8192
OBJECTS = 800


def segments_of_object(segments: int) -> int:
    """Of the objects in a catalogue of so many segments."""
    return max(segments // OBJECTS // BATCH, 1) * BATCH


def measure_once(workload: str, segments: int, l1_share: float, gbps: float, seed: int, engine: str = "serial",
                 seconds: int = 1800, object_segments: int = 0, requests: int = 0) -> dict:
    """What the bench prints. `l1_share`: of the catalogue that memory may hold; `requests`: by default as many as the
    catalogue has segments."""
    object_segments = object_segments or segments_of_object(segments)
    # A frame is as large as segments of the largest size need, and holds the 8 KiB ones with 6 % to spare.
    l1_bytes = int(segments * l1_share * SEGMENT_BYTES * 1.1)
    with tempfile.TemporaryDirectory(prefix="hcs17-") as folder:
        printed = run(
            [ROOT / "build/release/augustus", "bench", "store", "--json", "--workload", workload, "--engine", engine,
             "--emulated", str(gbps), "--batch", str(BATCH), "--segment-bytes", str(SEGMENT_BYTES), "--replacement", "fifo",
             "--l1-bytes", str(l1_bytes), "--catalogue-bytes", str(segments * SEGMENT_BYTES), "--object-segments",
             str(object_segments), "--seed", str(seed), "--requests", str(requests or segments), "--runs", "1", "--no-direct"],
            Path(folder) / "bench.log", seconds=seconds)
    report = json.loads(printed)
    if report["hit_ratio"] < 0.999 or report["altered"] or report["lost"]:
        raise RuntimeError(f"the SSD did not hold the catalogue: {printed}")
    return {"workload": workload, "segments": segments, "l1_share": l1_share, "gbps": gbps, "seed": seed, "engine": engine,
            "l1_hit_ratio": report["l1_hit_ratio"], "model_l1_hit_ratio": report["model_l1_hit_ratio"],
            "throughput_gbps": report["wall_gbps"]["median"] if engine == "async" else report_gbps(report),
            "us_per_segment": report["router_ns_per_segment"]["median"] / 1e3, "data_bytes": report["data_bytes"]}


def measure_device(gbps: float, delay: str, seed: int) -> dict:
    """The rates that an emulated SSD keeps by itself."""
    with tempfile.TemporaryDirectory(prefix="hcs17-") as folder:
        printed = run(
            [ROOT / "build/release/augustus", "bench", "store", "--json", "--workload", "l1-hit", "--engine", "serial",
             "--emulated", str(gbps), "--delay", delay, "--batch", str(BATCH), "--l1-bytes", str(8 << 20), "--seed", str(seed),
             "--seconds", "0.3", "--runs", "1"], Path(folder) / "bench.log", seconds=600)
    device = json.loads(printed)["device"]
    return {"gbps": gbps, "delay": delay, "seed": seed, "static_gbps": device["static_gbps"],
            "dynamic_gbps": device["dynamic_gbps"]}


def measure_parallel(threads: int, segments: int, l1_share: float, gbps: float, seed: int) -> dict:
    """So many workers at once, each a process with its part of the objects, of memory and an SSD of its own, as the
    paper's threads have; the system scatters them over its CPUs."""
    part = segments // threads
    with ThreadPoolExecutor(threads) as pool:
        runs = list(pool.map(
            lambda number: measure_once("real", part, l1_share, gbps, seed * 100 + number,
                                        object_segments=segments_of_object(segments)), range(threads)))
    return {"threads": threads, "segments": segments, "gbps": gbps, "seed": seed,
            "throughput_gbps": sum(one["throughput_gbps"] for one in runs)}


def report_gbps(report: dict) -> float:
    """Without the time that makes and compares packets."""
    return report["data_bytes"] * 8 / report["router_ns_per_segment"]["median"]
