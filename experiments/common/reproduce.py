# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import argparse
import importlib
import json
import subprocess
import sys
import time

from .experiment import Experiment, Scale
from .stamp import ROOT, stamp

NAMES = ["hcs17", "icn16", "icn20", "load", "pit13", "sockets"]
RESULTS = ROOT / "results"


def load(name: str) -> Experiment:
    return importlib.import_module(f"experiments.{name}.experiment").EXPERIMENT


def build(experiments: list[Experiment]) -> None:
    subprocess.run([ROOT / "scripts/build", "release"], check=True)
    targets = sorted({target for experiment in experiments for target in experiment.builds})
    if targets:
        subprocess.run(["ninja", "-C", ROOT / "build/release", *targets], check=True, stdout=subprocess.DEVNULL)


def reproduce(experiment: Experiment, scale: Scale, options: argparse.Namespace | None = None) -> bool:
    """Runs it and writes its results; whether all its claims hold."""
    print(f"{experiment.name}: {experiment.title} (scale: {scale.value})", flush=True)
    start = time.monotonic()
    results = experiment.run(scale, options) if experiment.add_options else experiment.run(scale)
    verdicts = [(claim, claim.judge(results)) for claim in experiment.claims]
    document = {
        "experiment": experiment.name, "scale": scale.value, "stamp": stamp(),
        "seconds": round(time.monotonic() - start, 1), "results": results,
        "claims": [{"claim": claim.text, "holds": verdict.holds, "measured": verdict.measured}
                   for claim, verdict in verdicts],
    }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{experiment.name}.json").write_text(json.dumps(document, indent=1) + "\n")
    experiment.draw(results, RESULTS / f"{experiment.name}.png")
    if experiment.write_page:
        experiment.write_page(document, verdicts, RESULTS / f"{experiment.name}.html")
    for claim, verdict in verdicts:
        word = {True: "holds", False: "DOES NOT HOLD", None: "CANNOT BE TOLD"}[verdict.holds]
        print(f"{word}: {claim.text} ({verdict.measured})")
    files = ".json, .png and .html" if experiment.write_page else ".json and .png"
    print(f"{experiment.name}: {document['seconds']} s, results/{experiment.name}{files}", flush=True)
    return all(verdict.holds is not False for _, verdict in verdicts)


def main() -> int:
    parser = argparse.ArgumentParser(prog="experiments/reproduce")
    parser.add_argument("names", nargs="+", metavar="list | all | NAME", choices=["list", "all", *NAMES])
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", dest="scale", action="store_const", const=Scale.QUICK)
    size.add_argument("--full", dest="scale", action="store_const", const=Scale.FULL)
    for name in NAMES:
        if (add_options := load(name).add_options) is not None:
            add_options(parser)
    options = parser.parse_args()
    if "list" in options.names:
        for name in NAMES:
            print(f"{name}: {load(name).title}")
        return 0
    experiments = [load(name) for name in (NAMES if "all" in options.names else options.names)]
    build(experiments)
    # A claim that does not hold is a result, not a failure.
    for experiment in experiments:
        reproduce(experiment, options.scale or Scale.DEFAULT, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
