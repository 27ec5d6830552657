# SPDX-License-Identifier: Apache-2.0
"""The tables and figures, one file for each structure of a forwarder that they probe."""
from __future__ import annotations

from experiments.common.experiment import Scale

from ..case import Section
from . import content_store, fib, goodput, latency, multiplexing, names, pit


def sections(scale: Scale) -> list[Section]:
    """In the paper's order; what builds on another's result comes after it."""
    made: list[Section] = []
    for module in (pit, content_store, fib, multiplexing, goodput, latency, names):
        made += module.sections(scale)
    return made
