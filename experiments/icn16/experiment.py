# SPDX-License-Identifier: Apache-2.0
"""Augustus: a CCN router for programmable networks (2016), section 4."""
from __future__ import annotations

from dataclasses import asdict, dataclass

from experiments.common.experiment import Experiment, Scale

from . import measure
from .claims import CLAIMS, spread
from .figure import draw


@dataclass(frozen=True)
class Sizes:
    repetitions: int
    seconds: float
    threads: tuple[int, ...]
    data_bytes: tuple[int, ...]   # Ethernet payload; the first is compared with the bench
    window: int
    fib_log2: tuple[int, ...]     # buckets
    pit_records: int              # of the FIB's runs: throughput times 1 s
    misses_log2: tuple[int, ...]
    lookups: int


THREADS = (1, 2, 4, 6, 8, 10, 16, 32)
SIZES = {
    Scale.QUICK: Sizes(1, 0.3, (1, 2), (100, 1400), 1024, (10, 14, 18), 1 << 16, (10, 16), 50_000),
    Scale.DEFAULT: Sizes(5, 1.0, THREADS, (58, 87, 512, 1400), 1024, tuple(range(10, 23, 2)), 1 << 22,
                         (10, 12, 14, 16, 18), 200_000),
    Scale.FULL: Sizes(9, 2.0, THREADS, (58, 87, 512, 1400), 1024, tuple(range(10, 27, 2)), 1 << 22,
                      tuple(range(10, 23, 2)), 1_000_000),
}
THREAD_PREFIXES = 1536  # 2^10 buckets
NAMES = ["--names", "1000000"]


def run(scale: Scale) -> dict:
    sizes = SIZES[scale]
    ports = {"bench": [], "router": {str(size): [] for size in sizes.data_bytes}, "loop": {str(sizes.data_bytes[0]): []}}
    engines: dict[str, dict[str, dict[str, list[float]]]] = {"standalone": {}, "graph": {}}
    fib = {"rates": {str(log2): [] for log2 in sizes.fib_log2}}
    machine = measure.cpus()
    # In turns, so that a change of the machine's mood meets all alike.
    for _ in range(sizes.repetitions):
        measure_ports(ports, sizes)
        for threads in sizes.threads:
            for name, cpus in measure.placements(machine, threads).items():
                for engine, by_threads in engines.items():
                    by_threads.setdefault(str(threads), {}).setdefault(name, []).append(
                        measure.exchange(cpus, THREAD_PREFIXES, sizes.seconds, "--engine", engine, *NAMES))
        for log2 in sizes.fib_log2:
            fib["rates"][str(log2)].append(measure.by_fib_size(log2, sizes.seconds, sizes.pit_records))
    fib |= measure_misses(sizes)
    results = {"options": asdict(sizes) | {"header": measure.HEADER}, "machine": [vars(cpu) for cpu in machine],
               "ports": ports, "threads": engines["standalone"], "modular": engines["graph"], "fib": fib}
    print_rates(results)
    return results


def measure_ports(ports: dict, sizes: Sizes) -> None:
    smallest = str(sizes.data_bytes[0])
    ports["bench"].append(measure.exchange([measure.ROUTER_CPU], 1, sizes.seconds, "--outstanding", str(sizes.window), *NAMES))
    ports["loop"][smallest].append(measure.loop(sizes.data_bytes[0], sizes.window, sizes.seconds))
    for size, runs in ports["router"].items():
        runs.append(measure.port_to_port(int(size), sizes.window, sizes.seconds))


def measure_misses(sizes: Sizes) -> dict:
    counted = {str(log2): measure.counted_misses(log2, sizes.seconds) for log2 in sizes.fib_log2[:1]}
    if None not in counted.values():
        counted |= {str(log2): measure.counted_misses(log2, sizes.seconds) for log2 in sizes.fib_log2[1:]}
    simulated = {str(cache): {str(log2): measure.simulated_misses(log2, cache, sizes.lookups) for log2 in sizes.misses_log2}
                 for cache in (measure.L2_BYTES, measure.L3_BYTES)} if measure.has_valgrind() else {}
    return {"counted_misses": {} if None in counted.values() else counted, "simulated_misses": simulated,
            "overflow": {str(log2): measure.fib_overflow(log2) for log2 in sizes.fib_log2}}


def print_rates(results: dict) -> None:
    def line(what: str, values: list[float]) -> None:
        found = spread(values)
        print(f"  {what:34} {found.median / 1e6:7.3f} million/s ({found.low / 1e6:.3f} to {found.high / 1e6:.3f})", flush=True)

    line("in memory", results["ports"]["bench"])
    for what in ("loop", "router"):
        for size, runs in results["ports"][what].items():
            line(f"{'port to port' if what == 'router' else 'generator alone'}, Data of {size} B",
                 [one["per_s"] for one in runs])
    for engine, words in (("threads", ""), ("modular", ", modular")):
        for threads, found in results[engine].items():
            for placement, rates in found.items():
                line(f"{threads} threads, {placement}{words}", rates)
    for log2, rates in results["fib"]["rates"].items():
        line(f"FIB of 2^{log2} buckets", rates)
    for cache, found in results["fib"]["simulated_misses"].items():
        print(f"  misses a lookup, cache of {int(cache) >> 20} MB: " +
              ", ".join(f"2^{log2} {misses:.2f}" for log2, misses in found.items()), flush=True)
    if not results["fib"]["counted_misses"]:
        print("  cache misses of the router by number of threads: not measurable here (no hardware counters)", flush=True)


EXPERIMENT = Experiment(
    name="icn16",
    title="a CCN router for programmable networks: port to port, threads, FIB size",
    run=run,
    claims=CLAIMS,
    draw=draw,
)
