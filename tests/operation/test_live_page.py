# SPDX-License-Identifier: Apache-2.0
"""The live page: in a real browser with traffic flowing, and its WebSocket under clients that mean no good.
SCREENSHOTS=FOLDER keeps what the browser showed."""
from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from harness.process import PATIENCE_S, Process, wait_until
from harness.router import AUGUSTUS, Router, RouterOptions
from harness.websocket import WebSocket

CLIENTS_MAX = 16  # manage/live/live_server.hh
CHROMIUM = "/usr/bin/chromium"
expect.set_options(timeout=PATIENCE_S * 1000)


@pytest.fixture
def watched(start_router) -> tuple[Router, int]:
    """A router and the port of its page."""
    router = start_router(RouterOptions(extra={"metrics": {"enabled": True, "port": 0}}))
    return router, int(re.search(r"live page on http://127\.0\.0\.1:(\d+)/,", router.process.output())[1])


@pytest.fixture
def traffic(watched: tuple[Router, int], tmp_path: Path):
    """Interests of which the content store answers some, until the test ends."""
    words = ["traffic", "both", "--prefix", "/movies/one", "--rate", "2000", "--names", "zipf", "--alpha", "1", "--objects",
             "2000", "--seconds", "600"]
    with Process([AUGUSTUS, *words], tmp_path / "traffic.log", environment=watched[0].client_environment) as process:
        yield process


@pytest.fixture
def browser():
    with sync_playwright() as playwright:
        # Containers often lack what its sandbox wants, and have little shared memory.
        arguments = ["--no-sandbox", "--disable-dev-shm-usage"]
        with playwright.chromium.launch(executable_path=CHROMIUM, args=arguments) as started:
            yield started


def keep(page: Page, name: str) -> None:
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def open_page(browser, port: int, **look) -> Page:
    page = browser.new_page(**look)
    page.set_default_timeout(PATIENCE_S * 1000)
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.failures = failures
    page.goto(f"http://127.0.0.1:{port}/")
    expect(page.locator("#state")).to_have_text("live")
    expect(page.locator("#rates b").first).to_be_visible()
    return page


def number(text: str) -> float:
    value, unit = re.fullmatch(r"([\d.]+) ?([kMG]?)B?", text).groups()
    return float(value) * {"": 1, "k": 1e3, "M": 1e6, "G": 1e9}[unit]


def test_a_browser_shows_the_traffic(watched: tuple[Router, int], traffic: Process, browser) -> None:
    router, port = watched
    page = open_page(browser, port, viewport={"width": 1280, "height": 900})
    rate = page.locator("#rates b").first
    wait_until(lambda: number(rate.inner_text()) > 100, PATIENCE_S, "Interests to be shown")
    expect(page.locator("#top")).to_contain_text("/movies/one")
    expect(page.locator("#faces table")).to_contain_text("fd://")
    expect(page.locator("#rib")).to_contain_text("/movies/one")
    expect(page.locator("#latency")).to_contain_text("below")
    expect(page.locator("#tables")).to_contain_text("pit")
    expect(page.locator("#threads")).to_contain_text("worker 0")
    assert len(page.locator("#placement").inner_text()) > 20
    memory = page.locator("#store .bar").first.locator("span span")
    wait_until(lambda: 0 < float(memory.inner_text().split()[0]) <= 100, PATIENCE_S, "hits of the content store")
    # Once a second: the time shown goes on.
    up = page.locator("#uptime").inner_text()
    wait_until(lambda: page.locator("#uptime").inner_text() != up, PATIENCE_S, "the next second")
    assert page.failures == []
    time.sleep(8 if "SCREENSHOTS" in os.environ else 0)
    keep(page, "live-page")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_reads_on_a_phone_and_in_the_dark(watched: tuple[Router, int], traffic: Process, browser, scheme: str) -> None:
    page = open_page(browser, watched[1], viewport={"width": 360, "height": 740}, color_scheme=scheme)
    expect(page.locator("#top")).to_contain_text("/movies/one")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 360
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    ink = page.evaluate("getComputedStyle(document.body).color")
    light = lambda colour: sum(map(int, re.findall(r"\d+", colour)[:3])) / 3
    assert (light(ground) > light(ink) + 120) if scheme == "light" else (light(ink) > light(ground) + 120)
    keep(page, f"live-page-phone-{scheme}")


def test_it_comes_back_with_the_router(watched: tuple[Router, int], browser) -> None:
    router, port = watched
    page = open_page(browser, port)
    file = router.folder / "augustus.toml"
    text = file.read_text().replace("port = 0\n", f"port = {port}\n")
    file.write_text(text.replace("enabled = true", "enabled = false"))
    router.cli("reload")
    expect(page.locator("#state")).to_have_class("lost")
    file.write_text(text)
    router.cli("reload")
    expect(page.locator("#state")).to_have_text("live")


def snapshot(port: int) -> dict:
    socket = WebSocket("127.0.0.1", port, path="/live")
    shown = json.loads(socket.receive())
    socket.close()
    return shown


def test_a_snapshot_agrees_with_the_status(watched: tuple[Router, int]) -> None:
    router, port = watched
    shown = snapshot(port)
    assert {face["remote"] for face in shown["faces"]} >= {"internal://"}
    assert any(entry["prefix"] == "/localhost/nfd" for entry in shown["rib"])
    assert {table["name"] for table in shown["tables"]} >= {"pit", "cs", "fib", "names"}
    assert len(shown["threads"]) == 1 and shown["rib_prefixes"] >= 1


def test_pages_of_other_servers_are_refused(watched: tuple[Router, int]) -> None:
    _, port = watched
    for origin in ("http://example.com", f"http://example.com:{port}", f"https://127.0.0.1:{port}", "null"):
        with pytest.raises(ConnectionError, match="403"):
            WebSocket("127.0.0.1", port, path="/live", origin=origin)
    # A name that somebody pointed here, as DNS rebinding does: Host and Origin agree.
    with pytest.raises(ConnectionError, match="421"):
        WebSocket("127.0.0.1", port, path="/live", origin=f"http://rebound.example:{port}",
                  host_header=f"rebound.example:{port}")
    WebSocket("127.0.0.1", port, path="/live", origin=f"http://127.0.0.1:{port}").close()


def test_so_many_may_watch(watched: tuple[Router, int]) -> None:
    _, port = watched
    sockets = [WebSocket("127.0.0.1", port, path="/live") for _ in range(CLIENTS_MAX)]
    with pytest.raises(ConnectionError, match="503"):
        WebSocket("127.0.0.1", port, path="/live")
    assert json.loads(sockets[-1].receive())["version"]
    for socket in sockets:
        socket.close()
    wait_until(lambda: _can_watch(port), PATIENCE_S, "room for others")


def test_who_has_many_pages_open_makes_room_for_another(watched: tuple[Router, int]) -> None:
    _, port = watched
    many = [WebSocket("127.0.0.1", port, path="/live") for _ in range(CLIENTS_MAX)]
    other = WebSocket("127.0.0.1", port, path="/live", source="127.0.0.2")
    assert json.loads(other.receive())["version"]
    with pytest.raises(ConnectionError):
        for _ in range(1000):
            many[0].receive()
    assert json.loads(many[1].receive())["version"]
    for socket in [*many, other]:
        socket.close()


def _can_watch(port: int) -> bool:
    try:
        snapshot(port)
        return True
    except ConnectionError:
        return False


def test_bad_frames_end_their_own_connection(watched: tuple[Router, int]) -> None:
    router, port = watched
    good = WebSocket("127.0.0.1", port, path="/live")
    for garbage in (b"\xff" * 64, b"\x81\x7f" + b"\xff" * 8, b"\x83\x80\0\0\0\0", b"\x01\x05hello"):
        bad = WebSocket("127.0.0.1", port, path="/live")
        bad.socket.sendall(garbage)
        with pytest.raises((ConnectionError, TimeoutError)):
            for _ in range(60):
                bad.receive()
        bad.close()
    assert json.loads(good.receive())["version"]
    good.send_frame(1, b"x" * 100_000)  # more than a page has to say
    assert router.running
    assert snapshot(port)["version"]


def test_who_does_not_read_keeps_nobody_waiting(watched: tuple[Router, int]) -> None:
    _, port = watched
    idle = [WebSocket("127.0.0.1", port, path="/live") for _ in range(CLIENTS_MAX - 1)]
    reader = WebSocket("127.0.0.1", port, path="/live")
    for _ in range(3):
        assert json.loads(reader.receive())["version"]
    for socket in idle:
        socket.close()


def test_an_upgrade_elsewhere_is_an_ordinary_request(watched: tuple[Router, int]) -> None:
    with pytest.raises(ConnectionError, match="404"):
        WebSocket("127.0.0.1", watched[1], path="/other")
