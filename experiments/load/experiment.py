# SPDX-License-Identifier: Apache-2.0
"""Bad input and overload: what they cost those who are neither."""
from __future__ import annotations

from pathlib import Path

from experiments.common.experiment import Claim, Experiment, Scale, Spread, Verdict

from .measure import LIFETIME_MS, VICTIM_RATE, collisions, flood, loss, many

SIZES = {  # repetitions, seconds each, parts of the buckets that names collide in, PIT records, exchanges of the long run
    Scale.QUICK: (3, 0.5, 512, 16_384, 5_000_000),
    Scale.DEFAULT: (7, 1.0, 4096, 65_536, 100_000_000),
    Scale.FULL: (15, 2.0, 4096, 1_048_576, 1_000_000_000),
}
WITHHOLD = 500_000
NAMES = ("random", "old-key", "known-key")


def run(scale: Scale) -> dict:
    repetitions, seconds, parts, pit_records, exchanges = SIZES[scale]
    runs: dict[str, dict[str, list[dict]]] = {"collisions": {kind: [] for kind in NAMES},
                                              "loss": {"none": [], "withheld": []}, "flood": {"quiet": [], "flooded": []}}
    # In turns, so that a change of the machine's mood meets all alike.
    for _ in range(repetitions):
        for kind in NAMES:
            runs["collisions"][kind].append(collisions(kind, parts, seconds))
        runs["loss"]["none"].append(loss(0, seconds))
        runs["loss"]["withheld"].append(loss(WITHHOLD, seconds))
    for _ in range(max(1, repetitions // 3)):
        for kind in ("quiet", "flooded"):
            runs["flood"][kind].append(flood(kind == "flooded", pit_records, 4 * seconds))
    for measure, kinds in runs.items():
        for kind in kinds:
            spread = rate(runs, measure, kind)
            print(f"  {measure:10} {kind:10} {spread.median / 1e3:9.1f} thousand/s ({spread.low / 1e3:.1f} to "
                  f"{spread.high / 1e3:.1f})", flush=True)
    return {"options": {"repetitions": repetitions, "seconds": seconds, "parts": parts, "pit_records": pit_records,
                        "lifetime_ms": LIFETIME_MS, "victim_rate": VICTIM_RATE, "withhold": WITHHOLD},
            "runs": runs, "many": many(exchanges)}


def rate(runs: dict, measure: str, kind: str) -> Spread:
    return Spread.of([one["per_s" if measure == "flood" else "exchanges_per_s"] for one in runs[measure][kind]])


def ratio(results: dict, measure: str, kind: str, base: str) -> float:
    return rate(results["runs"], measure, kind).median / rate(results["runs"], measure, base).median


def is_intact(one: dict) -> bool:
    """Nothing altered or doubled, no buffer gone, and whatever was lost was counted as dropped."""
    return (one["altered"], one["duplicated"], one["buffers_lost"]) == (0, 0, 0) and one["lost"] <= sum(one["dropped"].values())


def judge_old_key(results: dict) -> Verdict:
    share = ratio(results, "collisions", "old-key", "random")
    dropped = sum(sum(one["dropped"].values()) for one in results["runs"]["collisions"]["old-key"])
    return Verdict(share >= 0.9 and dropped == 0, f"{share:.2f} of the rate, {dropped} dropped")


def judge_known_key(results: dict) -> Verdict:
    runs = results["runs"]["collisions"]["known-key"]
    share = ratio(results, "collisions", "known-key", "random")
    dropped = sum(sum(one["dropped"].values()) for one in runs) / sum(one["completed"] for one in runs)
    return Verdict(all(map(is_intact, runs)) and share >= 0.25,
                   f"{share:.2f} of the rate, dropped and counted: {dropped:.1%} of the exchanges")


def judge_flood(results: dict) -> Verdict:
    share = ratio(results, "flood", "flooded", "quiet")
    runs = results["runs"]["flood"]["flooded"]
    full = min(one["pit_entries"] / one["pit_records"] for one in runs)
    refused = min(one["pit_share"] + one["pit_full"] for one in runs)
    return Verdict(share >= 0.9 and full > 0.8 and refused > 0,
                   f"{share:.3f} of the goodput, PIT {full:.0%} full, {refused} or more dropped and counted")


def judge_loss(results: dict) -> Verdict:
    share = ratio(results, "loss", "withheld", "none")
    low, high = (getattr(rate(results["runs"], "loss", "none"), end) for end in ("low", "high"))
    return Verdict(share > 0.99, f"{share - 1:+.1%}; without losses runs differ by {high / low - 1:.1%}")


def judge_many(results: dict) -> Verdict:
    one = results["many"]
    return Verdict(one["lost"] == 0 and one["buffers_lost"] == 0,
                   f"{one['completed']} exchanges, {one['lost']} lost, {one['buffers_lost']} buffers lost")


BARS = (("collisions", "old-key", "random", "names collide\nunder an old key"),
        ("collisions", "known-key", "random", "names collide\nunder the known key"),
        ("flood", "flooded", "quiet", "beside\na flood"), ("loss", "withheld", "none", "1 Data in\n500,000 lost"))


def draw(results: dict, file: Path) -> None:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4), layout="constrained")
    axes.bar(range(len(BARS)), [ratio(results, measure, kind, base) for measure, kind, base, _ in BARS], 0.5)
    axes.axhline(1, color="gray", linewidth=0.8)
    axes.set_xticks(range(len(BARS)), [title for *_, title in BARS])
    axes.set_ylabel("exchanges a second, of those without it")
    figure.savefig(file, dpi=120)


EXPERIMENT = Experiment(
    name="load",
    title="bad input and overload",
    run=run,
    claims=(
        Claim("Names made to collide under an old key go at 90 % of the rate of random names, none dropped", judge_old_key),
        Claim("Under the known key nothing goes wrong but drops, which are counted, and a quarter of the rate stays",
              judge_known_key),
        Claim("A flood of twice the PIT's capacity fills it, is dropped beyond and counted; others keep 90 % of their goodput",
              judge_flood),
        Claim("Losing 1 Data in 500,000 changes the rate by less than 1 %", judge_loss),
        Claim("A long run loses no exchange and no packet buffer", judge_many),
    ),
    draw=draw,
)
