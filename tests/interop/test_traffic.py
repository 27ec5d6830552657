# SPDX-License-Identifier: Apache-2.0
"""`augustus traffic` through a router over real Faces: what is asked for comes, what does not come is counted, and what is
wrong is noticed. The router can be another one: to the generator it is any NDN forwarder."""
from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from harness.process import PATIENCE_S, Process, run, wait_until
from harness.router import AUGUSTUS, NDND, AugustusRouter, NdndRouter, Router, RouterOptions
from harness.traffic import Producer, report_of, traffic

ROUTERS = {"augustus": AugustusRouter, "ndnd": NdndRouter}


def uri_of(router: Router, scheme: str) -> str:
    return {"unix": router.unix_uri, "tcp": f"tcp4://127.0.0.1:{router.tcp_port}",
            "udp": f"udp4://127.0.0.1:{router.udp_port}"}[scheme]


def way_to_register(router: Router, scheme: str) -> list[str]:
    return ["--register", router.unix_uri] if scheme == "udp" else []


def wait_for_interests(router: Router, more: int) -> None:
    """Until so many more Interests have arrived at the router."""
    def arrived() -> int:
        return router.status()["in_interests"]

    before = arrived()
    wait_until(lambda: arrived() >= before + more, PATIENCE_S, f"{more} Interests")


def check_all_came(report: dict, count: int) -> None:
    """UDP on a busy machine may lose some; nothing else may happen to them."""
    counts = report["consumer"]["counts"]
    assert counts["interests"] == count
    assert counts["satisfied"] + counts["lost"] == count
    assert counts["satisfied"] >= count * 0.9
    for mishap in ("altered", "malformed", "unexpected", "wrong_token", "nack_no_route", "nack_other"):
        assert counts[mishap] == 0, mishap
    assert 0 < report["consumer"]["rtt_ns"]["p50"] <= report["consumer"]["rtt_ns"]["p99.99"]


@pytest.mark.parametrize("scheme", ["unix", "tcp", "udp"])
@pytest.mark.parametrize("kind", ROUTERS)
def test_both_ends_in_one_process(start_router, tmp_path: Path, kind: str, scheme: str) -> None:
    # ndnd takes only a Unix socket for a local face: over TCP it registers under /localhop.
    router = start_router(RouterOptions(localhop=True), kind=ROUTERS[kind])
    # ndnd ends with a panic when a program's PIT token has not the length of its own.
    header = "ndn-token" if kind == "augustus" else "ndn"
    report = traffic("both", "--router", uri_of(router, scheme), *way_to_register(router, scheme), "--count", "20000",
                     "--window", "64", "--header", header, "--payload", "200", folder=tmp_path)
    check_all_came(report, 20000)
    assert report["producer"]["counts"]["interests"] >= 20000 * 0.9
    assert report["consumer"]["counts"]["content_bytes"] == 200 * report["consumer"]["counts"]["data"]


@pytest.mark.parametrize("kind", ROUTERS)
def test_registration_under_localhop_over_udp(start_router, tmp_path: Path, kind: str) -> None:
    router = start_router(RouterOptions(localhop=True), kind=ROUTERS[kind])
    report = traffic("both", "--router", uri_of(router, "udp"), "--count", "1000", "--window", "16", folder=tmp_path)
    check_all_came(report, 1000)


def test_a_registration_that_is_not_accepted_ends_the_producer(router: Router, tmp_path: Path) -> None:
    with Process([AUGUSTUS, "traffic", "producer", "--router", uri_of(router, "udp")], tmp_path / "refused.log") as producer:
        producer.wait(expected=1)
    assert "did not register /traffic" in producer.output() and "localhop" in producer.output()


@pytest.mark.parametrize("kind", ROUTERS)
def test_a_consumer_and_a_producer_in_two_processes_with_long_data(start_router, tmp_path: Path, kind: str) -> None:
    router = start_router(kind=ROUTERS[kind])
    environment = router.client_environment
    with Producer("--prefix", "/long", "--data-bytes", "8500", "--digest", "--freshness", "5000", folder=tmp_path,
                  environment=environment) as producer:
        report = traffic("consumer", "--prefix", "/long", "--count", "3000", "--window", "8", "--can-be-prefix", "0.2",
                         "--must-be-fresh", "0.5", "--interest-bytes", "100", folder=tmp_path, environment=environment)
        answered = producer.report()["producer"]
    check_all_came(report, 3000)
    assert answered["counts"]["interests"] == answered["counts"]["data"]
    assert answered["link"]["out_bytes"] >= 8500 * answered["counts"]["data"]


def test_popular_names_come_from_the_content_store(router: Router, tmp_path: Path) -> None:
    report = traffic("both", "--names", "zipf", "--alpha", "1", "--objects", "200", "--count", "5000", "--window", "32",
                     "--seed", "5", folder=tmp_path, environment=router.client_environment)
    check_all_came(report, 5000)
    assert report["producer"]["counts"]["interests"] <= 200
    assert report["consumer"]["counts"]["joined"] > 0


def test_names_from_a_file_and_from_a_trace(router: Router, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("".join(f"/traffic/{number}/www\n" for number in range(50)))
    report = traffic("both", "--name-file", str(names), "--count", "50", folder=tmp_path,
                     environment=router.client_environment)
    check_all_came(report, 50)
    assert report["producer"]["counts"]["interests"] == 50
    trace = tmp_path / "trace.txt"
    trace.write_text("".join(f"{number / 100} /traffic/t/{number % 10}\n" for number in range(60)))
    report = traffic("both", "--trace", str(trace), folder=tmp_path, environment=router.client_environment)
    counts = report["consumer"]["counts"]
    assert counts["satisfied"] + counts["joined"] == 60
    assert report["producer"]["counts"]["interests"] == 10
    # The last line is due 0.59 s after the first: no machine is too slow for that.
    assert report["seconds"] >= 0.59


def test_content_of_another_producer_is_noticed(router: Router, tmp_path: Path) -> None:
    environment = router.client_environment
    with Producer("--content-seed", "2", folder=tmp_path, environment=environment):
        words = ["--count", "500", "--first", "0", "--seed", "1"]
        report = traffic("consumer", *words, folder=tmp_path, environment=environment, expected=1)
        assert report["consumer"]["counts"]["altered"] == report["consumer"]["counts"]["data"] == 500
        report = traffic("consumer", "--no-verify", *words, folder=tmp_path, environment=environment)
        assert report["consumer"]["counts"]["altered"] == 0
        report = traffic("consumer", "--content-seed", "2", *words, folder=tmp_path, environment=environment)
        assert report["consumer"]["counts"]["altered"] == 0


def test_loss_is_counted_when_the_producer_dies(router: Router, tmp_path: Path) -> None:
    environment = router.client_environment
    log = tmp_path / "consumer.log"
    with Producer(folder=tmp_path, environment=environment) as producer:
        with Process([AUGUSTUS, "traffic", "consumer", "--json", "--rate", "500", "--lifetime", "300", "--seconds", "600"], log,
                     environment=environment) as consumer:
            wait_for_interests(router, 100)
            producer.kill()
            # The route goes with the Face: Nacks or nothing from now on.
            wait_for_interests(router, 200)
            consumer.stop(PATIENCE_S)
    assert consumer.exit_status == 0
    counts = report_of(consumer.output())["consumer"]["counts"]
    unanswered = counts["lost"] + counts["nack_no_route"] + counts["nack_other"]
    assert unanswered > 0
    assert counts["satisfied"] + unanswered == counts["interests"]


def test_silent_and_late_answers_are_lost_at_the_consumer(router: Router, tmp_path: Path) -> None:
    report = traffic("both", "--answer", "0.5", "--count", "1000", "--lifetime", "400", "--window", "200", folder=tmp_path,
                     environment=router.client_environment)
    counts = report["consumer"]["counts"]
    assert counts["lost"] + counts["satisfied"] == 1000
    assert counts["lost"] >= report["producer"]["counts"]["silent"] > 300
    report = traffic("both", "--delay", "100", "--count", "50", "--window", "10", folder=tmp_path,
                     environment=router.client_environment)
    assert report["consumer"]["rtt_ns"]["min"] >= 100_000_000


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_run_with_its_report(router: Router, tmp_path: Path, number: signal.Signals) -> None:
    with Process([AUGUSTUS, "traffic", "both", "--json", "--window", "8"], tmp_path / "both.log",
                 environment=router.client_environment) as both:
        wait_for_interests(router, 1000)
        os.kill(both.pid, number)
        both.wait()
    report = report_of(both.output())
    assert report["consumer"]["counts"]["satisfied"] == report["consumer"]["counts"]["interests"]
    assert "\r" not in both.output()


@pytest.mark.parametrize("words", [["--over", "udp"], ["--over", "unix"], ["--over", "ring"],
                                   ["--over", "ring", "--header", "compact", "--interest-bytes", "100"],
                                   ["--over", "ring", "--header", "compact-2016", "--prefix", "/b", "--interest-bytes", "58",
                                    "--data-bytes", "58"],
                                   ["--over", "ring", "--header", "ndn-token", "--payload", "8000", "--threads", "2"],
                                   ["--over", "udp", "--data-bytes", "87", "--arrivals", "poisson", "--rate", "20000"]],
                         ids=" ".join)
def test_a_loop_without_a_router_gives_the_ceiling(tmp_path: Path, words: list[str]) -> None:
    report = traffic("loop", *words, "--count", "5000", folder=tmp_path)
    check_all_came(report, 5000)
    assert report["generator"]["ceiling"] == report["consumer"]["exchanges_per_s"] > 0


def test_a_result_near_the_ceiling_is_called_generator_bound(router: Router, tmp_path: Path) -> None:
    words = ["both", "--count", "2000", "--window", "8"]
    low = traffic(*words, "--ceiling", "1", folder=tmp_path, environment=router.client_environment)
    assert low["generator"]["bound"] and "80 %" in low["generator"]["why"]
    high = traffic(*words, "--ceiling", "1000000000", folder=tmp_path, environment=router.client_environment)
    assert "80 %" not in high["generator"].get("why", "")


def test_names_can_be_seen_beforehand(router: Router, tmp_path: Path) -> None:
    names = ["--prefix", "/traffic/x", "--prefixes", "5", "--names", "zipf", "--objects", "50", "--seed", "3"]
    printed = run([AUGUSTUS, "traffic", "names", *names, "--count", "400"], tmp_path / "names.log").split()
    assert len(printed) == 400
    prefixes = run([AUGUSTUS, "traffic", "names", *names, "--count", "0", "--list-prefixes"], tmp_path / "prefixes.log").split()
    assert prefixes == [f"/traffic/x/{number}" for number in range(5)]
    assert {name.rsplit("/", 1)[0] for name in printed} <= set(prefixes)
    # What is asked for are these: a content store that holds them all leaves the producer nothing else.
    report = traffic("both", "--register", "face", *names, "--count", "300", "--window", "1", folder=tmp_path,
                     environment=router.client_environment)
    assert report["producer"]["counts"]["interests"] == len(set(printed[:300]))


@pytest.mark.parametrize("words, complaint", [
    (["consumer", "--header", "compact"], "DPDK ports"),
    (["consumer", "--prefix", "no name %zz"], "is not a name"),
    (["loop", "--name-bytes", "5"], "at least"),
    (["loop", "--data-bytes", "8840"], "at most 8800 bytes"),
    (["loop", "--interest-bytes", "30"], "no name makes an Interest of 30 bytes"),
    (["loop", "--port", "net_ring0"], "--producer-port"),
    (["consumer", "--rate", "0"], "--rate"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_bad_options_are_refused(tmp_path: Path, router: Router, words: list[str], complaint: str) -> None:
    with Process([AUGUSTUS, "traffic", *words], tmp_path / "refused.log", environment=router.client_environment) as process:
        process.wait(expected=2)
    assert complaint in process.output()
