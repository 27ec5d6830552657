# SPDX-License-Identifier: Apache-2.0
"""The log: one line for what an operator wants to know, levels by module."""
from __future__ import annotations

import re

from harness import packets
from harness.process import PATIENCE_S, wait_until
from harness.router import Router, RouterOptions

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3} (trace|debug|info|warning|error) (\w+): (.+)")
REMOTE = "udp4://192.0.2.1:6363"


def lines(router: Router) -> list[tuple[str, str, str]]:
    """Level, module and text of each line."""
    return [match.groups() for match in map(LINE.fullmatch, router.process.output().splitlines()) if match]


def said(router: Router, module: str, pattern: str) -> bool:
    return any(line[1] == module and re.search(pattern, line[2]) for line in lines(router))


def act(router: Router) -> int:
    """A Face, a route, a refused command; the Face."""
    face = router.create_face(REMOTE)
    router.add_route("/log/route", face)
    router.management.command("rib", "register", (410,), name="/log/refused", face_id=99999)
    router.management.command("rib", "unregister", name="/log/route", face_id=face)
    router.management.command("faces", "destroy", face_id=face)
    return face


def test_what_is_logged_by_default(router: Router) -> None:
    face = act(router)
    wait_until(lambda: said(router, "face", f"^Face {face} destroyed: {REMOTE}"), PATIENCE_S, "the Face's end")
    assert said(router, "main", r"configuration \S+augustus\.toml$")
    assert said(router, "main", f"^listening on {router.unix_uri}$")
    assert said(router, "worker", "^worker 0 started")
    assert said(router, "face", f"^Face {face} created: {REMOTE}")
    assert said(router, "manage", r"^rib/register /log/refused from Face \d+ refused: 410 ")
    assert not any(module == "rib" for _, module, _ in lines(router))
    assert not said(router, "face", "unix://"), "Faces of clients come and go"


def test_levels_are_by_module(start_router) -> None:
    router = start_router(RouterOptions(extra={
        "log": {"level": "warn"}, "log.modules": {"rib": "debug", "face": "debug"}}))
    client = packets.connect_unix(str(router.unix_path))
    face = act(router)
    client.close()
    wait_until(lambda: said(router, "face", f"^Face {face} destroyed"), PATIENCE_S, "the Face's end")
    assert said(router, "rib", rf"^route /log/route to Face {face} added: origin 0, cost 0")
    assert said(router, "rib", rf"^route /log/route to Face {face} removed: origin 0")
    assert said(router, "face", r"^Face \d+ created: fd://\d+ from unix://")
    assert {module for _, module, _ in lines(router)} == {"rib", "face"}

