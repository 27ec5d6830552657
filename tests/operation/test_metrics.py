# SPDX-License-Identifier: Apache-2.0
"""The Prometheus endpoint: what it tells, and what bad or too many clients do to it."""
from __future__ import annotations

import http.client
import json
import re
import socket
import subprocess
import time
from pathlib import Path

import pytest

from harness import packets
from harness.process import PATIENCE_S, wait_until
from harness.router import AUGUSTUS, ROOT, Router, RouterOptions

SAMPLE = re.compile(r'(\w+)(?:\{((?:\w+="(?:[^"\\]|\\.)*",?)*)\})? (\S+)')
LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')
CONNECTIONS_MAX = 128  # manage/http/http_server.hh

Samples = dict[tuple[str, frozenset], float]


class Endpoint:
    """The metrics of one router."""

    def __init__(self, router: Router, port: int) -> None:
        self.router, self.port = router, port
        self.took = 0.0  # seconds for the last page

    def connect(self) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self.port), PATIENCE_S)
        return connection

    def get(self, path: str = "/metrics", method: str = "GET") -> tuple[http.client.HTTPResponse, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.request(method, path)
        response = connection.getresponse()
        body = response.read().decode()
        connection.close()
        return response, body

    def samples(self) -> Samples:
        # Asked too soon the router answers the page before: pages have half of its management thread's time.
        time.sleep(3 * self.took)
        begun = time.monotonic()
        response, body = self.get()
        self.took = time.monotonic() - begun
        assert response.status == 200
        return parse(body)

    def value(self, name: str, **labels: str) -> float:
        """The sum of the samples that have these labels."""
        wanted = set(labels.items())
        found = [value for (sample, own), value in self.samples().items() if sample == name and wanted <= own]
        assert found, f"no {name} with {labels}"
        return sum(found)

    def raw(self, text: bytes) -> bytes:
        """Everything that is answered to these bytes until the end of the stream."""
        with self.connect() as connection:
            connection.sendall(text)
            answer = b""
            while piece := connection.recv(65536):
                answer += piece
            return answer


def parse(body: str) -> Samples:
    """The text exposition format: each sample belongs to a family that was introduced before."""
    samples: Samples = {}
    kinds: dict[str, str] = {}
    for line in body.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            assert name not in kinds, f"{name} twice"
            kinds[name] = kind
        elif line and not line.startswith("#"):
            name, labels, value = SAMPLE.fullmatch(line).groups()
            family = re.sub("_(bucket|sum|count)$", "", name)
            assert name in kinds or kinds.get(family) == "histogram", line
            key = (name, frozenset(LABEL.findall(labels or "")))
            assert key not in samples, f"twice: {line}"
            samples[key] = float(value)
    for name, kind in kinds.items():
        assert (kind == "counter") == name.endswith("_total"), name
    return samples


@pytest.fixture
def endpoint(start_router) -> Endpoint:
    router = start_router(RouterOptions(extra={"metrics": {"enabled": True, "port": 0}}))
    url = re.search(r"metrics on http://127\.0\.0\.1:(\d+)/metrics$", router.process.output(), re.M)
    assert url, router.process.output()
    return Endpoint(router, int(url[1]))


def exchange(router: Router, name: str) -> None:
    """One Interest that a producer answers, and the same again: from the content store."""
    consumer = packets.connect_unix(str(router.unix_path))
    router.management.command("rib", "register", name="/metrics")
    # The management connection is the producer: its Face got the route.
    producer = router.management.stream
    consumer.send(packets.interest(name))
    while packets.network_packet(producer.receive())[0] != packets.INTEREST:
        pass
    producer.send(packets.data(name, b"hello", freshness_ms=60000))
    assert packets.network_packet(consumer.receive())[0] == packets.DATA
    consumer.send(packets.interest(name))
    assert packets.network_packet(consumer.receive())[0] == packets.DATA
    consumer.close()


def test_what_it_tells_agrees_with_the_traffic(endpoint: Endpoint) -> None:
    assert endpoint.value("augustus_build_info") == 1
    exchange(endpoint.router, "/metrics/one")
    assert endpoint.value("augustus_store_hits_total", tier="dram") == 1
    assert endpoint.value("augustus_store_entries", tier="dram") >= 1
    assert endpoint.value("augustus_store_bytes", tier="dram") > 0
    assert endpoint.value("augustus_partition_packets_total", direction="in", type="data") >= 1
    # Reading the status is an Interest or more itself.
    counted = endpoint.router.status()["in_interests"]
    assert 2 < counted <= endpoint.value("augustus_partition_packets_total", direction="in", type="interest")
    assert endpoint.value("augustus_table_entries", table="fib") >= 2
    assert endpoint.value("augustus_table_capacity_entries", table="pit") == 65536
    assert endpoint.value("augustus_rib_prefixes") >= 2
    assert endpoint.value("augustus_worker_busy_seconds_total", worker="0") > 0
    assert 0 <= endpoint.value("augustus_worker_busy_ratio", worker="0") <= 1
    assert endpoint.value("augustus_process_resident_memory_bytes") > 1 << 20
    assert abs(endpoint.value("augustus_start_time_seconds") - time.time()) < 600


def test_pools_are_told_alike_by_metrics_and_status(endpoint: Endpoint) -> None:
    pools = endpoint.router.status()["pools"]
    assert pools["pit_records"]["capacity"] == 65536
    assert pools["digests"]["drop_reason"] == "digest_share"
    for name, pool in pools.items():
        assert endpoint.value("augustus_pool_units", pool=name, kind="capacity") == pool["capacity"]
        assert endpoint.value("augustus_pool_refusals_total", pool=name, reason=pool["drop_reason"]) == pool["refused"]
        assert pool["largest_holder"] <= pool["in_use"] <= pool["capacity"]
    shown = endpoint.router.cli("status")
    assert "LARGEST HOLDER" in shown and "pit_records" in shown


def test_the_histogram_counts_how_long_upstreams_took(endpoint: Endpoint) -> None:
    before = endpoint.value("augustus_upstream_latency_seconds_count")
    exchange(endpoint.router, "/metrics/late")
    samples = endpoint.samples()
    count = samples["augustus_upstream_latency_seconds_count", frozenset()]
    assert count >= before + 1
    buckets = sorted((float(bound), value) for (name, labels), value in samples.items()
                     if name == "augustus_upstream_latency_seconds_bucket" for _, bound in labels)
    assert len(buckets) == 24 and buckets[0][0] < 2e-6 and buckets[-1] == (float("inf"), count)
    assert [value for _, value in buckets] == sorted(value for _, value in buckets), "they are cumulative"
    least = most = 0.0
    for (lower, before), (upper, until) in zip([(0.0, 0.0), *buckets], buckets):
        if until != before:
            least += (until - before) * lower
            most += (until - before) * upper
    assert 0 < most and least <= samples["augustus_upstream_latency_seconds_sum", frozenset()] <= most


def test_every_drop_reason_is_there_from_the_start_and_counts(endpoint: Endpoint) -> None:
    assert endpoint.value("augustus_drops_total", reason="no_route") == 0
    client = packets.connect_unix(str(endpoint.router.unix_path))
    client.send(packets.interest("/nowhere"))
    wait_until(lambda: endpoint.value("augustus_drops_total", reason="no_route") == 1, PATIENCE_S, "the drop")
    reasons = {value for (name, labels), _ in endpoint.samples().items() if name == "augustus_drops_total"
               for key, value in labels if key == "reason"}
    shown = set(endpoint.router.status()["drops"])
    assert "no_route" in shown
    assert shown <= reasons
    client.close()


def test_faces_are_listed_up_to_the_limit(start_router) -> None:
    router = start_router(RouterOptions(extra={"metrics": {"enabled": True, "port": 0, "faces": 3}}))
    port = int(re.search(r"metrics on http://127\.0\.0\.1:(\d+)/", router.process.output())[1])
    endpoint = Endpoint(router, port)
    for last in range(1, 9):
        router.create_face(f"udp4://192.0.2.{last}:6363")
    assert endpoint.value("augustus_faces_left_out") == len(router.faces()) - 3 - 1  # the command's own is gone
    listed = {dict(labels)["face"] for (name, labels), _ in endpoint.samples().items() if name == "augustus_face_info"}
    assert len(listed) == 3


def test_other_paths_and_methods(endpoint: Endpoint) -> None:
    response, body = endpoint.get("/metrics", "HEAD")
    assert (response.status, body) == (200, "")
    assert int(response.headers["Content-Length"]) > 1000
    assert response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert endpoint.get("/metrics?name[]=x")[0].status == 200
    assert endpoint.get("/other")[0].status == 404
    assert endpoint.get("/../etc/passwd")[0].status == 404
    response, _ = endpoint.get("/metrics", "DELETE")
    assert (response.status, response.headers["Allow"]) == (405, "GET, HEAD")


def test_one_connection_serves_many_requests(endpoint: Endpoint) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", endpoint.port, timeout=PATIENCE_S)
    for _ in range(20):
        connection.request("GET", "/metrics")
        assert b"augustus_build_info" in connection.getresponse().read()
    connection.close()


MALFORMED = {
    "no HTTP": b"hello\r\n\r\n",
    "zeros": bytes(4096),
    "a header without a colon": b"GET /metrics HTTP/1.1\r\nHost\r\n\r\n",
    "a version of the future": b"GET /metrics HTTP/9.9\r\nHost: localhost\r\n\r\n",
    "a space in a name": b"GET /metrics HTTP/1.1\r\nHo st: a\r\n\r\n",
    "a bad length": b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    "two lengths": b"GET /metrics HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "a bad chunk": b"POST /metrics HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_malformed_requests_are_refused(endpoint: Endpoint, kind: str) -> None:
    assert endpoint.raw(MALFORMED[kind]).startswith(b"HTTP/1.1 400 ")
    assert endpoint.samples()


def test_long_requests_are_refused(endpoint: Endpoint) -> None:
    long_header = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20000 + b"\r\n\r\n"
    assert endpoint.raw(long_header).startswith(b"HTTP/1.1 431 ")
    with_body = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"
    assert endpoint.raw(with_body).startswith(b"HTTP/1.1 413 ")
    assert endpoint.samples()


@pytest.mark.parametrize("path", ["/metrics", "/"])
def test_a_name_that_somebody_points_here_reads_nothing(endpoint: Endpoint, path: str) -> None:
    for host in ("evil.example", f"evil.example:{endpoint.port}", "localhost.evil.example", ""):
        assert endpoint.raw(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()).startswith(b"HTTP/1.1 421 "), host
    for host in ("127.0.0.1", f"localhost:{endpoint.port}", "[::1]"):
        request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
        assert endpoint.raw(request).startswith(b"HTTP/1.1 200 "), host


def test_clients_that_vanish(endpoint: Endpoint) -> None:
    for sent in (b"", b"GET /met", b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50):
        for _ in range(20):
            connection = endpoint.connect()
            connection.sendall(sent)
            # An end with RST.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            connection.close()
    assert endpoint.samples()


def test_slow_clients_keep_nobody_waiting(endpoint: Endpoint) -> None:
    # More than there is room for, each with half a request; and some that never read what they asked for.
    slow = [endpoint.connect() for _ in range(CONNECTIONS_MAX + 20)]
    for number, connection in enumerate(slow):
        try:
            request = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n" + (b"\r\n" * (number % 2))
            connection.sendall(request)
        except OSError:
            pass  # closed to make room
    for _ in range(5):
        assert endpoint.samples()
    general = endpoint.router.management.dataset("status", "general")
    assert general
    for connection in slow:
        connection.close()


def test_a_thousand_connections(endpoint: Endpoint) -> None:
    connections = []
    for number in range(1000):
        connections.append(endpoint.connect())
        if number % 100 == 0:
            assert endpoint.samples()
    assert endpoint.samples()
    descriptors = len(list(Path(f"/proc/{endpoint.router.process.pid}/fd").iterdir()))
    assert descriptors < CONNECTIONS_MAX + 200
    packets.connect_unix(str(endpoint.router.unix_path)).close()
    for connection in connections:
        connection.close()
    assert endpoint.samples()


def test_it_is_off_and_on_loopback_unless_told_otherwise(start_router, tmp_path: Path) -> None:
    router = start_router()
    assert "metrics on" not in router.process.output()
    checks = {"listen = 'localhost'": "expected a numeric address", "port = 70000": "expected a whole number",
              "enable = true": "no such key"}
    for line, message in checks.items():
        file = tmp_path / "bad.toml"
        file.write_text(f"[metrics]\n{line}\n")
        done = subprocess.run([AUGUSTUS, "run", "--config", file], capture_output=True, text=True, timeout=30)
        assert done.returncode == 2 and message in done.stderr, done.stderr


def test_a_port_that_is_taken_is_named(start_router, endpoint: Endpoint, tmp_path: Path) -> None:
    file = tmp_path / "taken.toml"
    file.write_text(f"[faces]\nunix = {{ path = '{tmp_path}/s' }}\nudp = {{ enabled = false }}\n"
                    "tcp = { enabled = false }\nwebsocket = { enabled = false }\n"
                    f"[metrics]\nenabled = true\nport = {endpoint.port}\n")
    done = subprocess.run([AUGUSTUS, "run", "--config", file], capture_output=True, text=True, timeout=30)
    assert done.returncode == 1
    assert f"[metrics] cannot listen on 127.0.0.1 port {endpoint.port}" in done.stderr


def test_the_dashboard_asks_for_what_there_is(endpoint: Endpoint) -> None:
    dashboard = json.loads((ROOT / "etc/grafana/augustus.json").read_text())
    expressions = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    assert len(expressions) > 10
    asked = {name for expression in expressions for name in re.findall(r"augustus_\w+", expression)}
    asked = {re.sub("_(bucket|sum|count)$", "", name) for name in asked}
    # Without a DPDK port or an SSD these have no samples.
    _, body = endpoint.get()
    there = set(re.findall(r"^# TYPE (\w+)", body, re.M)) | {"augustus_port_bytes_total",
                                                             "augustus_store_ssd_events_total"}
    assert asked <= there, asked - there
