# SPDX-License-Identifier: Apache-2.0
"""A panel for each table or figure of the paper; all together in one picture, or one by one for the page."""
from __future__ import annotations

import io
import math
import textwrap
from pathlib import Path

from .cells import PERCENTS, cell, ceiling_of, good_runs, names_in, runs_of, scaled, title_of

RTT_SECTIONS = ("figure4", "half-load")


def _pyplot():
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    pyplot.rcParams["svg.fonttype"] = "none"
    return pyplot


def draw(results: dict, file: Path) -> None:
    panels = [(section, "rate") for section in results["sections"]]
    panels += [(section, "rtt") for section in RTT_SECTIONS if section in results["sections"]]
    columns = 3
    rows = max(1, math.ceil(len(panels) / columns))
    figure, axes = _pyplot().subplots(rows, columns, figsize=(6 * columns, 3.6 * rows), layout="constrained", squeeze=False)
    for place, axis in enumerate(axes.flat):
        if place < len(panels):
            _panel(axis, results, *panels[place])
        else:
            axis.set_axis_off()
    figure.savefig(file, dpi=100)
    _pyplot().close(figure)


def svg_of(results: dict, section: str, kind: str = "rate") -> str:
    """One panel, to stand in a page."""
    figure, axis = _pyplot().subplots(figsize=(8.5, 3.8), layout="constrained")
    _panel(axis, results, section, kind)
    out = io.StringIO()
    figure.savefig(out, format="svg")
    _pyplot().close(figure)
    text = out.getvalue()
    return text[text.index("<svg"):]


def _panel(axis, results: dict, key: str, kind: str) -> None:
    section = results["sections"][key]
    if kind == "rtt":
        _round_trips(axis, results, key, section)
    elif section["x_label"]:
        _lines(axis, results, key, section)
    else:
        _bars(axis, results, key, section)
    axis.grid(alpha=0.3)
    if axis.get_legend_handles_labels()[0]:
        axis.legend(fontsize=7)


def _lines(axis, results: dict, key: str, section: dict) -> None:
    for name in names_in(results, key):
        cells = [(case["x"], cell(results, key, case, name)) for case in section["cases"]]
        found = [(x, one.spread) for x, one in cells if one.spread]
        if found:
            middle = [scaled(section, spread.median) for _, spread in found]
            errors = [[scaled(section, spread.median - spread.low) for _, spread in found],
                      [scaled(section, spread.high - spread.median) for _, spread in found]]
            axis.errorbar([x for x, _ in found], middle, yerr=errors, marker="o", capsize=3, label=title_of(results, name))
    ceiling = ceiling_of(results, section["cases"][0]["ceiling"])
    if ceiling:
        axis.axhline(scaled(section, ceiling), linestyle=":", color="grey", label="ceiling (relay)")
    axis.set_xscale("log")
    axis.set_ylim(bottom=0)
    axis.set_xlabel(section["x_label"])
    axis.set_ylabel(section["unit"], fontsize=8)
    axis.set_title(f"{section['paper']}: {section['title']}", fontsize=9)


def _bars(axis, results: dict, key: str, section: dict) -> None:
    names = names_in(results, key)
    width = 0.8 / max(1, len(names))
    for place, name in enumerate(names):
        cells = [cell(results, key, case, name) for case in section["cases"]]
        found = [(at, one.spread) for at, one in enumerate(cells) if one.spread]
        axis.bar([at - 0.4 + (place + 0.5) * width for at, _ in found], [scaled(section, spread.median) for _, spread in found],
                 width * 0.95, capsize=2, label=title_of(results, name),
                 yerr=[[scaled(section, spread.median - spread.low) for _, spread in found],
                       [scaled(section, spread.high - spread.median) for _, spread in found]] if found else None)
    axis.set_xticks(range(len(section["cases"])), [textwrap.fill(case["label"], 18) for case in section["cases"]], fontsize=7)
    axis.set_ylabel(section["unit"], fontsize=8)
    axis.set_title(f"{section['paper']}: {section['title']}", fontsize=9)


def _round_trips(axis, results: dict, key: str, section: dict) -> None:
    for name in names_in(results, key):
        for case in section["cases"]:
            runs = good_runs(runs_of(results, key, case["key"], name))
            if runs:
                times = [max(ns, 1) / 1e3 for ns in runs[len(runs) // 2]["rtt_ns"]["percentiles"]]
                axis.plot(times, [percent / 100 for percent in PERCENTS], label=f"{title_of(results, name)}: {case['label']}")
    axis.set_xscale("log")
    axis.set_xlabel("round trip (us)")
    axis.set_ylabel("share of the exchanges", fontsize=8)
    title = "Figures 5 and 6: round trips during the goodput test" if key == "figure4" else "Round trips at half load"
    axis.set_title(title, fontsize=9)
