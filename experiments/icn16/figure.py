# SPDX-License-Identifier: Apache-2.0
"""Figures 6, 8 (upper) and 8 (lower) of the paper, as measured here."""
from __future__ import annotations

from pathlib import Path

from .claims import spread, threads


def draw(results: dict, file: Path) -> None:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, middle, right) = pyplot.subplots(1, 3, figsize=(13, 4), layout="constrained")
    found = threads(results)
    modular = threads(results, "modular")
    found = {number: rates | {f"{name}, modular": rate for name, rate in modular.get(number, {}).items()}
             for number, rates in found.items()}
    names = sorted({name for rates in found.values() for name in rates})
    for offset, name in enumerate(names):
        places = [(at, rates[name]) for at, rates in enumerate(found.values()) if name in rates]
        left.bar([at + (offset - (len(names) - 1) / 2) * 0.25 for at, _ in places], [rate / 1e6 for _, rate in places], 0.25,
                 label=name)
    left.set_xticks(range(len(found)), list(found))
    left.set_xlabel("threads")
    left.set_ylabel("million exchanges a second")
    left.legend()
    sizes = [int(size) for size in results["fib"]["rates"]]
    middle.plot(sizes, [spread(rates).median / 1e6 for rates in results["fib"]["rates"].values()], "o-")
    middle.set_ylim(bottom=0)
    middle.set_xlabel("FIB buckets, log2")
    middle.set_ylabel("million exchanges a second, one thread")
    for cache, misses in results["fib"]["simulated_misses"].items():
        right.plot([int(size) for size in misses], list(misses.values()), "o-", label=f"{int(cache) >> 20} MB (cachegrind)")
    if results["fib"]["counted_misses"]:
        counted = results["fib"]["counted_misses"]
        right.plot([int(size) for size in counted], list(counted.values()), "s-", label="last level (counted, an exchange)")
    right.set_xlabel("FIB buckets, log2")
    right.set_ylabel("misses a lookup")
    if right.lines:
        right.legend()
    figure.savefig(file, dpi=120)
