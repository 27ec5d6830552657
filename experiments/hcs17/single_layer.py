# SPDX-License-Identifier: Apache-2.0
"""Figure 3: a store of one layer and forwarding from it, and what paging does to it."""
from __future__ import annotations

import json
import statistics
import tempfile
from pathlib import Path

from experiments.common.experiment import Claim, Scale, Verdict
from harness.process import run
from harness.router import ROOT

from .measure import SEGMENT_BYTES, report_gbps, segments_of_object
from .memory_limit import memory_limit

WORKLOADS = ("seq", "unif", "real")
LINES = ("name-table", "skip-list", "forwarding")
SIZES_MB = {  # of the catalogue, all of it in memory; the least fits a CPU's caches
    Scale.QUICK: (10, 100, 400),
    Scale.DEFAULT: (10, 100, 1000, 4000),
    Scale.FULL: (10, 100, 1000, 4000, 12000),
}
SECONDS = {Scale.QUICK: 0.3, Scale.DEFAULT: 1, Scale.FULL: 2}
LIMIT_MB = {Scale.QUICK: 96, Scale.DEFAULT: 512, Scale.FULL: 2048}
LIMIT_SHARES = (0.5, 0.75, 1.25, 1.5, 2.0)  # a store's bytes, in those of the memory it may use
ROUTER_TIMES = 2.0  # the router's table, in lookups of the skip list


def bench(words: list[str], folder: str, before: tuple[str, ...] = ()) -> dict:
    return json.loads(run([*before, ROOT / "build/release/augustus", "bench", *words, "--json"], Path(folder) / "bench.log",
                          seconds=1800))


def catalogue_options(megabytes: float, workload: str, seed: int) -> list[str]:
    content = int(megabytes * 1e6)
    return ["--workload", workload, "--catalogue-bytes", str(content), "--object-segments",
            str(segments_of_object(content // SEGMENT_BYTES)), "--segment-bytes", str(SEGMENT_BYTES), "--seed", str(seed)]


def measure_line(line: str, workload: str, megabytes: float, seconds: float, seed: int) -> dict:
    """The rate as Data: of lookups alone, or of Interests from parse to send."""
    options = [*catalogue_options(megabytes, workload, seed), "--seconds", str(seconds), "--runs", "3"]
    with tempfile.TemporaryDirectory(prefix="hcs17-") as folder:
        if line == "forwarding":
            report = bench(["store", *options, "--l1-bytes", str(int(megabytes * 1.2e6) + (16 << 20)), "--no-direct"], folder)
            if report["hit_ratio"] < 1:
                raise RuntimeError(f"memory did not hold the catalogue: {report}")
            rate = report_gbps(report)
        else:
            rate = bench(["lookup", "--structure", line, *options], folder)["gbps"]["median"]
    return {"line": line, "workload": workload, "megabytes": megabytes, "seed": seed, "throughput_gbps": rate}


def measure_paging(limit_mb: int, share: float, seconds: float, seed: int) -> dict | None:
    """A skip list whose bytes are `share` of the memory that its process may use, in a file. None: no limit can be set."""
    # What the process takes besides comes on top; it is little.
    with memory_limit(limit_mb << 20) as before, tempfile.TemporaryDirectory(prefix="hcs17-", dir=ROOT / "build") as folder:
        if before is None:
            return None
        report = bench(["lookup", "--structure", "skip-list", "--file", f"{folder}/store", "--runs", "3", "--seconds",
                        str(seconds), *catalogue_options((limit_mb << 20) * share / 1e6, "unif", seed)], folder, tuple(before))
    return {"limit_mb": limit_mb, "share": share, "seed": seed, "throughput_gbps": report["gbps"]["median"],
            "major_faults": report["major_faults_per_lookup"]["median"], "cpu_share": report["cpu_share"]["median"]}


def run_single_layer(runs: dict[str, list[dict]], scale: Scale, seed: int) -> None:
    for megabytes in SIZES_MB[scale]:
        for workload in WORKLOADS:
            for line in LINES:
                runs["single"].append(measure_line(line, workload, megabytes, SECONDS[scale], seed))
    for share in LIMIT_SHARES:
        if (one := measure_paging(LIMIT_MB[scale], share, SECONDS[scale], seed)) is not None:
            runs["paging"].append(one)


def sizes(results: dict) -> list[float]:
    return sorted({one["megabytes"] for one in results["runs"]["single"]})


def rate(results: dict, line: str, workload: str, megabytes: float) -> float:
    return statistics.fmean(one["throughput_gbps"] for one in results["runs"]["single"]
                            if (one["line"], one["workload"], one["megabytes"]) == (line, workload, megabytes))


def paged(results: dict, share: float, key: str) -> float:
    return statistics.fmean(one[key] for one in results["runs"]["paging"] if one["share"] == share)


def judge_forwarding(results: dict) -> Verdict:
    ratios = [rate(results, "name-table", workload, size) / rate(results, "forwarding", workload, size)
              for workload in WORKLOADS for size in sizes(results)]
    return Verdict(min(ratios) > 1, f"lookups at {min(ratios):.1f} to {max(ratios):.1f} times the rate")


def judge_orders(results: dict) -> Verdict:
    rates = [[rate(results, "skip-list", workload, size) for workload in ("seq", "real", "unif")] for size in sizes(results)[1:]]
    return Verdict(all(seq >= real >= unif for seq, real, unif in rates),
                   "; ".join(" ".join(f"{one:.0f}" for one in line) for line in rates) + " Gbps (Seq Real Unif)")


def judge_cache(results: dict) -> Verdict:
    fits, largest = (rate(results, "skip-list", "unif", size) for size in (sizes(results)[0], sizes(results)[-1]))
    return Verdict(fits >= 1.5 * largest, f"{fits:.0f} and {largest:.0f} Gbps")


def judge_table(results: dict) -> Verdict:
    ratios = {workload: rate(results, "name-table", workload, sizes(results)[-1]) /
              rate(results, "skip-list", workload, sizes(results)[-1]) for workload in WORKLOADS}
    return Verdict(min(ratios.values()) >= ROUTER_TIMES,
                   ", ".join(f"{workload} {ratio:.1f} times" for workload, ratio in ratios.items()))


def judge_faults(results: dict) -> Verdict:
    if not results["runs"]["paging"]:
        return Verdict(None, "no memory limit can be set")
    within, beyond = ([paged(results, share, "major_faults") for share in LIMIT_SHARES if (share > 1) == above]
                      for above in (False, True))
    return Verdict(max(within) < 0.001 and min(beyond) > 0.05,
                   f"{max(within):.2g} a lookup within it, {min(beyond):.2g} to {max(beyond):.2g} beyond")


def judge_idle(results: dict) -> Verdict:
    if not results["runs"]["paging"]:
        return Verdict(None, "no memory limit can be set")
    within, beyond = (min(LIMIT_SHARES), max(LIMIT_SHARES))
    cpu = [paged(results, share, "cpu_share") for share in (within, beyond)]
    rates = [paged(results, share, "throughput_gbps") for share in (within, beyond)]
    return Verdict(cpu[1] < 0.5 * cpu[0] and rates[1] < 0.1 * rates[0],
                   f"{cpu[0]:.2f} to {cpu[1]:.2f} of a CPU, {rates[0]:.0f} to {rates[1]:.2f} Gbps")


CLAIMS = (
    Claim("Figure 3(a): the store alone is faster than forwarding from it, with every order and size", judge_forwarding),
    Claim("Figure 3(a): a skip list is fastest with Seq and slowest with Unif, beyond the CPU's caches", judge_orders),
    Claim("Figure 3(a): a skip list that the CPU's caches hold does 1.5 times what a large one does, or more", judge_cache),
    Claim(f"The router's name table looks up at {ROUTER_TIMES:g} times the skip list's rate or more, at the largest size",
          judge_table),
    Claim("Figure 3(b): a store larger than memory may be has major page faults, a smaller one has none", judge_faults),
    Claim("Figure 3(b): twice as large as memory, it leaves the CPU idle half the time or more, at less than a tenth of the rate",
          judge_idle),
)


def draw(results: dict, lines, paging) -> None:
    """On two axes."""
    for line, style in zip(LINES, ("o-", "s--", "^:")):
        for workload in WORKLOADS:
            lines.plot(sizes(results), [rate(results, line, workload, size) for size in sizes(results)], style,
                       label=f"{line}, {workload}")
    lines.set(title="3(a): one layer", xlabel="MB", xscale="log", yscale="log", ylabel="Gbps")
    lines.legend(fontsize="x-small")
    if not results["runs"]["paging"]:
        return
    paging.plot(LIMIT_SHARES, [paged(results, share, "major_faults") for share in LIMIT_SHARES], "o-")
    paging.set(title="3(b): one layer beyond memory", xlabel="bytes / memory", ylabel="major page faults a lookup")
    idle = paging.twinx()
    idle.plot(LIMIT_SHARES, [paged(results, share, "cpu_share") for share in LIMIT_SHARES], "s:")
    idle.set(ylabel="of a CPU (dotted)", ylim=(0, 1.05))


def synthetic(*, forwarding: float = 20.0, unif: float = 60.0, real: float = 70.0, cached: float = 3.0, table: float = 300.0,
              faults_within: float = 0.0, faults_beyond: float = 1.0, idle_cpu: float = 0.1, paged_gbps: float = 1.0) -> dict:
    """Runs on which all of these claims hold, unless changed."""
    alone = {"seq": 80.0, "real": real, "unif": unif}
    single = [{"line": line, "workload": workload, "megabytes": size, "seed": 1, "throughput_gbps": gbps}
              for size in SIZES_MB[Scale.QUICK] for workload in WORKLOADS
              for line, gbps in (("forwarding", forwarding), ("name-table", table),
                                 ("skip-list", alone[workload] * (cached if size == SIZES_MB[Scale.QUICK][0] else 1)))]
    paging = [{"share": share, "throughput_gbps": paged_gbps if share > 1 else 50.0,
               "major_faults": faults_beyond if share > 1 else faults_within, "cpu_share": idle_cpu if share > 1 else 1.0}
              for share in LIMIT_SHARES]
    return {"single": single, "paging": paging}


# In the order of the claims, what contradicts each.
CONTRARY = ({"forwarding": 310.0}, {"unif": 75.0}, {"cached": 1.2}, {"table": 150.0}, {"faults_beyond": 0.01},
            {"idle_cpu": 0.9})
