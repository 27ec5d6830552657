# SPDX-License-Identifier: Apache-2.0
"""Section 5. The paper's list and its labels 'hit', 'miss', 'store' do not agree: its (ii), a store that is written but does
not serve, is what writing costs; its (iii), a full one that is not written, is what looking up in vain costs. Here the first
is `store` and the second `miss`, as the sentence on writing being costlier than the lookup takes them."""
from __future__ import annotations

from pathlib import Path

from experiments.common.experiment import Scale

from ..case import Case, Fill, Section
from ..settings import Load, Settings
from ..workload import Workload

ITEMS = 65_536           # NFD's, and Metis' in the paper
QUICK_ITEMS = 8_192
SWEEP = (1_024, 8_192, 65_536, 262_144)
LIFETIME_MS = 5          # where Interest forwarding was fastest
SHARE = 0.9              # of the store, that is asked for: all of it stays cached, in partitions too


def in_order(objects: int):
    return lambda workload, folder: workload.in_order(folder, objects)


def at_random(objects: int):
    return lambda workload, folder: workload.at_random(folder, objects)


def others(objects: int):
    """Names that are nobody's: below a prefix that is not asked for in the measurement."""
    def names(workload: Workload, folder: Path) -> tuple[str, ...]:
        top = "/" + workload.domains[0].split("/", 2)[1]
        return ("--prefix", f"{top}/not-ours", "--names", "sequential", "--first", "0", "--objects", str(objects),
                "--object-bytes", str(workload.padding))
    return names


def hit(items: int, key: str = "hit", label: str = "hit", x: float | None = None) -> Case:
    objects = int(items * SHARE)
    return Case(key, label, Settings(cs_items=items), Load(lifetime_ms=LIFETIME_MS), at_random(objects), x=x,
                fill=Fill(objects, in_order(objects)))


def miss(items: int) -> Case:
    return Case("miss", "miss (full of others' Data, not writable)", Settings(cs_items=items), Load(lifetime_ms=LIFETIME_MS),
                fill=Fill(items, others(items), freeze=True))


def store(items: int) -> Case:
    return Case("store", "store (written, not served)", Settings(cs_items=items, cs_serve=False), Load(lifetime_ms=LIFETIME_MS))


def off() -> Case:
    return Case("off", "Content Store off", Settings(), Load(lifetime_ms=LIFETIME_MS))


def sections(scale: Scale) -> list[Section]:
    items = QUICK_ITEMS if scale is Scale.QUICK else ITEMS
    sweep = SWEEP[:2] if scale is Scale.QUICK else SWEEP if scale is Scale.DEFAULT else (*SWEEP, 1 << 20)
    one_way = Load(one_way=True, lifetime_ms=LIFETIME_MS)
    return [
        Section("table2", "Table 2", "Interest forwarding with the Content Store off, and on but empty",
                [Case("off", "off", load=one_way), Case("on", "on, empty", Settings(cs_items=items), one_way)],
                note=f"Lifetime {LIFETIME_MS} ms, {items:,} items."),
        Section("figure2", "Figure 2", "Exchange by what the Content Store has", [off(), hit(items), miss(items), store(items)],
                unit="thousand exchanges a second",
                note=f"{items:,} items. The paper's labels and list do not agree: here `miss` is a full store that is not "
                     "written and `store` one that is written and does not serve. `off` is beside them for comparison."),
        Section("cs-sizes", "Figure 2, by size", "Hits by the size of the Content Store",
                [hit(size, f"hit {size}", f"{size:,}", size) for size in sweep], unit="thousand exchanges a second",
                x_label="items in the Content Store", note="The step that the paper names as the next."),
    ]
