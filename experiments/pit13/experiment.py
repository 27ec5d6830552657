# SPDX-License-Identifier: Apache-2.0
"""On the design and implementation of a wire-speed Pending Interest Table (2013): structures and placements."""
from __future__ import annotations

from dataclasses import asdict

from experiments.common.experiment import Experiment, Scale

from .claims import CLAIMS
from .figure import draw
from .measure import Sizes, measure
from .tables import print_tables

K, M = 1000, 1_000_000
TENTHS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0)
SIZES = {
    Scale.QUICK: Sizes(speeds=((62 * K, 0.5, 32), (62 * K, 0.5, 1), (M, 0.5, 32), (M, 0.8, 32)),
                       sweep=(62 * K, (0.5, 0.65, 0.8, 0.95)), seconds=0.05, runs=3, operations=100 * K,
                       cards=(1, 4, 10, 100), lifetimes_ms=(80, 500), pending=(1024,)),
    Scale.DEFAULT: Sizes(speeds=((62 * K, 0.5, 32), (62 * K, 0.5, 1), (252 * K, 0.5, 32), (M, 0.5, 32), (M, 0.5, 1),
                                 (M, 0.8, 32), (8 * M, 0.5, 32)),
                         sweep=(M, TENTHS), seconds=0.5, runs=5, operations=10 * M,
                         cards=(1, 2, 4, 8, 10, 16, 32, 64, 100, 256, 1000), lifetimes_ms=(80, 500, 1000), pending=(1024, M)),
    Scale.FULL: Sizes(speeds=((62 * K, 0.5, 32), (62 * K, 0.5, 1), (252 * K, 0.5, 32), (M, 0.5, 32), (M, 0.5, 1),
                              (M, 0.8, 32), (8 * M, 0.5, 32), (8 * M, 1.0, 32), (30 * M, 0.5, 32), (30 * M, 0.5, 1)),
                      sweep=(8 * M, TENTHS), seconds=1, runs=5, operations=100 * M,
                      cards=(1, 2, 4, 8, 10, 16, 32, 64, 100, 256, 1000), lifetimes_ms=(80, 500, 1000), pending=(1024, M)),
}


def run(scale: Scale) -> dict:
    results = {"options": asdict(SIZES[scale]), **measure(SIZES[scale])}
    print_tables(results)
    return results


EXPERIMENT = Experiment(
    name="pit13",
    title="the PIT's design space: structures, placements, sizes",
    run=run,
    claims=CLAIMS,
    draw=draw,
    builds=("bench/udp_load",),
)
