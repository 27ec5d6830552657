# SPDX-License-Identifier: Apache-2.0
"""What the paper says of its forwarders, asked of the one here, and what this one is to reach beside the others. A claim whose
forwarders were not measured cannot be told."""
from __future__ import annotations

import statistics
from collections.abc import Callable

from experiments.common.experiment import Claim, Verdict

from .cells import RELAY, ceiling_of, good_runs, median_of, runs_of

OURS, PEER = "augustus", "ndnd"
PORTS = ("augustus-afxdp", "augustus-afpacket")
# Sections whose cases are exchanges at full rate through the whole forwarder.
EXCHANGES = ("table1", "figure2", "table3-exchange", "figure3", "figure4")

GENERATOR_BUSY = 0.85  # from here on a larger window brings no more: the load's CPU bounds

Judge = Callable[[dict], Verdict]
UNTOLD = Verdict(None, "not measured here")


def _ratio(results: dict, above: tuple[str, str, str], below: tuple[str, str, str], metric: str = "per_s") -> float | None:
    top, bottom = median_of(results, *above, metric), median_of(results, *below, metric)
    return top / bottom if top is not None and bottom else None


def _at_least(ratio: float | None, least: float, what: str = "ratio of medians") -> Verdict:
    return UNTOLD if ratio is None else Verdict(ratio >= least, f"{what} {ratio:.2f}")


def _between(above: tuple[str, str, str], below: tuple[str, str, str], least: float, metric: str = "per_s") -> Judge:
    return lambda results: _at_least(_ratio(results, above, below, metric), least)


def _worst(ratios: dict[str, float], least: float) -> Verdict:
    if not ratios:
        return UNTOLD
    case = min(ratios, key=ratios.get)
    return Verdict(ratios[case] >= least, f"least {ratios[case]:.2f}, at {case}; of {len(ratios)}")


def _cases(results: dict, sections: tuple[str, ...]):
    for section in sections:
        for case in results["sections"].get(section, {}).get("cases", []):
            yield section, case


def _beside_the_peer(results: dict) -> Verdict:
    found = {f"{section} {case['key']}": _ratio(results, (section, case["key"], OURS), (section, case["key"], PEER))
             for section, case in _cases(results, EXCHANGES)}
    return _worst({key: ratio for key, ratio in found.items() if ratio is not None}, 3.0)


def _beside_the_relay(results: dict) -> Verdict:
    found = {}
    for section, case in _cases(results, EXCHANGES):
        ours, relay = median_of(results, section, case["key"], OURS), ceiling_of(results, case["ceiling"], RELAY)
        if case["ceiling"].startswith("one way"):  # a hit goes no further than the forwarder
            continue
        if ours is not None and relay:
            found[f"{section} {case['key']}"] = ours / relay
    return _worst(found, 0.8)


def _lifetimes(results: dict) -> Verdict:
    """From 5 ms to the longest that was measured."""
    cases = [case for _, case in _cases(results, ("figure1",)) if case["x"] >= 5]
    rates = {case["key"]: median_of(results, "figure1", case["key"], OURS) for case in cases}
    if rates.get("5") is None or None in rates.values() or len(rates) < 2:
        return UNTOLD
    return _worst({f"{key} ms": rate / rates["5"] for key, rate in rates.items() if key != "5"}, 0.9)


def _siblings(results: dict) -> Verdict:
    cases = [case["key"] for _, case in _cases(results, ("siblings",))]
    return _at_least(_ratio(results, ("siblings", cases[-1], OURS), ("siblings", cases[0], OURS)), 0.9) if cases else UNTOLD


def _ports(results: dict) -> Verdict:
    ratios = {port: _ratio(results, ("table1", "5000", port), ("table1", "5000", OURS)) for port in PORTS}
    there = {port: ratio for port, ratio in ratios.items() if ratio is not None}
    if not there:
        return UNTOLD
    best = max(there, key=there.get)
    runs = good_runs(runs_of(results, "table1", "5000", best))
    busy = statistics.median(run["generator_busy"] for run in runs)
    told = there[best] >= 1.5 or busy < GENERATOR_BUSY
    return Verdict(there[best] >= 1.5 if told else None,
                   f"{best}: ratio of medians {there[best]:.2f}, the load's CPU {busy:.0%} busy")


def _million(results: dict) -> Verdict:
    """At a million prefixes, or the most that this scale has."""
    found = {}
    for section, kind in (("table3-interests", "one way"), ("table3-exchange", "exchange")):
        counts = [int(case["x"]) for _, case in _cases(results, (section,))]
        if counts:
            most = min(max(counts), 1_000_000)
            ratio = _ratio(results, (section, f"{most} {kind}", OURS), (section, f"40 {kind}", OURS))
            if ratio is not None:
                found[f"{most:,} prefixes, {kind}"] = ratio
    return _worst(found, 0.9)


def _all_prefixes(results: dict) -> Verdict:
    runs = {f"{section} {case['key']}": runs_of(results, section, case["key"], OURS)
            for section, case in _cases(results, ("table3-interests", "table3-exchange"))}
    runs = {key: found for key, found in runs.items() if found}
    bad = [f"{key}: {found[0]['status']}" for key, found in runs.items() if len(good_runs(found)) < len(found)]
    return UNTOLD if not runs else Verdict(not bad, bad[0] if bad else f"{len(runs)} cases")


def _multiplexing(results: dict) -> Verdict:
    """What the relay loses with more programs on the load's CPU is not the forwarder's."""
    cases = {case["key"]: case for _, case in _cases(results, ("figure3",))}

    def beside_relay(key: str) -> float | None:
        ours = median_of(results, "figure3", key, OURS) if key in cases else None
        relay = ceiling_of(results, cases[key]["ceiling"], RELAY) if ours is not None else None
        return ours / relay if ours is not None and relay else None

    plain = beside_relay("1x1")
    found = {key: share / plain for key in cases if key != "1x1" and plain and (share := beside_relay(key)) is not None}
    return _worst(found, 0.8)


def _tail(results: dict) -> Verdict:
    def p99(name: str) -> float | None:
        runs = good_runs(runs_of(results, "half-load", "half load", name))
        return statistics.median(run["rtt_ns"]["p99"] for run in runs) / 1e3 if runs else None

    ours, relay = p99(OURS), p99(f"{RELAY} at the rate of {OURS}")
    if ours is None or not relay:
        return UNTOLD
    return Verdict(ours <= 5 * relay, f"p99 {ours:,.0f} us, the relay's {relay:,.0f} us")


def _sizes(results: dict) -> Verdict:
    cases = sorted((case for _, case in _cases(results, ("cs-sizes",))), key=lambda case: case["x"])
    if len(cases) < 2:
        return UNTOLD
    return _at_least(_ratio(results, ("cs-sizes", cases[-1]["key"], OURS), ("cs-sizes", cases[0]["key"], OURS)), 0.8)


CLAIMS = (
    Claim("Interest forwarding falls by no more than 10 % from a lifetime of 5 ms to one of 5 s (NFD: 33 %)", _lifetimes),
    Claim("nor where all pending names are under one parent", _siblings),
    Claim("The lifetime has little effect on exchange (5 s within 10 % of 5 ms)",
          _between(("table1", "5000", OURS), ("table1", "5", OURS), 0.9)),
    Claim("Augustus reaches 3 times ndnd in every exchange test", _beside_the_peer),
    Claim("Augustus reaches 80 % of the relay in every exchange test", _beside_the_relay),
    Claim("Looking in an empty Content Store costs at most 5 % (Metis: 3 %, NFD: 12 %)",
          _between(("table2", "on", OURS), ("table2", "off", OURS), 0.95)),
    Claim("A Content Store hit is faster than an exchange without a Content Store",
          _between(("figure2", "hit", OURS), ("figure2", "off", OURS), 1.0)),
    Claim("Hits are as fast in a large Content Store as in a small one (within 20 %)",
          _sizes),
    Claim("A million prefixes, or the most of this scale, leave 90 % of the rate with 40", _million),
    Claim("However many prefixes were added, the forwarder served (the paper's crashed or were prohibitively slow)", _all_prefixes),
    Claim("More consumers and producers cost at most 20 % more than they cost the relay", _multiplexing),
    Claim("With 50 % hits the Content Store raises goodput (Metis: yes, NFD: no)",
          _between(("figure4", "0.84 on", OURS), ("figure4", "0.84 off", OURS), 1.0, "goodput")),
    Claim("Over AF_XDP or AF_PACKET ports exchange reaches 1.5 times that over kernel UDP", _ports),
    Claim("At half load, 99 % of the round trips take at most 5 times the relay's", _tail),
)

