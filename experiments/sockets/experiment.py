# SPDX-License-Identifier: Apache-2.0
"""Augustus over UDP sockets beside ndnd and a bare relay."""
from __future__ import annotations

from pathlib import Path

from experiments.common.experiment import Claim, Experiment, Scale, Spread, Verdict

from .measure import MEASURES, OUTSTANDING, measure_once

SIZES = {  # repetitions, seconds each
    Scale.QUICK: (3, 1.5),
    Scale.DEFAULT: (5, 3.0),
    Scale.FULL: (9, 10.0),
}


def run(scale: Scale) -> dict:
    repetitions, seconds = SIZES[scale]
    runs: dict[str, dict[str, list[dict]]] = {measure.key: {system: [] for system in measure.systems}
                                              for measure in MEASURES}
    # In turns, so that a change of the machine's mood meets all alike.
    for _ in range(repetitions):
        for measure in MEASURES:
            for system in measure.systems:
                runs[measure.key][system].append(measure_once(system, measure, seconds))
    for measure in MEASURES:
        for system in measure.systems:
            spread, lost = rate(runs, measure.key, system), loss(runs, measure.key, system)
            print(f"  {measure.key:13} {system:9} {spread.median / 1e3:7.1f} thousand/s "
                  f"({spread.low / 1e3:.1f} to {spread.high / 1e3:.1f}), lost {lost:.3%}", flush=True)
    return {"options": {"repetitions": repetitions, "seconds": seconds, "outstanding": OUTSTANDING}, "runs": runs}


def rate(runs: dict, measure: str, system: str) -> Spread:
    return Spread.of([result["per_s"] for result in runs[measure][system]])


def loss(runs: dict, measure: str, system: str) -> float:
    results = runs[measure][system]
    return sum(result["lost"] for result in results) / max(1, sum(result["sent"] for result in results))


def ratio_claim(text: str, above: tuple[str, str], below: tuple[str, str], least: float) -> Claim:
    """The median of one (measure, system) is at least `least` times that of another."""
    def judge(results: dict) -> Verdict:
        ratio = rate(results["runs"], *above).median / rate(results["runs"], *below).median
        return Verdict(ratio >= least, f"ratio of medians {ratio:.2f}")
    return Claim(text, judge)


def draw(results: dict, file: Path) -> None:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(9, 4.5), layout="constrained")
    systems = ("augustus", "ndnd", "relay")
    for offset, system in enumerate(systems):
        places = [(at, measure) for at, measure in enumerate(MEASURES) if system in measure.systems]
        spreads = [rate(results["runs"], measure.key, system) for _, measure in places]
        medians = [spread.median / 1e3 for spread in spreads]
        errors = [[(spread.median - spread.low) / 1e3 for spread in spreads],
                  [(spread.high - spread.median) / 1e3 for spread in spreads]]
        axes.bar([at + (offset - 1) * 0.27 for at, _ in places], medians, 0.25, yerr=errors, capsize=3, label=system)
    axes.set_xticks(range(len(MEASURES)), [measure.title for measure in MEASURES])
    axes.set_ylabel("thousand a second (median and extent)")
    axes.set_title("UDP on loopback, forwarder on one core, 128 outstanding")
    axes.legend()
    figure.savefig(file, dpi=120)


EXPERIMENT = Experiment(
    name="sockets",
    title="load over UDP sockets on loopback, beside ndnd and a bare relay",
    run=run,
    claims=(
        ratio_claim("In exchange, Augustus reaches 3 times ndnd", ("exchange", "augustus"), ("exchange", "ndnd"), 3.0),
        ratio_claim("In exchange, Augustus reaches 80 % of a bare relay", ("exchange", "augustus"),
                    ("exchange", "relay"), 0.8),
        ratio_claim("Interests that live 5 s are forwarded within 10 % of the rate of those that live 5 ms",
                    ("interest_5s", "augustus"), ("interest_5ms", "augustus"), 0.9),
    ),
    draw=draw,
    builds=("bench/udp_load", "bench/udp_relay"),
)
