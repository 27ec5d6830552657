# SPDX-License-Identifier: Apache-2.0
"""Section 7: large Data, names by popularity, the Content Store on and off; round trips meanwhile (figures 5 and 6)."""
from __future__ import annotations

from experiments.common.experiment import Scale

from ..case import Case, Fill, Section
from ..che import objects_for_hit_ratio
from ..settings import Load, Settings
from ..workload import ALPHA, ALPHA_SENSITIVITY

PAYLOAD = 1250
HIT_RATIOS = {ALPHA: 0.10, ALPHA_SENSITIVITY: 0.50}  # the paper's
ITEMS = {Scale.QUICK: 4_096, Scale.DEFAULT: 65_536, Scale.FULL: 65_536}


def popular(alpha: float, objects: int):
    return lambda workload, folder: workload.popular(folder, alpha, objects)


def case(alpha: float, items: int, on: bool) -> Case:
    """The catalogue is as large as makes an LRU store of that size hit as often as the paper's did."""
    objects = objects_for_hit_ratio(alpha, items, HIT_RATIOS[alpha])
    names = popular(alpha, objects)
    return Case(f"{alpha} {'on' if on else 'off'}", f"Zipf {alpha}, Content Store {'on' if on else 'off'}",
                Settings(cs_items=items if on else 0, payload=PAYLOAD), Load(payload=PAYLOAD, lifetime_ms=4000), names,
                fill=Fill(3 * items, names) if on else None)


def sections(scale: Scale) -> list[Section]:
    items = ITEMS[scale]
    return [Section("figure4", "Figure 4", f"Goodput with Data of {PAYLOAD} bytes by popularity and Content Store",
                    [case(alpha, items, on) for alpha in HIT_RATIOS for on in (False, True)], metric="goodput",
                    unit="million bits a second",
                    note=f"{items:,} items; the catalogues are such that about 10 % and 50 % are hits, as in the paper. "
                         "Figures 5 and 6 are the round trips of these runs.")]
