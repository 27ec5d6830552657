# SPDX-License-Identifier: Apache-2.0
"""What section 4 of the paper says of its figures, and what is asked of this router beside it."""
from __future__ import annotations

from experiments.common.experiment import Claim, Spread, Verdict

NOT_HERE = "not measurable here: "


def spread(values: list[float]) -> Spread:
    return Spread.of(values)


def of_ports(results: dict, what: str, data_bytes: int) -> float:
    return spread([one["per_s"] for one in results["ports"][what][str(data_bytes)]]).median


def threads(results: dict, engine: str = "threads") -> dict[int, dict[str, float]]:
    """Medians by number of threads and placement; `engine`: "threads" of the standalone router, "modular" of the other."""
    return {int(number): {placement: spread(rates).median for placement, rates in found.items()}
            for number, found in results[engine].items()}


def best(found: dict[str, float]) -> float:
    return max(found.values())


def port_share(results: dict) -> Verdict:
    share = of_ports(results, "router", results["options"]["data_bytes"][0]) / spread(results["ports"]["bench"]).median
    return Verdict(share >= 0.7, f"{share:.2f} of the bench")


def ports_correct(results: dict) -> Verdict:
    runs = [one for runs in results["ports"]["router"].values() for one in runs]
    lost, wrong = sum(one["lost"] for one in runs), sum(one["wrong"] for one in runs)
    return Verdict(lost == wrong == 0, f"{lost} lost, {wrong} wrong in {len(runs)} runs")


def generator_is_faster(results: dict) -> Verdict:
    size = results["options"]["data_bytes"][0]
    ratio = of_ports(results, "loop", size) / of_ports(results, "router", size)
    return Verdict(ratio >= 1.25, f"in a loop {ratio:.2f} times what passes the router")


def size_does_not_matter(results: dict) -> Verdict:
    rates = [of_ports(results, "router", size) for size in results["options"]["data_bytes"]]
    return Verdict(min(rates) >= 0.85 * max(rates), f"slowest size at {min(rates) / max(rates):.2f} of the fastest")


def one_thread_is_a_quarter(results: dict) -> Verdict:
    found = threads(results)
    if max(found) < 4:
        return Verdict(None, f"{NOT_HERE}{max(found)} CPUs")
    share = best(found[1]) / max(map(best, found.values()))
    return Verdict(share <= 0.35, f"{share:.2f} of the best")


def two_cores_are_twice_one(results: dict) -> Verdict:
    found = threads(results)
    if 2 not in found:
        return Verdict(None, f"{NOT_HERE}1 CPU")
    ratio = found[2]["single-socket"] / best(found[1])
    return Verdict(ratio >= 1.7, f"{ratio:.2f} times one")


def hyper_threads_add_little(results: dict) -> Verdict:
    found = threads(results)
    if "hyper-threading" not in found.get(2, {}):
        return Verdict(None, f"{NOT_HERE}no hyper-threads")
    ratio = found[2]["hyper-threading"] / best(found[1])
    return Verdict(ratio <= 1.35, f"{ratio:.2f} times one")


def two_sockets_lead_at_four(results: dict) -> Verdict:
    found = threads(results).get(4, {})
    if "dual-socket" not in found:
        return Verdict(None, f"{NOT_HERE}4 threads on two sockets")
    ratio = found["dual-socket"] / found["single-socket"]
    return Verdict(ratio > 1, f"{ratio:.2f} times one socket")


def decline_past_ten(results: dict) -> Verdict:
    found = threads(results)
    beyond = [best(rates) for number, rates in found.items() if number > 10]
    if not beyond:
        return Verdict(None, f"{NOT_HERE}{max(found)} CPUs")
    ratio = beyond[-1] / max(best(rates) for number, rates in found.items() if number <= 10)
    return Verdict(ratio < 1, f"most threads at {ratio:.2f} of the best up to ten")


def modular_is_near(results: dict) -> Verdict:
    share = best(threads(results, "modular")[1]) / best(threads(results)[1])
    return Verdict(share >= 0.85, f"{share:.2f} of standalone on one thread")


def fib_size_is_marginal(results: dict) -> Verdict:
    rates = {int(size): spread(values).median for size, values in results["fib"]["rates"].items()}
    ratio = rates[max(rates)] / rates[min(rates)]
    return Verdict(ratio >= 0.75, f"2^{max(rates)} buckets at {ratio:.2f} of 2^{min(rates)}")


def knees_at_the_caches(results: dict) -> Verdict:
    """Misses of a lookup stay low while buckets and names fit a cache, and approach one a line beyond."""
    misses = results["fib"]["simulated_misses"]
    if not misses:
        return Verdict(None, f"{NOT_HERE}no valgrind")
    said, holds = [], True
    for cache, by_size in misses.items():
        bytes_of = {int(size): 2**int(size) * (64 + 1.94 * 68) for size in by_size}
        inside = [by_size[str(size)] for size, table in bytes_of.items() if table < 0.5 * int(cache)]
        outside = [by_size[str(size)] for size, table in bytes_of.items() if table > 4 * int(cache)]
        if inside and outside:
            holds = holds and max(inside) < 0.5 < min(outside)
            said.append(f"{int(cache) >> 20} MB: at most {max(inside):.2f} a lookup inside, at least {min(outside):.2f} beyond")
    return Verdict(holds if said else None, "; ".join(said) or f"{NOT_HERE}no FIB beyond the caches at this scale")


def few_buckets_overflow(results: dict) -> Verdict:
    # The largest: of few buckets one is a thousandth.
    log2, share = max((int(size), share) for size, share in results["fib"]["overflow"].items())
    return Verdict(share < 1e-3, f"{share:.2e} of 2^{log2} buckets")


CLAIMS = (
    Claim("Port to port the router reaches 70 % of its rate in memory", port_share),
    Claim("Port to port nothing is lost or altered", ports_correct),
    Claim("The generator is never the bottleneck", generator_is_faster),
    Claim("Throughput does not depend on the packets' size (within 15 %)", size_does_not_matter),
    Claim("One thread reaches about a quarter of the best", one_thread_is_a_quarter),
    Claim("Two threads on two cores reach about twice one", two_cores_are_twice_one),
    Claim("Two hyper-threads of a core add little", hyper_threads_add_little),
    Claim("At four threads two sockets are ahead of one", two_sockets_lead_at_four),
    Claim("Past ten threads throughput declines", decline_past_ten),
    Claim("The modular router reaches 85 % of the standalone one on one thread", modular_is_near),
    Claim("The FIB's size matters little (the largest at 75 % of the smallest)", fib_size_is_marginal),
    Claim("Misses have their knees where the caches end", knees_at_the_caches),
    Claim("Less than one bucket in 1,000 overflows its line", few_buckets_overflow),
)
