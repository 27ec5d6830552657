# SPDX-License-Identifier: Apache-2.0
"""Section 7 (3): names that put all the load on one part of a forwarder with several threads."""
from __future__ import annotations

from pathlib import Path

from experiments.common.experiment import Scale

from ..case import Case, Fill, Section
from ..machine import most_threads
from ..settings import Load, Settings
from ..workload import ALPHA, ALPHA_SENSITIVITY, Workload

THREADS = 4
PARTITION_NAMES = 4_096
ITEMS = 65_536
CONTENTS = 10_000  # below each domain


def separate(workload: Workload, folder: Path) -> tuple[str, ...]:
    """Popular domains and, below each, popular contents."""
    return workload.separate(folder, ALPHA, ALPHA_SENSITIVITY, CONTENTS)


def one_prefix(workload: Workload, folder: Path) -> tuple[str, ...]:
    return ("--prefix", workload.domains[0], "--names", "sequential", "--objects", str(1 << 40), "--object-bytes",
            str(workload.padding))


def one_name(workload: Workload, folder: Path) -> tuple[str, ...]:
    return ("--prefix", workload.domains[0], "--names", "sequential", "--first", "0", "--objects", "1", "--object-bytes",
            str(workload.padding))


def one_partition(workload: Workload, folder: Path) -> tuple[str, ...]:
    """Names of one partition in 64 of Augustus' dispatch hash (docs/dispatch.md), so also of one in 4, 8, 16. Other
    forwarders spread them by hashes of their own, as any others."""
    from ..dispatch_hash import names_of_partition
    file = folder / "one-partition.txt"
    if not file.exists():
        file.write_text("\n".join(names_of_partition(workload, PARTITION_NAMES)) + "\n")
    return ("--name-file", str(file), "--names", "sequential")


def sections(_scale: Scale) -> list[Section]:
    threads = min(THREADS, most_threads())
    settings = Settings(threads=threads)
    load = Load(lifetime_ms=4000)
    return [Section("names", "Section 7, names", f"Exchange by how names are distributed, {threads} forwarding thread(s)",
                    [Case("spread", "domains by Zipf", settings, load),
                     Case("separate", "domains by Zipf 0.64, contents by 0.84, Content Store on",
                          Settings(cs_items=ITEMS, threads=threads), load, separate),
                     Case("one prefix", "one hot prefix", settings, load, one_prefix),
                     Case("one name", "one hot name, cached", Settings(cs_items=ITEMS, threads=threads),
                          Load(lifetime_ms=4000, repeat_names=True, window=64), one_name, fill=Fill(1, one_name)),
                     Case("one partition", "all names in one partition", settings, load, one_partition)],
                    unit="thousand exchanges a second",
                    note="The paper leaves these open, for multicore forwarders. With one forwarding thread, which is all that "
                         "a machine of two CPUs has room for beside the load, they tell nothing of contention.")]
