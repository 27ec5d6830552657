# SPDX-License-Identifier: Apache-2.0
"""The hierarchical content store's single-threaded study, with the paper's blocking service."""
from __future__ import annotations

import os
import statistics
from pathlib import Path

from experiments.common.experiment import Claim, Experiment, Scale, Verdict

from . import single_layer
from .hashing import most_loaded
from .measure import BATCH, measure_device, measure_once, measure_parallel
from .model import fit_costs, interval, read_us, rmse, service_us

SIZES = {  # segments of the catalogue, seeds
    Scale.QUICK: (16_000, 2),
    Scale.DEFAULT: (80_000, 5),
    Scale.FULL: (1_280_000, 5),
}
WORKLOADS = ("seq", "unif", "real")
L1_SHARES = (0.05, 0.1, 0.2, 0.5)
GROWTH = (1, 2, 4, 8)          # of the SSD, for figure 6(a)
RATES = (4, 8, 16, 32, 64)     # Gbps
DEVICE_RATES = (1, 4, 16, 64)  # for figure 4
PARALLEL_RATES = (4, 32)       # for figure 7
THREADS = (1, 2, 4)
HASH_WORKERS = (1, 2, 4, 8, 16)
HASH_SEEDS = 20
HIT_REQUESTS = 1_000_000  # of Unif: as many as a run with 16,000 segments has scatter ten times the paper's error
PAPER_RMSE = {"seq": 1e-6, "unif": 4e-4, "real": 1.6e-2}
PAPER_LOOKUP_US, PAPER_INSERT_US = 6.6, 37.0  # the least of table 4


def run(scale: Scale) -> dict:
    segments, seeds = SIZES[scale]
    runs: dict[str, list[dict]] = {"l1": [], "l2_size": [], "l2_rate": [], "engine": [], "device": [], "parallel": [],
                                   "second": [], "hashing": [], "hits": [], "single": [], "paging": []}
    for seed in range(1, seeds + 1):
        for share in L1_SHARES:
            for workload in WORKLOADS:
                runs["l1"].append(measure_once(workload, segments, share, 4, seed))
        for growth in GROWTH:
            runs["l2_size"].append(measure_once("real", segments * growth // 4, 0.4 / growth, 4, seed))
        for rate in RATES:
            runs["l2_rate"].append(measure_once("real", segments, 0.1, rate, seed))
        for rate in (4, 32):
            runs["engine"].append(measure_once("real", segments, 0.1, rate, seed, engine="async"))
        if seed == 1 or scale is not Scale.QUICK:
            run_emulation_and_threads(runs, segments, seed)
            single_layer.run_single_layer(runs, scale, seed)
        print(f"  seed {seed} of {seeds}", flush=True)
    # It does not depend on the SSD's rate.
    for share in L1_SHARES:
        runs["hits"].append(measure_once("unif", segments, share, 64, 1, requests=max(segments, HIT_REQUESTS)))
    for seed in range(1, HASH_SEEDS + 1):
        for scheme in ("content", "batch"):
            for workers in HASH_WORKERS:
                load = most_loaded(scheme, workers, seed)
                runs["hashing"].append({"scheme": scheme, "workers": workers, "seed": seed, "most_loaded": load})
    return {"options": {"segments": segments, "seeds": seeds, "batch": BATCH, "cpus": len(os.sched_getaffinity(0))},
            "runs": runs}


def run_emulation_and_threads(runs: dict[str, list[dict]], segments: int, seed: int) -> None:
    """Figures 4, 7 and 9(b)."""
    for gbps in DEVICE_RATES:
        for delay in ("busy", "sleep"):
            runs["device"].append(measure_device(gbps, delay, seed))
    for gbps in PARALLEL_RATES:
        for threads in THREADS:
            runs["parallel"].append(measure_parallel(threads, segments, 0.1, gbps, seed))
    for threads in THREADS[:2]:
        runs["second"].append(measure_parallel(threads, 2 * segments, 0.1, 4, seed))


def chosen(results: dict, group: str, **wanted) -> list[dict]:
    return [one for one in results["runs"][group] if all(one[key] == value for key, value in wanted.items())]


def gbps(runs: list[dict]) -> float:
    return statistics.fmean(one["throughput_gbps"] for one in runs)


def costs(results: dict, workload: str) -> tuple[float, float]:
    return fit_costs(chosen(results, "l1", workload=workload))


def hit_ratio_claim(workload: str) -> Claim:
    def judge(results: dict) -> Verdict:
        runs = chosen(results, "hits" if workload == "unif" else "l1", workload=workload)
        error = rmse([(one["l1_hit_ratio"], one["model_l1_hit_ratio"]) for one in runs])
        return Verdict(error <= PAPER_RMSE[workload], f"RMSE {error:.2g}")
    return Claim(f"Figure 5(a): hit ratio of {workload} within RMSE {PAPER_RMSE[workload]:g} of the equations", judge)


def judge_lookup(results: dict) -> Verdict:
    fits = {workload: costs(results, workload)[0] for workload in ("unif", "real")}
    return Verdict(max(fits.values()) < PAPER_LOOKUP_US,
                   ", ".join(f"{workload} {lookup:.2f} us" for workload, lookup in fits.items()))


def judge_insert(results: dict) -> Verdict:
    fits = {workload: costs(results, workload)[1] for workload in ("unif", "real")}
    return Verdict(max(fits.values()) < PAPER_INSERT_US,
                   ", ".join(f"{workload} {insert:.1f} us" for workload, insert in fits.items()))


def judge_size(results: dict) -> Verdict:
    sizes = sorted({one["segments"] for one in results["runs"]["l2_size"]})
    by_size = [gbps(chosen(results, "l2_size", segments=size)) for size in sizes]
    falls = all(later < earlier * 1.05 for earlier, later in zip(by_size, by_size[1:]))
    return Verdict(falls and by_size[-1] >= 0.8 * 4, ", ".join(f"{one:.2f}" for one in by_size) + " Gbps")


def judge_rate(results: dict) -> Verdict:
    slow, fast = (gbps(chosen(results, "l2_rate", gbps=rate)) for rate in (4, 64))
    return Verdict(fast < 2 * slow, f"{slow:.1f} to {fast:.1f} Gbps, {fast / slow:.1f} times")


def judge_parallel(results: dict) -> Verdict:
    lookup, insert = costs(results, "real")
    runs = chosen(results, "l2_rate", gbps=4)
    hit = statistics.fmean(one["l1_hit_ratio"] for one in runs)
    serial, parallel = (service_us(hit, lookup, read_us(runs[0]), insert, way) for way in (False, True))
    return Verdict(serial / parallel < 1.25, f"{serial / parallel:.2f} times by the equations, "
                   f"{gbps(chosen(results, 'engine', gbps=4)) / gbps(runs):.2f} measured (asynchronous engine)")


def judge_async(results: dict) -> Verdict:
    ratios = {rate: gbps(chosen(results, "engine", gbps=rate)) / gbps(chosen(results, "l2_rate", gbps=rate))
              for rate in (4, 32)}
    return Verdict(min(ratios.values()) >= 1, ", ".join(f"{ratio:.2f} times at {rate}" for rate, ratio in ratios.items()))


def device_share(results: dict, delay: str, kind: str, gbps: float) -> float:
    """Of the rate that it should keep."""
    return statistics.fmean(one[kind] for one in chosen(results, "device", delay=delay, gbps=gbps)) / gbps


def shares_text(results: dict, delay: str, kind: str) -> str:
    return ", ".join(f"{device_share(results, delay, kind, gbps):.2f} at {gbps}" for gbps in DEVICE_RATES)


def judge_busy(results: dict) -> Verdict:
    return Verdict(all(device_share(results, "busy", "static_gbps", gbps) >= 0.9 for gbps in DEVICE_RATES),
                   "of the rate, " + shares_text(results, "busy", "static_gbps") + " Gbps")


def judge_sleep(results: dict) -> Verdict:
    return Verdict(all(device_share(results, "sleep", "static_gbps", gbps) < 0.9 for gbps in DEVICE_RATES if gbps > 4),
                   "of the rate, " + shares_text(results, "sleep", "static_gbps") + " Gbps")


def judge_dynamic(results: dict) -> Verdict:
    fastest = max(DEVICE_RATES)
    return Verdict(device_share(results, "busy", "dynamic_gbps", fastest) < 0.9,
                   "of the rate, " + shares_text(results, "busy", "dynamic_gbps") + " Gbps")


def parallel_gbps(results: dict, group: str, threads: int, gbps: float) -> float:
    return statistics.fmean(one["throughput_gbps"] for one in chosen(results, group, threads=threads, gbps=gbps))


def gains_text(results: dict, threads: int) -> str:
    return ", ".join(
        f"{parallel_gbps(results, 'parallel', threads, gbps) / parallel_gbps(results, 'parallel', 1, gbps):.2f} times at "
        f"{gbps} Gbps" for gbps in PARALLEL_RATES)


def judge_two_threads(results: dict) -> Verdict:
    if results["options"].get("cpus", 2) < 2:
        return Verdict(None, "one CPU")
    return Verdict(all(parallel_gbps(results, "parallel", 2, gbps) >= 1.5 * parallel_gbps(results, "parallel", 1, gbps)
                       for gbps in PARALLEL_RATES), gains_text(results, 2))


def judge_more_threads(results: dict) -> Verdict:
    if results["options"].get("cpus", 2) >= max(THREADS):
        return Verdict(None, f"{results['options']['cpus']} CPUs, {max(THREADS)} threads")
    return Verdict(all(parallel_gbps(results, "parallel", max(THREADS), gbps) > parallel_gbps(results, "parallel", 2, gbps)
                       for gbps in PARALLEL_RATES), gains_text(results, max(THREADS)))


def hashed(results: dict, scheme: str, workers: int) -> float:
    return statistics.fmean(one["most_loaded"] for one in chosen(results, "hashing", scheme=scheme, workers=workers))


def judge_hash_load(results: dict) -> Verdict:
    content, batch = (hashed(results, scheme, 16) for scheme in ("content", "batch"))
    return Verdict(content >= 2 * batch, f"{content:.2f} and {batch:.2f} times the mean, {content / batch:.2f} times (3)")


def judge_hash_throughput(results: dict) -> Verdict:
    """As the most loaded worker has it: the others wait for it."""
    gains = {workers: hashed(results, "content", workers) / hashed(results, "batch", workers) for workers in HASH_WORKERS[1:]}
    return Verdict(gains[16] >= 1.2, ", ".join(f"{gain:.2f} times with {workers}" for workers, gain in gains.items()))


def judge_second(results: dict) -> Verdict:
    ratios = {threads: parallel_gbps(results, "second", threads, 4) / parallel_gbps(results, "parallel", threads, 4)
              for threads in THREADS[:2]}
    return Verdict(all(ratio >= 0.9 for ratio in ratios.values()),
                   ", ".join(f"{ratio:.2f} times with {threads}" for threads, ratio in ratios.items()))


def draw(results: dict, file: Path) -> None:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, ((hits, speed, device, lines), (size, rate, parallel, paging)) = pyplot.subplots(
        2, 4, figsize=(20, 7.5), layout="constrained")
    shares = sorted({one["l1_share"] for one in results["runs"]["l1"]})
    for workload in WORKLOADS:
        runs = [chosen(results, "l1", workload=workload, l1_share=share) for share in shares]
        for axes, key in ((hits, "l1_hit_ratio"), (speed, "throughput_gbps")):
            means = [interval([one[key] for one in group]) for group in runs]
            axes.errorbar(shares, [mean for mean, _ in means], [half for _, half in means], marker="o", capsize=3,
                          label=workload)
        hits.plot(shares, [statistics.fmean(one["model_l1_hit_ratio"] for one in group) for group in runs], "k:", lw=1)
    hits.set(title="5(a): hit ratio of memory (dotted: equations)", xlabel="|L1| / |L2|", xscale="log")
    speed.set(title="5(b): throughput", xlabel="|L1| / |L2|", xscale="log", yscale="log", ylabel="Gbps")
    for axes, group, key, title in ((size, "l2_size", "segments", "6(a): Real, by the SSD's segments"),
                                    (rate, "l2_rate", "gbps", "6(b), 9(a): Real, by the SSD's Gbps")):
        places = sorted({one[key] for one in results["runs"][group]})
        means = [interval([one["throughput_gbps"] for one in chosen(results, group, **{key: at})]) for at in places]
        axes.errorbar(places, [mean for mean, _ in means], [half for _, half in means], marker="o", capsize=3, label="serial")
        axes.set(title=title, xscale="log", ylabel="Gbps")
    places = sorted({one["gbps"] for one in results["runs"]["engine"]})
    rate.plot(places, [gbps(chosen(results, "engine", gbps=at)) for at in places], "s", label="asynchronous")
    for delay in ("busy", "sleep"):
        for kind in ("static", "dynamic"):
            device.plot(DEVICE_RATES, [device_share(results, delay, f"{kind}_gbps", at) * at for at in DEVICE_RATES], "o-",
                        label=f"{delay}, {kind}")
    device.set(title="4: rate of the emulated SSD", xlabel="Gbps asked for", ylabel="Gbps", xscale="log", yscale="log")
    for at in PARALLEL_RATES:
        means = [interval([one["throughput_gbps"] for one in chosen(results, "parallel", threads=threads, gbps=at)])
                 for threads in THREADS]
        parallel.errorbar(THREADS, [mean for mean, _ in means], [half for _, half in means], marker="o", capsize=3,
                          label=f"{at} Gbps")
    parallel.set(title="7: threads", xlabel="threads", ylabel="Gbps")
    balance = parallel.twinx()
    for scheme in ("content", "batch"):
        balance.plot(HASH_WORKERS, [hashed(results, scheme, workers) for workers in HASH_WORKERS], ":",
                     label=f"8(a): {scheme}")
    balance.set(ylabel="most loaded worker / mean (dotted)")
    balance.legend(loc="lower right")
    single_layer.draw(results, lines, paging)
    for axes in (hits, rate, device, parallel):
        axes.legend()
    figure.savefig(file, dpi=120)


EXPERIMENT = Experiment(
    name="hcs17",
    title="a content store of two tiers, its hit ratios and costs against the models (2017)",
    run=run,
    claims=(
        *(hit_ratio_claim(workload) for workload in WORKLOADS),
        Claim(f"Table 4: a lookup takes less than NFD's {PAPER_LOOKUP_US} us", judge_lookup),
        Claim(f"Table 4: inserting a batch of 10 takes less than NFD's {PAPER_INSERT_US:g} us", judge_insert),
        Claim("Figure 6(a): throughput falls as the SSD grows, and stays at 80 % of the SSD's rate or more", judge_size),
        Claim("Figure 6(b): an SSD 16 times as fast gives less than twice the throughput", judge_rate),
        Claim("Figure 9(a): where the SSD's read dominates, parallel service gains less than a quarter", judge_parallel),
        Claim("Figure 4: waiting busily for static memory keeps 90 % of every rate up to 64 Gbps", judge_busy),
        Claim("Figure 4: sleeping does not keep 90 % of a rate above 4 Gbps", judge_sleep),
        Claim("Figure 4: content made when it is read does not keep 90 % of 64 Gbps", judge_dynamic),
        Claim("Figure 7: two threads do 1.5 times what one does, or more, with slow and fast SSDs", judge_two_threads),
        Claim("Figure 7: threads beyond the CPUs still gain", judge_more_threads),
        Claim("Figure 8(a): with 16 workers the most loaded has twice as much or more when objects are hashed, not batches",
              judge_hash_load),
        Claim("Figure 8(b): hashing batches gives 16 workers 1.2 times the throughput or more, as the most loaded bounds it",
              judge_hash_throughput),
        Claim("Figure 9(b): a store twice as large gives 90 % of the throughput or more, with one thread and with two",
              judge_second),
        Claim("The asynchronous engine is at least as fast as the serial one", judge_async),
        *single_layer.CLAIMS,
    ),
    draw=draw,
)
