# SPDX-License-Identifier: Apache-2.0
"""Results on which the claims hold, and for each claim results that contradict it."""
from __future__ import annotations

from . import single_layer
from .experiment import DEVICE_RATES, GROWTH, HASH_WORKERS, L1_SHARES, PARALLEL_RATES, RATES, THREADS, WORKLOADS
from .model import read_us, service_us


def run_of(workload: str = "real", share: float = 0.1, gbps: float = 4, *, lookup: float = 1.0, insert: float = 10.0,
           hit_error: float = 0.0, engine: str = "serial", throughput: float = 0.0, segments: int = 16000) -> dict:
    """A run as the equations have it, but for an error in its hit ratio."""
    model = {"seq": 0.9, "unif": share, "real": 0.9 + 0.1 * share}[workload]
    one = {"workload": workload, "segments": segments, "l1_share": share, "gbps": gbps, "seed": 1, "engine": engine,
           "l1_hit_ratio": model + hit_error, "model_l1_hit_ratio": model, "data_bytes": 8255}
    one["us_per_segment"] = service_us(one["l1_hit_ratio"], lookup, read_us(one), insert, False)
    one["throughput_gbps"] = throughput or 8255 * 8 / one["us_per_segment"] / 1e3
    return one


def bearing_out(*, wrong: str = "", lookup: float = 1.0, insert: float = 10.0, largest: float = 4.0, fastest: float = 9.0,
                  asynchronous: float = 1.2, busy: float = 1.0, sleep: float = 0.5, dynamic: float = 0.5,
                  threads: tuple[float, ...] = (5.0, 9.5, 12.0), content: float = 3.0, second: float = 1.0, **one_layer: float) -> dict:
    """Results on which all claims of `hcs17` hold, unless changed."""
    sizes = zip(GROWTH, (7.0, 6.0, 5.0, largest))
    rates = zip(RATES, (5.0, 6.0, 7.0, 8.0, fastest))
    return {"options": {}, "runs": {
        "l1": [run_of(workload, share, lookup=lookup, insert=insert, hit_error=0.1 if workload == wrong else 0)
               for workload in WORKLOADS for share in L1_SHARES],
        "hits": [run_of("unif", share, gbps=64, hit_error=0.1 if wrong == "unif" else 0) for share in L1_SHARES],
        "l2_size": [run_of(segments=4000 * growth, throughput=gbps) for growth, gbps in sizes],
        "l2_rate": [run_of(gbps=rate, throughput=gbps) for rate, gbps in rates],
        "engine": [run_of(gbps=rate, throughput=serial * asynchronous, engine="async")
                   for rate, serial in ((4, 5.0), (32, 8.0))],
        "device": [{"gbps": gbps, "delay": delay, "seed": 1, "static_gbps": gbps * static, "dynamic_gbps": gbps * dynamic}
                   for gbps in DEVICE_RATES for delay, static in (("busy", busy), ("sleep", sleep))],
        "parallel": [{"threads": count, "gbps": gbps, "seed": 1, "throughput_gbps": rate}
                     for gbps in PARALLEL_RATES for count, rate in zip(THREADS, threads)],
        "second": [{"threads": count, "gbps": 4, "seed": 1, "throughput_gbps": rate * second}
                   for count, rate in zip(THREADS[:2], threads)],
        "hashing": [{"scheme": scheme, "workers": workers, "seed": 1, "most_loaded": 1.0 if workers == 1 else load}
                    for workers in HASH_WORKERS for scheme, load in (("content", content), ("batch", 1.0))],
        **single_layer.synthetic(**one_layer)}}


def contrary() -> list[dict]:
    """In the order of the claims."""
    return [
        *(bearing_out(wrong=workload) for workload in WORKLOADS),
        bearing_out(lookup=7.0),
        bearing_out(insert=40.0),
        bearing_out(largest=3.0),
        bearing_out(fastest=11.0),
        bearing_out(insert=160.0),
        bearing_out(busy=0.8),
        bearing_out(sleep=0.95),
        bearing_out(dynamic=0.95),
        bearing_out(threads=(5.0, 6.0, 7.0)),
        bearing_out(threads=(5.0, 9.5, 9.0)),
        bearing_out(content=1.5),
        bearing_out(content=1.1),
        bearing_out(second=0.8),
        bearing_out(asynchronous=0.9),
        *(bearing_out(**changed) for changed in single_layer.CONTRARY),
    ]
