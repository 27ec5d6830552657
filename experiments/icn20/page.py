# SPDX-License-Identifier: Apache-2.0
"""The results as a page to read: every table and figure with the paper's beside, and the claims."""
from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from experiments.common.experiment import Claim, Verdict

from . import paper
from .cells import GENERATOR_BOUND, Cell, cell, ceiling_of, names_in, scaled, title_of
from .figure import RTT_SECTIONS, svg_of
from .suite import last_line

HITS_SHOWN = 0.02      # below it they are Interests that were lost on their way
PENDING_SHOWN = 1_000  # entries that are left; fewer are those of the last moments

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
table { border-collapse: collapse; margin: .6rem 0; font-size: 14px }
th, td { border: 1px solid #ccc; padding: .25rem .55rem; text-align: right; vertical-align: top }
th:first-child, td:first-child { text-align: left }
th { background: #f3f3f3 } td.paper { color: #666; background: #fafafa }
small { color: #666 } .bad { color: #a00 } .holds { color: #070 } .fails { color: #a00 } .untold { color: #777 }
svg { max-width: 100%; height: auto } .note { color: #555 } h2 { margin-top: 2.2rem }
@media (prefers-color-scheme: dark) { body { background: #1b1b1b; color: #ddd } th { background: #333 }
  td.paper { background: #222; color: #aaa } svg { background: #fff } small, .note { color: #aaa } }
"""


def write_page(document: dict, verdicts: Sequence[tuple[Claim, Verdict]], file: Path) -> None:
    results = document["results"]
    parts = ["<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>",
             f"<title>Forwarders on the wire</title><style>{STYLE}</style>",
             "<h1>Forwarders on the wire</h1>", _introduction(document), _claims(verdicts), _ceilings(results)]
    for key, section in results["sections"].items():
        parts.append(_section(results, key, section))
    file.write_text("\n".join(parts))


def _introduction(document: dict) -> str:
    results, stamp = document["results"], document["stamp"]
    options, workload = results["options"], results["workload"]
    missing = "".join(f"<li>{escape(one['title'])}: {escape(one['missing'])}</li>"
                      for one in results["forwarders"].values() if one["missing"])
    return (f"<p>The microbenchmarks of {escape(paper.CITATION)}, run on {escape(stamp['processor'])}, {stamp['cores']} CPUs, "
            f"{stamp['memory_gb']} GB, Linux {escape(stamp['kernel'])}, {escape(stamp['when'])}, commit "
            f"{escape(stamp['commit'][:12])}{' with changes' if stamp['uncommitted_changes'] else ''}, scale "
            f"{escape(document['scale'])}: {options['repetitions']} repetitions of {options['seconds']:g} s. The forwarder has CPU "
            f"{', '.join(map(str, options['forwarder_cpus']))}, the load CPU {options['load_cpu']}.</p>"
            f"<p class=note>{escape(paper.CONDITIONS)}</p>"
            f"<p>Names: {workload['domains']:,} domains ({escape(workload['source'])}), {workload['components']} components and "
            f"{workload['name_characters']} characters on average.</p>"
            + (f"<p>Not measured:</p><ul>{missing}</ul>" if missing else ""))


def _claims(verdicts: Sequence[tuple[Claim, Verdict]]) -> str:
    words = {True: ("holds", "holds"), False: ("fails", "does not hold"), None: ("untold", "cannot be told")}
    rows = "".join(f"<tr><td>{escape(claim.text)}</td><td class={words[verdict.holds][0]}>{words[verdict.holds][1]}</td>"
                   f"<td>{escape(verdict.measured)}</td></tr>" for claim, verdict in verdicts)
    return f"<h2>Claims</h2><table><tr><th>claim</th><th></th><th>measured</th></tr>{rows}</table>"


def _ceilings(results: dict) -> str:
    names = sorted({name for found in results["ceilings"].values() for name in found})
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = ""
    for key in results["ceilings"]:
        values = [ceiling_of(results, key, name) for name in names]
        rows += f"<tr><td>{escape(key)}</td>" + "".join(
            f"<td>{value / 1e3:,.1f}</td>" if value else "<td>-</td>" for value in values) + "</tr>"
    return (f"<h2>Ceilings</h2><p class=note>A relay in the forwarder's place, thousand a second. A result whose ceiling is under "
            f"{GENERATOR_BOUND} times the forwarder's is marked generator-bound.</p>"
            f"<table><tr><th>load</th>{head}</tr>{rows}</table>")


def _section(results: dict, key: str, section: dict) -> str:
    names = names_in(results, key)
    quotes = paper.FORWARDERS if paper.has_figures(key) else ()
    head = "".join(f"<th>{escape(title_of(results, name))}</th>" for name in names)
    head += "".join(f"<th>{name} in the paper</th>" for name in quotes)
    rows = ""
    for case in section["cases"]:
        cells = "".join(_cell(section, cell(results, key, case, name)) for name in names)
        quoted = "".join(f"<td class=paper>{escape(paper.quoted(key, case['key'], name))}</td>" for name in quotes)
        rows += f"<tr><td>{escape(case['label'])}</td>{cells}{quoted}</tr>"
    note = f"<p class=note>{escape(section['note'])}</p>" if section["note"] else ""
    pictures = svg_of(results, key) + (svg_of(results, key, "rtt") if key in RTT_SECTIONS else "")
    return (f"<h2>{escape(section['paper'])}: {escape(section['title'])}</h2>{note}<p>{escape(section['unit'])}, median and "
            f"extent; CPU of the forwarder for one of them, in its own code and in the kernel</p>"
            f"<table><tr><th></th>{head}</tr>{rows}</table>{pictures}")


def _cell(section: dict, one: Cell) -> str:
    if one.spread is None:
        return (f"<td class=bad title='{escape(one.why, quote=True)}'>{escape(one.status)}<br>"
                f"<small>{escape(last_line(one.why)[:120])}</small></td>")
    low, middle, high = (scaled(section, value) for value in (one.spread.low, one.spread.median, one.spread.high))
    details = [f"{low:,.1f} to {high:,.1f}" if low != high else "", f"lost {one.loss:.2%}" if one.loss > 0.001 else "",
               f"hits {one.hit_ratio:.0%}" if (one.hit_ratio or 0) > HITS_SHOWN else "",
               f"p50 {one.p50_us:,.0f}, p99 {one.p99_us:,.0f} us",
               f"CPU {one.cpu:.0%}: {one.own_us:.1f} us own, {one.kernel_us:.1f} kernel", f"{one.resident_mb:,.0f} MB, window "
               f"{one.window}", f"PIT {one.pending:,}" if (one.pending or 0) > PENDING_SHOWN else ""]
    flags = [text for text, holds in (("generator-bound", one.bound), ("machine busy elsewhere", one.busy),
                                      (f"{one.failed} repetitions failed", one.failed > 0)) if holds]
    more = "<br>".join(escape(text) for text in details if text)
    return (f"<td><b>{middle:,.1f}</b><br><small>{more}</small>"
            + "".join(f"<br><small class=bad>{escape(flag)}</small>" for flag in flags) + "</td>")

