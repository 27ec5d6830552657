# SPDX-License-Identifier: Apache-2.0
"""The paper's claims, and the figures that this project set itself, judged by what was measured here."""
from __future__ import annotations

from collections.abc import Callable

from experiments.common.experiment import Claim, Verdict

from .results import all_rates, costs, entries_of, memory_row, placement, rate, speed_row, sustained_by

ON_CHIP = 4.25e6  # bytes: the largest SRAM on a chip of 2013
STUDY = ("lht", "dht", "dhtp", "cbf", "enpt")


def compare(text: str, value: Callable[[dict], float], test: Callable[[float], bool], unit: str = "") -> Claim:
    def judge(results: dict) -> Verdict:
        measured = value(results)
        return Verdict(test(measured), f"{measured:.4g}{unit}")
    return Claim(text, judge)


def sizes_of_section_3(results: dict) -> Verdict:
    sizing = {row["gbps"]: row for row in results["formulas"]["sizing"]}
    found = (sizing[10]["flow_balance"], sizing[40]["flow_balance"], sizing[10]["worst_500ms"], sizing[40]["worst_500ms"])
    near = all(abs(value / paper - 1) < 0.05 for value, paper in zip(found, (62e3, 252e3, 8e6, 30e6)))
    return Verdict(near, ", ".join(f"{value:.3g}" for value in found))


def smallest_is_the_filter(results: dict) -> Verdict:
    ratios = [min(size for name, size in row["bytes"].items() if name != "cbf") / row["bytes"]["cbf"]
              for row in results["memory"]]
    return Verdict(min(ratios) > 1, f"the others take {min(ratios):.1f} to {max(ratios):.1f} times as much")


def fit_on_chip(results: dict) -> Verdict:
    short, long = memory_row(results, 62_000, 20), memory_row(results, 62_000, 50)
    holds = all(short[name] <= ON_CHIP for name in STUDY) and long["lht"] <= ON_CHIP < long["dht"]
    return Verdict(holds, "50-byte names: " + ", ".join(f"{name} {long[name] / 1e6:.1f} MB" for name in STUDY))


def flow_balance_at_10_gbps(results: dict) -> Verdict:
    row = speed_row(results, 62_000, 0.5)
    rates = all_rates(results, 62_000, 0.5)
    slowest = min(rates, key=rates.get)
    return Verdict(rates[slowest] >= row["needed_per_s"],
                   f"slowest {slowest} {rates[slowest] / 1e6:.2f} of {row['needed_per_s'] / 1e6:.2f} million/s")


def one_core(entries: int, load: float) -> Callable[[dict], Verdict]:
    def judge(results: dict) -> Verdict:
        row = speed_row(results, entries, load)
        per_s = row["structures"]["dht"]["packets_per_s"]
        return Verdict(per_s >= row["needed_per_s"], f"{per_s / 1e6:.2f} of {row['needed_per_s'] / 1e6:.2f} million/s")
    return judge


def fastest_is_dhtp(results: dict) -> Verdict:
    largest = max(row["entries"] for row in results["speeds"] if row["load"] == 0.8)
    rates = all_rates(results, largest, 0.8, lambda name: name in STUDY)
    best = max(rates, key=rates.get)
    return Verdict(best in ("dht", "dhtp"), ", ".join(f"{name} {value / 1e6:.2f}" for name, value in rates.items()))


def even(results: dict) -> Verdict:
    times = {name: row["operation_ns"] for name, row in results["evenness"]["structures"].items()}
    spread = {name: row["p99_99"] / row["p50"] for name, row in times.items()}
    return Verdict(spread["dhtp"] <= min(spread["lht"], spread["enpt"]),
                   "p99.99 by p50: " + ", ".join(f"{name} {value:.1f}" for name, value in spread.items()))


def name_table_keeps_up(results: dict) -> Verdict:
    ratios = {}
    for entries in entries_of(results):
        rates = all_rates(results, entries, 0.5)
        ratios[entries] = rates["name-table"] / max(rates[name] for name in ("lht", "dht", "dhtp"))
    return Verdict(min(ratios.values()) >= 1, ", ".join(f"{ratio:.2f} at {entries}" for entries, ratio in ratios.items()))


def chain_accesses(results: dict) -> float:
    counted = speed_row(results, 62_000, 0.5)["structures"]["lht"]["accesses"]
    return (counted["interest"] + counted["data"]) / 2


def linear_in_components(results: dict) -> Verdict:
    by_count = {int(count): row["interest"] for count, row in results["components"].items()}
    low, high = min(by_count), max(by_count)
    step = (by_count[high] - by_count[low]) / (high - low)
    holds = all(abs(value - by_count[low] - step * (count - low)) < 0.15 * value for count, value in by_count.items())
    return Verdict(holds and step > 1, f"{step:.1f} for each component: " +
                   ", ".join(f"{value:.1f} of {count}" for count, value in by_count.items()))


def mistaken_share(results: dict) -> float:
    met = speed_row(results, 62_000, 0.5)["structures"]["cbf"]["outcomes"]
    return met["mistaken"] / met["interests"]


def properties(name: str, aggregation: bool, loop_detection: bool, multipath: bool) -> Callable[[dict], Verdict]:
    def judge(results: dict) -> Verdict:
        found = [(row["aggregation"], row["loop_detection"], row["multipath"])
                 for row in (placement(results, name), placement(results, name, "threads"))]
        return Verdict(all(kept == (aggregation, loop_detection, multipath) for kept in found),
                       "aggregation {}, loop detection {}, multipath {}".format(*found[0]))
    return judge


def lookups_grow(results: dict) -> Verdict:
    lookups = costs(placement(results, "input-only"), "lookups_per_packet")
    holds = all(abs(value - (1 + cards) / 2) < 0.02 * value for cards, value in lookups.items())
    return Verdict(holds, ", ".join(f"{value:.1f} at {cards}" for cards, value in lookups.items()))


def independent_of_cards(results: dict) -> Verdict:
    found = {name: list(costs(placement(results, name), "lookups_per_packet").values())
             for name in ("output-only", "third-party", "input-output")}
    holds = (all(abs(value - 1) < 0.01 for name in ("output-only", "third-party") for value in found[name])
             and all(abs(value - 2) < 0.01 for value in found["input-output"]))
    return Verdict(holds, ", ".join(f"{name} {min(values):.2f} to {max(values):.2f}" for name, values in found.items()))


def one_more_transfer(results: dict) -> Verdict:
    third = costs(placement(results, "third-party"), "transfers_per_packet")
    output = costs(placement(results, "output-only"), "transfers_per_packet")
    most = max(third)
    return Verdict(abs(third[most] - output[most] - 1) < 0.05, f"{third[most]:.2f} and {output[most]:.2f} a packet at {most} cards")


def card_limits(results: dict) -> Verdict:
    limits = results["formulas"]["line_cards"]["input_only_limits"]
    found = [limits["cbf RLDRAM"], limits["enpt RLDRAM+DRAM"], limits["lht DRAM"]]
    return Verdict([round(value) for value in found] == [4, 8, 10] or [round(value) for value in found] == [4, 7, 10],
                   ", ".join(f"{value:.1f}" for value in found))


def cannot_sustain_40(results: dict) -> Verdict:
    operations = results["formulas"]["operations"]
    kept = {name: operations[name]["load_sustained"]["40"] for name in ("enpt RLDRAM+DRAM", "cbf RLDRAM")}
    return Verdict(not any(kept.values()), ", ".join(f"{name} {load:.0%}" for name, load in kept.items()))


def pending_is_rate_times_lifetime(results: dict) -> Verdict:
    ratios = {row["lifetime_ms"]: row["pending"] / row["expected"] for row in results["live_router"]}
    return Verdict(all(0.8 < ratio < 1.25 for ratio in ratios.values()),
                   ", ".join(f"{ratio:.2f} of rate times lifetime at {lifetime} ms" for lifetime, ratio in ratios.items()))


SPREAD = 0.97  # runs of one structure differ by as much


def ratios_to_best(rates: dict[str, float]) -> float:
    """The name table's rate by the best of the others that do what it does."""
    return rates["name-table"] / max(value for name, value in rates.items() if name != "name-table")


def best_of_whole_protocol(results: dict) -> Verdict:
    ratios = {entries: ratios_to_best(all_rates(results, entries, 0.5, lambda name: name.startswith("name-table")))
              for entries in entries_of(results)}
    return Verdict(min(ratios.values()) >= SPREAD, ", ".join(f"{ratio:.2f} at {entries}" for entries, ratio in ratios.items()))


def best_in_exchanges(results: dict) -> Verdict:
    rates = {row["pending"]: {name: found["exchanges_per_s"] for name, found in row["structures"].items()}
             for row in results["exchanges"]}
    return Verdict(min(map(ratios_to_best, rates.values())) >= SPREAD, "; ".join(
        f"{pending} pending: " + ", ".join(f"{name} {value / 1e6:.2f}" for name, value in row.items())
        for pending, row in rates.items()) + " million/s")


CLAIMS = (
    Claim("PITs need 62K and 252K entries in flow balance, 8M and 30M at worst, at 10 and 40 Gbps (III-A)", sizes_of_section_3),
    compare("A DHT holds 30 million entries of 50-byte names in 2.7 GB (table I)",
            lambda results: memory_row(results, 30_000_000, 50)["dht"] / 1e9, lambda value: value <= 2.7, " GB"),
    Claim("The counting Bloom filter is the smallest at every size (table I)", smallest_is_the_filter),
    Claim("62K entries fit in 4.25 MB of SRAM, but for a DHT of 50-byte names (table I)", fit_on_chip),
    compare("Chaining takes 2 + alpha/2 accesses an operation (III-C)", chain_accesses, lambda value: abs(value - 2.5) < 0.1),
    compare("A DHT takes d + 1 = 3 accesses for an insert (III-C)",
            lambda results: speed_row(results, 62_000, 0.5)["structures"]["dht"]["accesses"]["interest"],
            lambda value: abs(value - 3) < 0.05),
    Claim("A trie's accesses grow linearly with the components of a name (III-C)", linear_in_components),
    compare("The filter takes at most 0.1 % of new names for pending ones (III-C)", mistaken_share, lambda value: value <= 0.00105),
    Claim("At 10 Gbps every structure keeps up with flow balance, on one core here (figure 1(a))", flow_balance_at_10_gbps),
    Claim("DHT and DHTp are the fastest beyond flow balance (table II)", fastest_is_dhtp),
    Claim("DHTp is more even than chaining or a trie (table II)", even),
    compare("DRAM holds DHTp to 65 % load at 40 Gbps (figure 1(b)): one core here sustains as much",
            lambda results: 100 * sustained_by(results, "dhtp", 40), lambda value: value >= 65, " %"),
    Claim("ENPT with DRAM, like CBF, cannot sustain flow balance at 40 Gbps (IV-A), by the paper's own formulas", cannot_sustain_40),
    Claim("Input-only placement: multipath, no aggregation, no loop detection (III-B)",
          properties("input-only", False, False, True)),
    Claim("Output-only placement: none of them with several paths (III-B)", properties("output-only", False, False, False)),
    Claim("Input-output placement: as input-only (III-B)", properties("input-output", False, False, True)),
    Claim("Third-party placement: aggregation, loop detection and multipath (III-B)", properties("third-party", True, True, True)),
    Claim("Input-only placement: lookups grow with the line cards, (1 + N)/2 a packet (figure 1(c))", lookups_grow),
    Claim("One lookup a packet with output-only and third party, two with input-output, however many cards (figure 1(c))",
          independent_of_cards),
    Claim("Third party takes one switching operation more (III-B)", one_more_transfer),
    Claim("Input-only placement supports 4, 8 and 10 line cards with CBF, ENPT and LHT (figure 1(c))", card_limits),
    Claim("62K entries, load 50 %: 1.5 million packets a second with DHT (3 cores then, one here) (IV-B)", one_core(62_000, 0.5)),
    Claim("1M entries, load 80 %: 3.4 million packets a second with DHT (8 cores then, one here) (IV-B)", one_core(1_000_000, 0.8)),
    Claim("On the live router, pending Interests are their rate times their lifetime (III-A)", pending_is_rate_times_lifetime),
    Claim("The router's name table is no slower than the fastest of LHT, DHT and DHTp, which hold the paper's tuple",
          name_table_keeps_up),
    Claim("The router's name table is no slower than LHT, DHT and DHTp with the whole protocol", best_of_whole_protocol),
    Claim("Whole exchanges through the router are no slower with it than with LHT, DHT and DHTp", best_in_exchanges),
)
