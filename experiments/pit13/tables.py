# SPDX-License-Identifier: Apache-2.0
"""Tables I and II as text, formula beside measurement."""
from __future__ import annotations

import math

from .measure import STRUCTURES

# Table I, bytes: CBF, LHT, DHT; the paper gives ENPT's from others' measurements.
PAPER_MEMORY = {
    (62_000, 20): (584e3, 2.1e6, 3.9e6), (62_000, 50): (584e3, 4.1e6, 5.8e6),
    (252_000, 20): (2.3e6, 8.8e6, 15.6e6), (252_000, 50): (2.3e6, 16e6, 23e6),
    (8_000_000, 20): (71e6, 265e6, 483e6), (8_000_000, 50): (71e6, 500e6, 717e6),
    (30_000_000, 20): (273e6, 1e9, 1.8e9), (30_000_000, 50): (273e6, 1.9e9, 2.7e9),
}
# Table II: memory, million packets a second average and least.
PAPER_SPEED = {"lht": ("DRAM", 8.5, 3.6), "dht": ("DRAM", 6.1, 6.1), "dhtp": ("DRAM", 9.0, 9.0),
               "cbf": ("RLDRAM", 4.2, 4.2), "enpt": ("RLDRAM", 6.7, 3.0)}
# The formula's accesses to memory, of this machine's one kind.
ACCESSES = {"lht": 2.5, "dht": 3, "dhtp": 2, "cbf": 16, "enpt": 2.6 + 2}


# The paper's memories, bytes.
THEN = (("on-chip SRAM", 4.25e6), ("SRAM", 25e6), ("RLDRAM", 250e6))


def fits(size: float, memories: tuple[tuple[str, float], ...]) -> str:
    return next((name for name, most in memories if size <= most), "DRAM")


def chased_ns(results: dict) -> float:
    """What a read costs that must wait for the one before, in DRAM."""
    return results["memory_latency"][-1]["chased_ns"]


def cores(row: dict, found: dict) -> str:
    """For 10, 40 and 100 Gbps."""
    return "/".join(str(math.ceil(row["needed_per_s"] * times / found["packets_per_s"])) for times in (1, 4, 10))


def abilities(found: dict) -> str:
    words = {"timers": "timers", "loop_detection": "loops", "faces": "Faces", "false_positives": "FALSE POSITIVES",
             "full_protocol": "whole protocol"}
    return ", ".join(word for trait, word in words.items() if found["traits"][trait]) or "none of them"


def print_tables(results: dict) -> None:
    now = tuple(sorted(results["caches"].items()))
    print("  Table I, MB measured (the paper's), and the memory that it fits then/now")
    for row in results["memory"]:
        key = (row["entries"], row["name_bytes"])
        paper = dict(zip(("cbf", "lht", "dht"), PAPER_MEMORY[key]))
        cells = [f"{name} {row['bytes'][name] / 1e6:.1f}" + (f" ({paper[name] / 1e6:.1f})" if name in paper else "")
                 + f" {fits(row['bytes'][name], THEN)}/{fits(row['bytes'][name], now)}" for name in STRUCTURES]
        print(f"    {key[0]:>9} x {key[1]} B: " + ", ".join(cells), flush=True)
    print(f"  Table II, million packets/s; one line of DRAM takes {chased_ns(results):.0f} ns here, "
          f"{results['memory_latency'][-1]['ahead_ns']:.0f} ns asked for ahead")
    for row in results["speeds"]:
        print(f"    {row['entries']} entries, load {row['load']:.0%}, bursts of {row['burst']}; "
              f"10 Gbps need {row['needed_per_s'] / 1e6:.2f}")
        for name, found in row["structures"].items():
            paper = PAPER_SPEED.get(name)
            formula = f"paper {paper[1]} and {paper[2]} in {paper[0]}, formula here " \
                      f"{1e3 / (ACCESSES[name] * chased_ns(results)):.1f}, " if paper else ""
            counted = found.get("accesses")
            print(f"      {name:15} {found['packets_per_s'] / 1e6:7.2f} ({found['min'] / 1e6:.2f} to {found['max'] / 1e6:.2f}), "
                  f"{formula}cores for 10/40/100 Gbps {cores(row, found)}"
                  + (f", accesses {counted['interest']:.2f} and {counted['data']:.2f} (at most {counted['interest_most']} and "
                     f"{counted['data_most']})" if counted else ""), flush=True)
    for name, found in results["speeds"][0]["structures"].items():
        print(f"    {name:15} has {abilities(found)}")
    for row in results["exchanges"]:
        print(f"    whole exchanges, {row['pending']} pending, million/s: " + ", ".join(
            f"{name} {found['exchanges_per_s'] / 1e6:.2f} ({found['min'] / 1e6:.2f} to {found['max'] / 1e6:.2f})"
            for name, found in row["structures"].items()), flush=True)
    for name, found in results["evenness"]["structures"].items():
        times = found["operation_ns"]
        print(f"    one operation of {name:10} ns: {times['p50']:.0f} p50, {times['p99_99']:.0f} p99.99, {times['longest']:.0f} longest "
              f"(clock alone {found['clock_ns']['longest']:.0f})")
