# SPDX-License-Identifier: Apache-2.0
"""One measurement: a fresh forwarder in a fresh dumbbell, load from both sides, and what came of it. Whatever goes wrong is
a result with a status and a sentence, never the end of the suite."""
from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from harness.process import Process, ProcessFailed
from harness.router import AUGUSTUS
from harness.traffic import report_of

from .case import Case
from .drivers.driver import Driver, NotPossible, TooSlow
from .dumbbell import CONSUMER_PORT, PORT, PRODUCER_PORT, Dumbbell, SetUpFailed
from .machine import BUSY_ELSEWHERE, Cpus, Watch, prefer
from .settings import Load
from .workload import Workload

OK, NOT_POSSIBLE, NOT_STARTED, DIED = "ok", "not possible", "did not start", "died"
NOTHING_CAME, TOO_SLOW, FAILED = "dropped everything", "slower than the sampling", "failed"
SLOW_TO_SET_UP = "prohibitively slow"

LOSS_MAX = 0.01          # above it the window is too large for the forwarder's buffers
WINDOWS = (1, 4, 16)     # what it is divided by, one after the other
PATIENCE_MS = 200
LOAD_SLACK_SECONDS = 30  # that the generator may take beyond what it was told


@dataclass(frozen=True)
class Effort:
    """How much a scale spends."""
    seconds: float
    repetitions: int
    busy_repeats: int     # further attempts when the machine was busy elsewhere
    warm_up: float        # seconds, before any measurement


class Outcome(Exception):
    """A measurement that ended as `status`."""

    def __init__(self, status: str, why: str) -> None:
        super().__init__(why)
        self.status = status


def measure(driver_type: type[Driver], case: Case, workload: Workload, files: Path, effort: Effort,
            note: Callable[[str], None] = lambda _text: None) -> dict:
    """The result of one repetition. Repeats it when the machine was busy elsewhere and keeps the quietest attempt."""
    best: dict | None = None
    for attempt in range(1 + effort.busy_repeats):
        result = _attempt(driver_type, case, workload, files)
        result["attempts"] = attempt + 1
        if result["status"] != OK:
            return result
        if best is None or result["elsewhere"] < best["elsewhere"]:
            best = result
        best["attempts"] = attempt + 1
        if best["elsewhere"] <= BUSY_ELSEWHERE:
            break
        note(f"others took {result['elsewhere']:.0%} of a CPU")
    best["busy_elsewhere"] = best["elsewhere"] > BUSY_ELSEWHERE
    return best


def _attempt(driver_type: type[Driver], case: Case, workload: Workload, files: Path) -> dict:
    try:
        with tempfile.TemporaryDirectory(prefix="icn20-") as name, \
                Dumbbell(case.consumers, case.producers, driver_type.kernel_has_device, driver_type.offloads) as dumbbell:
            return _in_dumbbell(driver_type, case, workload, files, Path(name), dumbbell)
    except Outcome as outcome:
        return {"status": outcome.status, "why": str(outcome)}
    except NotPossible as error:
        return {"status": NOT_POSSIBLE, "why": str(error)}
    except SetUpFailed as error:
        return {"status": FAILED, "why": f"no dumbbell: {error}"}
    except Exception as error:  # noqa: BLE001: a driver may fail in any way
        return {"status": FAILED, "why": f"{type(error).__name__}: {error}"[-800:]}


def _in_dumbbell(driver_type: type[Driver], case: Case, workload: Workload, files: Path, folder: Path,
                 dumbbell: Dumbbell) -> dict:
    cpus = Cpus.of(case.settings.threads)
    driver = driver_type(folder, dumbbell, case.settings, cpus)
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(driver)
        except NotPossible:
            raise
        except Exception as error:  # noqa: BLE001
            raise Outcome(NOT_STARTED, f"{type(error).__name__}: {error}"[-800:]) from None
        prefer(driver.pids())
        try:
            driver.add_routes(case.routes(workload, driver.join()))
            if case.fill is not None:
                _fill(driver, case, workload, files, folder, cpus)
            by_consumer = case.names_by_consumer or (case.names,) * case.consumers
            return _with_windows(driver, case, [names(workload, files) for names in by_consumer], folder, cpus)
        except (Outcome, NotPossible):
            raise
        except TooSlow as error:
            raise Outcome(SLOW_TO_SET_UP, str(error)) from None
        except Exception:
            _raise_if_dead(driver)
            raise


def _raise_if_dead(driver: Driver) -> None:
    try:
        driver.check_consistency()
    except ProcessFailed as error:
        raise Outcome(DIED, str(error)[-800:]) from None


def _fill(driver: Driver, case: Case, workload: Workload, files: Path, folder: Path, cpus: Cpus) -> None:
    fill = case.fill
    load = Load(count=fill.count, window=32, lifetime_ms=fill.lifetime_ms, warm_up=0, payload=case.load.payload)
    reports = _run(driver, replace(case, consumers=1, producers=1), load, [fill.names(workload, files)], folder, cpus)
    _raise_if_dead(driver)
    if reports[0]["consumer"]["counts"]["satisfied"] == 0:
        raise Outcome(NOTHING_CAME, "no Data came while the Content Store was to be filled")
    if fill.freeze:
        driver.configure_cs(admit=False, serve=True)


def _with_windows(driver: Driver, case: Case, names: list[tuple[str, ...]], folder: Path, cpus: Cpus) -> dict:
    """The greatest window at which next to nothing is lost; failing that, the one with the highest rate."""
    best: dict | None = None
    for divisor in WINDOWS if case.load.rate == 0 else WINDOWS[:1]:
        load = replace(case.load, window=max(1, case.load.window // divisor))
        result = _measured(driver, case, load, names, folder, cpus)
        if best is None or result["loss"] <= LOSS_MAX or result["per_s"] > best["per_s"]:
            best = result
        if result["loss"] <= LOSS_MAX:
            break
    return best


def _measured(driver: Driver, case: Case, load: Load, names: list[tuple[str, ...]], folder: Path, cpus: Cpus) -> dict:
    with Watch(driver.pids()) as watch:
        reports = _run(driver, case, load, names, folder, cpus)
    _raise_if_dead(driver)
    result = _summary(reports, load)
    result |= {"cpu": round(watch.cpu_share, 3), "own_us": round(1e6 * watch.own_seconds / max(1, result["sent"]), 3),
               "kernel_us": round(1e6 * watch.kernel_seconds / max(1, result["sent"]), 3),
               "resident_mb": round(watch.resident_bytes / 1e6, 1), "elsewhere": round(watch.elsewhere, 3), "samples": watch.samples, "window": load.window}
    with contextlib.suppress(Exception):
        result["counters"] = driver.counters()
    _judge(result, load, watch)
    return result


def _judge(result: dict, load: Load, watch: Watch) -> None:
    what = "Interests arrived" if load.one_way else "Data came"
    if result["satisfied"] == 0:
        raise Outcome(NOTHING_CAME, f"{result['interests']} Interests were sent and no {what}")
    if result["per_s"] < 1 / watch.interval:
        raise Outcome(TOO_SLOW, f"{result['satisfied']} of {result['interests']} {what} in {load.seconds:g} s: fewer than "
                                f"one for each sample of CPU and memory")


def _run(driver: Driver, case: Case, load: Load, names: list[tuple[str, ...]], folder: Path, cpus: Cpus) -> list[dict]:
    """All generators side by side on the load's CPU; the reports of those with a consumer."""
    with contextlib.ExitStack() as stack:
        for producer in range(case.consumers, case.producers):
            words = ["producer", *_producer_end(driver, producer, 0, prefix=""), "--payload", str(load.payload)]
            stack.enter_context(Process(_command(words, cpus), folder / f"producer{producer}.log")).wait_for_output("ready")
        consumers = [stack.enter_context(Process(_command(_both(driver, case, load, names[i], i), cpus), folder / f"load{i}.log"))
                     for i in range(case.consumers)]
        prefer([process.pid for process in consumers])
        seconds = load.warm_up + load.seconds + load.lifetime_ms / 1000 + LOAD_SLACK_SECONDS
        return [_report(process, seconds + load.count / 500) for process in consumers]


def _report(process: Process, seconds: float) -> dict:
    """Altered content (status 1) is a result, too."""
    status = process.wait(seconds, None)
    if status not in (0, 1) or "{\n" not in process.output():
        raise ProcessFailed(f"the load generator ended with {status}:\n{process.tail(8)}")
    report = report_of(process.output())
    process.log_file.unlink()
    return report


def _command(words: list[str], cpus: Cpus) -> list:
    return ["taskset", "-c", str(cpus.load), AUGUSTUS, "traffic", words[0], "--json", "--quiet", "--cpu", str(cpus.load),
            *words[1:]]


def _producer_end(driver: Driver, producer: int, place: int, prefix: str) -> list[str]:
    dumbbell = driver.dumbbell
    return [f"--{prefix}router", f"udp4://{dumbbell.device_for_producer(producer)}:{PORT}", f"--{prefix}namespace",
            dumbbell.producers[producer], f"--{prefix}local-port", str(PRODUCER_PORT + place), "--register", "none"]


def _both(driver: Driver, case: Case, load: Load, names: tuple[str, ...], consumer: int) -> list[str]:
    producers = len(driver.dumbbell.producers)
    words = ["both", "--router", driver.address(consumer), "--namespace", driver.dumbbell.consumers[consumer],
             "--local-port", str(CONSUMER_PORT),
             *_producer_end(driver, consumer % producers, consumer // producers, prefix="producer-"),
             "--payload", str(load.payload), "--lifetime", str(load.lifetime_ms), "--warm-up", str(load.warm_up),
             "--window", str(max(1, load.window // case.consumers)), "--patience", str(PATIENCE_MS), *names]
    if load.rate > 0:
        words += ["--rate", str(load.rate / case.consumers)]
    words += ["--count", str(load.count)] if load.count else ["--seconds", str(load.seconds)]
    words += ["--one-way"] if load.one_way else []
    words += ["--repeat-names"] if load.repeat_names else []
    return words


def _summary(reports: list[dict], load: Load) -> dict:
    consumers = [report["consumer"] for report in reports]

    def count(which: str) -> int:
        return sum(consumer["counts"][which] for consumer in consumers)

    ended = count("satisfied") + count("lost")
    sent = sum(consumer["link"]["out_packets"] for consumer in consumers)
    reached = sum(report["producer"]["counts"]["interests"] for report in reports)
    slowest = max(consumers, key=lambda consumer: consumer["rtt_ns"]["p99"])
    return {"status": OK, "per_s": sum(consumer["exchanges_per_s"] for consumer in consumers),
            "goodput": sum(consumer["goodput_bits_per_s"] for consumer in consumers),
            "loss": count("lost") / ended if ended else 1.0, "sent": sent,
            "interests": count("interests"), "satisfied": count("satisfied"),
            "late": count("late"), "nacks": sum(count(f"nack_{why}") for why in ("congestion", "duplicate", "no_route", "other")),
            "wrong": count("altered") + count("malformed") + count("unexpected"), "duplicated": count("duplicated"),
            "hit_ratio": max(0.0, 1 - reached / sent) if sent else None,
            "rtt_ns": slowest["rtt_ns"], "generator_busy": max(report["generator"]["busy_share"] for report in reports)}
