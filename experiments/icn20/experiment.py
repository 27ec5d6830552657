# SPDX-License-Identifier: Apache-2.0
"""Any forwarder on the wire: the microbenchmarks of Drescher et al. (ICN 2020)."""
from __future__ import annotations

import argparse
import os
from pathlib import Path

from experiments.common.experiment import Experiment, Scale

from .claims import CLAIMS
from .drivers import DRIVERS
from .figure import draw
from .page import write_page
from .suite import Suite


def add_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("icn20")
    group.add_argument("--forwarders", type=_names, metavar="NAME,...", default=None,
                       help=f"which are measured, of {', '.join(DRIVERS)} (default: all that this machine has)")
    group.add_argument("--sections", type=_words, metavar="KEY,...", default=(),
                       help="only these tables and figures, e.g. figure1,table1 (default: all)")
    group.add_argument("--domains", type=Path, metavar="FILE", default=None,
                       help="domains, one a line or as RANK,DOMAIN, most popular first (default: a synthetic list)")


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in text.split(",") if word)


def _names(text: str) -> tuple[str, ...]:
    unknown = [name for name in _words(text) if name not in DRIVERS]
    if unknown or not _words(text):
        raise argparse.ArgumentTypeError(f"no forwarder {', '.join(unknown)}: there are {', '.join(DRIVERS)}")
    return _words(text)


def found_here() -> tuple[str, ...]:
    return tuple(name for name, driver in DRIVERS.items() if driver.missing() is None)


def run(scale: Scale, options: argparse.Namespace | None = None) -> dict:
    if os.geteuid() != 0:
        raise SystemExit("icn20: network namespaces need root")
    given = vars(options) if options else {}
    return Suite(scale, given.get("forwarders") or found_here(), given.get("sections") or (), given.get("domains")).run()


EXPERIMENT = Experiment(
    name="icn20",
    title="forwarders on the wire: PIT, Content Store, FIB, multiplexing, goodput, round trips",
    run=run,
    claims=CLAIMS,
    draw=draw,
    builds=("bench/udp_relay",),
    add_options=add_options,
    write_page=write_page,
)
