# SPDX-License-Identifier: Apache-2.0
"""Figure 1: formulas as lines, what was measured as points; and the memory of table I."""
from __future__ import annotations

from pathlib import Path

from .measure import STRUCTURES
from .results import costs, memory_row, placement

COLOURS = {"lht": "tab:blue", "dht": "tab:orange", "dhtp": "tab:red", "cbf": "tab:green", "enpt": "tab:purple",
           "name-table": "black"}
LINES_10 = ("lht DRAM", "lht DRAM worst", "dht DRAM", "dhtp DRAM", "cbf RLDRAM", "enpt RLDRAM+DRAM", "enpt RLDRAM+DRAM worst")
LINES_40 = ("lht RLDRAM", "lht DRAM", "dhtp RLDRAM", "dhtp DRAM", "cbf RLDRAM", "cbf SRAM", "enpt RLDRAM+RLDRAM", "enpt RLDRAM+DRAM",
            "enpt SRAM+DRAM")


def draw(results: dict, file: Path) -> None:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(2, 3, figsize=(18, 10), layout="constrained")
    draw_loads(axes[0][0], results, 10, LINES_10, 16)
    draw_loads(axes[0][1], results, 40, LINES_40, 65)
    draw_loads(axes[0][2], results, 100, ("dhtp RLDRAM", "dhtp DRAM"), 80)
    draw_cards(axes[1][0], results)
    draw_memory(axes[1][1], results)
    draw_speeds(axes[1][2], results)
    figure.savefig(file, dpi=100)
    pyplot.close(figure)


def draw_loads(axes, results: dict, gbps: int, lines: tuple[str, ...], top: float) -> None:
    wire = [row for row in results["formulas"]["packet_rates"] if row["gbps"] == gbps]
    loads = [100 * row["load"] for row in wire]
    axes.plot(loads, [row["per_s"] / 1e6 for row in wire], "k--", linewidth=2, label="packets on the wire")
    for line in lines:
        most = results["formulas"]["operations"][line]["per_s"] / 1e6
        axes.plot(loads, [min(most, row["per_s"] / 1e6) for row in wire], label=line + " (formula)", alpha=0.7,
                  linestyle=":" if "worst" in line else "-", color=COLOURS[line.split()[0]])
    for name in STRUCTURES:
        axes.plot([100 * row["load"] for row in results["sweep"]],
                  [row["structures"][name]["packets_per_s"] / 1e6 for row in results["sweep"]], "o", markersize=4,
                  color=COLOURS[name], label=name + " (one core)")
    axes.set(title=f"{gbps} Gbps, {results['options']['sweep'][0]} entries", xlabel="load [%]", ylabel="million packets/s",
             ylim=(0, top))
    axes.legend(fontsize=6)


def draw_cards(axes, results: dict) -> None:
    formulas = results["formulas"]["line_cards"]["rates"]
    cards = [row["cards"] for row in formulas]
    for name in ("input-only", "input-output", "output-only", "third-party"):
        measured = costs(placement(results, name), "lookups_per_packet")
        line, = axes.loglog(cards, [row[name] / 1e6 for row in formulas], alpha=0.6)
        wire = next(row["per_s"] for row in results["formulas"]["packet_rates"] if row["gbps"] == 10) / 1e6
        axes.loglog(list(measured), [wire * value for value in measured.values()], "o", color=line.get_color(), label=name)
    for name, limit in (("cbf RLDRAM", 4.2), ("enpt RLDRAM+DRAM", 6.7), ("dhtp DRAM", 9.1)):
        axes.axhline(limit, linestyle=":", color=COLOURS[name.split()[0]], label=name)
    axes.set(title="lookups of a line card at 10 Gbps: formula and test bed", xlabel="line cards", ylabel="million/s")
    axes.legend(fontsize=7)


def draw_memory(axes, results: dict) -> None:
    sizes = sorted({row["entries"] for row in results["memory"]})
    for name in STRUCTURES:
        axes.loglog(sizes, [memory_row(results, size, 50)[name] / 1e6 for size in sizes], "o-", color=COLOURS[name], label=name)
    for label, limit in (("4.25 MB on-chip SRAM", 4.25), ("25 MB SRAM", 25), ("250 MB RLDRAM", 250)):
        axes.axhline(limit, color="grey", linestyle=":")
        axes.text(sizes[0], limit * 1.05, label, fontsize=7)
    axes.set(title="memory, names of 50 bytes", xlabel="entries", ylabel="MB")
    axes.legend(fontsize=7)


def draw_speeds(axes, results: dict) -> None:
    rows = results["speeds"]
    for offset, name in enumerate(STRUCTURES):
        axes.bar([at + (offset - 2.5) * 0.14 for at in range(len(rows))],
                 [row["structures"][name]["packets_per_s"] / 1e6 for row in rows], 0.13, color=COLOURS[name], label=name)
    axes.plot(range(len(rows)), [row["needed_per_s"] / 1e6 for row in rows], "k_", markersize=30, label="10 Gbps")
    axes.set_xticks(range(len(rows)), [f"{row['entries'] / 1e6:g}M\n{row['load']:.0%}\nburst {row['burst']}" for row in rows], fontsize=7)
    axes.set(title="measured, one core", ylabel="million packets/s")
    axes.legend(fontsize=7)
