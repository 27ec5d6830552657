# SPDX-License-Identifier: Apache-2.0
"""Round trips at half load, beside the relay's at the same rate."""
from __future__ import annotations

from experiments.common.experiment import Scale

from ..case import Case, Section
from ..settings import Load, Settings


def sections(_scale: Scale) -> list[Section]:
    return [Section("half-load", "Round trips", "Exchange at half of what the forwarder reached in table 1",
                    [Case("half load", "half load", Settings(), Load(lifetime_ms=5000, window=4096), half_load=True)],
                    unit="thousand exchanges a second",
                    note="Round trips of a forwarder at its limit are those of its queues; at half load they are its own.")]
