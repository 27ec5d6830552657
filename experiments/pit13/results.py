# SPDX-License-Identifier: Apache-2.0
"""Reading the results: what claims and figures look for in them."""
from __future__ import annotations

from collections.abc import Callable


def entries_of(results: dict) -> list[int]:
    return sorted({row["entries"] for row in results["speeds"]})


def speed_row(results: dict, entries: int, load: float, burst: int = 32) -> dict:
    return next(row for row in results["speeds"]
                if (row["entries"], row["load"], row["burst"]) == (entries, load, burst))


def rate(results: dict, structure: str, entries: int, load: float, burst: int = 32) -> float:
    return speed_row(results, entries, load, burst)["structures"][structure]["packets_per_s"]


def memory_row(results: dict, entries: int, name_bytes: int) -> dict[str, int]:
    return next(row["bytes"] for row in results["memory"]
                if (row["entries"], row["name_bytes"]) == (entries, name_bytes))


def placement(results: dict, name: str, where: str = "placements") -> dict:
    return next(row for row in results[where]["placements"] if row["placement"] == name and row["table"] == "dhtp")


def costs(row: dict, value: str) -> dict[int, float]:
    """By number of cards."""
    return {cost["cards"]: cost[value] for cost in row["costs"]}


def load_sustained(packets_per_s: float, packet_rates: list[dict], gbps: float) -> float:
    """The highest load of the wire that as many packets a second are enough for; 0: none."""
    kept = [row["load"] for row in packet_rates if row["gbps"] == gbps and row["per_s"] <= packets_per_s]
    return max(kept, default=0)


def sustained_by(results: dict, structure: str, gbps: float) -> float:
    """The highest load of the sweep at which the structure is measured to keep up with the wire."""
    rates = {round(row["load"], 2): row["per_s"] for row in results["formulas"]["packet_rates"] if row["gbps"] == gbps}
    kept = [row["load"] for row in results["sweep"]
            if row["structures"][structure]["packets_per_s"] >= rates[round(row["load"], 2)]]
    return max(kept, default=0)


def all_rates(results: dict, entries: int, load: float, wanted: Callable[[str], bool] = lambda _: True) -> dict[str, float]:
    return {name: row["packets_per_s"] for name, row in speed_row(results, entries, load)["structures"].items() if wanted(name)}
