# SPDX-License-Identifier: Apache-2.0
"""Reading the configuration again: what changes, what is refused, and that a bad file changes nothing."""
from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from harness import packets
from harness.process import PATIENCE_S, wait_until
from harness.router import AUGUSTUS, Router

REMOTE = "udp4://192.0.2.1:6363"
OTHER = "udp4://192.0.2.2:6363"


class Configuration:
    """The file of a router that runs; text is added to what it started with."""

    def __init__(self, router: Router) -> None:
        self.router = router
        self.file = router.folder / "augustus.toml"
        self.start = self.file.read_text()

    def write(self, more: str) -> None:
        self.file.write_text(self.start + "\n" + more)

    def reload(self, *options: str) -> subprocess.CompletedProcess:
        return subprocess.run([AUGUSTUS, "reload", *options], capture_output=True, text=True, timeout=60,
                              env={**os.environ, **self.router.client_environment})

    def apply(self, more: str) -> list[str]:
        """Reloads with `more`, which must be taken; the lines after the first."""
        self.write(more)
        done = self.reload()
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()[1:]

    def refused(self, *options: str) -> str:
        before = self.state()
        done = self.reload(*options)
        assert done.returncode == 1, done.stdout
        assert self.state() == before
        return done.stderr

    def state(self) -> tuple:
        """What the router has of what a configuration can change."""
        ask = lambda *words: json.loads(self.router.cli(*words, "--json"))
        faces = sorted((face["uri"], face["persistency"], tuple(face["flags"])) for face in self.router.faces()
                       if face["persistency"] != "on-demand")
        return (faces, self.routes(), ask("strategy", "list"), ask("cs", "info")["capacity"], ask("log"))

    def routes(self) -> dict[str, list[int]]:
        """Costs of static routes by prefix."""
        entries = json.loads(self.router.cli("route", "list", "origin", "static", "--json"))
        return {entry["prefix"]: [route["cost"] for route in entry["routes"]] for entry in entries}


@pytest.fixture
def configuration(router: Router) -> Configuration:
    return Configuration(router)


def route(prefix: str, face: str = REMOTE, cost: int = 0) -> str:
    return f'[[routes]]\nprefix = "{prefix}"\nface = "{face}"\ncost = {cost}\n'


def face(uri: str, more: str = "") -> str:
    return f'[[faces.create]]\nremote = "{uri}"\n{more}\n'


def uris(configuration: Configuration) -> set[str]:
    return {entry["uri"] for entry in configuration.router.faces()}


def test_nothing_changes_without_a_change(configuration: Configuration) -> None:
    done = configuration.reload()
    assert (done.returncode, done.stdout) == (0, "0 changes were made\n")


def test_routes_come_change_and_go(configuration: Configuration) -> None:
    assert len(configuration.apply(route("/a") + route("/b", cost=7))) == 2
    assert configuration.routes() == {"/a": [0], "/b": [7]}
    lines = configuration.apply(route("/a", cost=3) + route("/c", OTHER))
    assert [line[:9] for line in lines] == ["routes: -"] * 2 + ["routes: +"] * 2
    assert configuration.routes() == {"/a": [3], "/c": [0]}
    configuration.apply("")
    assert configuration.routes() == {}
    # The Faces were made for the routes.
    wait_until(lambda: not {REMOTE, OTHER} & uris(configuration), PATIENCE_S, "the routes' Faces to go")


def test_routes_of_others_stay(configuration: Configuration) -> None:
    router = configuration.router
    number = router.create_face(REMOTE)
    router.add_route("/a", number, origin=0)
    configuration.apply(route("/a"))
    configuration.apply("")
    prefixes = {entry["prefix"] for entry in json.loads(router.cli("route", "list", "--json"))}
    assert "/a" in prefixes
    assert REMOTE in uris(configuration)


def test_faces_come_change_and_go(configuration: Configuration) -> None:
    configuration.apply(face(REMOTE) + face(OTHER))
    assert {REMOTE, OTHER} <= uris(configuration)
    number = configuration.router.create_face(REMOTE)
    configuration.apply(face(REMOTE, 'mtu = 1200\nreliability = true\npersistency = "permanent"'))
    wait_until(lambda: OTHER not in uris(configuration), PATIENCE_S, "the Face to go")
    changed = next(entry for entry in configuration.router.faces() if entry["uri"] == REMOTE)
    assert changed["face_id"] == number
    assert changed["persistency"] == "permanent"
    assert changed["mtu_bytes"] == 1200 if "mtu_bytes" in changed else changed["mtu"] == 1200
    assert "reliability" in "".join(changed["flags"])


def test_strategies_capacity_and_log_levels(configuration: Configuration) -> None:
    router = configuration.router
    multicast = "/localhost/nfd/strategy/multicast"
    # The section is in the file already.
    configuration.start = configuration.start.replace("capacity = 16384", "capacity = 100")
    configuration.apply(f'[[strategies]]\nprefix = "/"\nstrategy = "{multicast}"\n'
                        f'[[strategies]]\nprefix = "/a"\nstrategy = "{multicast}"\n[log.modules]\nrib = "debug"\n')
    chosen = {entry["prefix"]: entry["strategy"] for entry in json.loads(router.cli("strategy", "list", "--json"))}
    assert chosen["/"].startswith(multicast) and chosen["/a"].startswith(multicast)
    assert json.loads(router.cli("cs", "info", "--json"))["capacity"] == 100
    assert json.loads(router.cli("log", "--json"))["rib"] == "debug"
    configuration.apply("")
    chosen = {entry["prefix"]: entry["strategy"] for entry in json.loads(router.cli("strategy", "list", "--json"))}
    assert "best-route" in chosen["/"] and "/a" not in chosen
    assert json.loads(router.cli("log", "--json"))["rib"] == "info"


def test_metrics_can_be_switched_on_and_off(configuration: Configuration) -> None:
    configuration.apply("[metrics]\nenabled = true\nport = 0\n")
    port = re.search(r"metrics on http://127\.0\.0\.1:(\d+)/", configuration.router.process.output())[1]
    def fetch() -> subprocess.CompletedProcess:
        return subprocess.run(["python3", "-c", "import sys, urllib.request; "
                               "urllib.request.urlopen(sys.argv[1], timeout=10).read()",
                               f"http://127.0.0.1:{port}/metrics"], capture_output=True, timeout=30)
    assert fetch().returncode == 0
    configuration.apply("")
    assert fetch().returncode != 0


def test_who_may_command_changes_at_once(configuration: Configuration) -> None:
    configuration.apply('[[security.authorizations]]\nsigner = "any"\nprivileges = ["augustus-router"]\n')
    configuration.router.management.command("faces", "create", (403,), uri=REMOTE.encode())
    configuration.apply("")
    configuration.router.management.command("faces", "create", uri=REMOTE.encode())


def test_dry_run_changes_nothing(configuration: Configuration) -> None:
    before = configuration.state()
    configuration.write(route("/a"))
    done = configuration.reload("--dry-run", "--json")
    assert done.returncode == 0
    told = json.loads(done.stdout)
    assert told["code"] == 200 and len(told["lines"]) == 1 and "/a" in told["lines"][0]
    assert configuration.state() == before
    assert len(configuration.apply(route("/a"))) == 1


def test_what_cannot_change_is_refused_and_nothing_else_is_done(configuration: Configuration) -> None:
    configuration.write(route("/a") + "[workers]\ncount = 2\n[tables]\nfaces = 100\n")
    told = configuration.refused()
    assert "workers.count: 1 -> 2" in told and "tables.faces: 16384 -> 100" in told
    assert "/a" not in told
    configuration.refused("--dry-run")


BAD = {
    "half a line": route("/a") + '[[routes]]\nprefix = "/b',
    "half an element": route("/a") + '[[routes]]\nprefix = "/b"\n',
    "an unknown key": route("/a") + "[cs2]\n",
    "a wrong type": route("/a") + "[metrics]\nport = \"x\"\n",
    "no certificate": route("/a") + '[[security.authorizations]]\nsigner = "certificate"\n'
                                    'certificate = "/nonexistent/cert"\nprivileges = ["faces"]\n',
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_changes_nothing(configuration: Configuration, kind: str) -> None:
    configuration.write(BAD[kind])
    assert "nothing was changed" in configuration.refused()


def test_a_file_that_is_cut_anywhere_is_no_surprise(configuration: Configuration) -> None:
    """Every beginning of a good file is refused or is a good file itself; the router lives on."""
    whole = configuration.start + route("/a") + face(OTHER, "mtu = 1000")
    for length in range(0, len(whole), 41):
        configuration.file.write_text(whole[:length])
        done = configuration.reload("--dry-run")
        assert done.returncode in (0, 1), (whole[:length], done)
    configuration.file.write_text("")
    assert "the file is empty" in configuration.refused()
    configuration.file.unlink()
    assert "cannot be read" in configuration.refused()
    configuration.write("")
    assert configuration.reload().returncode == 0


def test_part_of_it_that_fails_is_told_and_tried_again(configuration: Configuration) -> None:
    # No port serves this link.
    bad = 'remote = "ether://[02:00:00:00:00:09]"\nlocal = "dev://none"\n'
    configuration.write(route("/a") + "[[faces.create]]\n" + bad)
    done = configuration.reload()
    assert done.returncode == 1 and "ether://[02:00:00:00:00:09]" in done.stderr
    assert configuration.routes() == {"/a": [0]}
    assert configuration.reload().returncode == 1
    configuration.apply(route("/a"))


def test_sighup_reloads_and_the_router_forwards_on(configuration: Configuration) -> None:
    router = configuration.router
    client = packets.connect_unix(str(router.unix_path))
    configuration.write(route("/a"))
    os.kill(router.process.pid, signal.SIGHUP)
    router.process.wait_for_output("reload: 1 change was made")
    assert configuration.routes() == {"/a": [0]}
    configuration.write("[[routes]")
    os.kill(router.process.pid, signal.SIGHUP)
    router.process.wait_for_output("nothing was changed")
    for _ in range(50):
        os.kill(router.process.pid, signal.SIGHUP)
    client.send(packets.interest("/localhost/nfd/status/general", can_be_prefix=True, must_be_fresh=True))
    assert packets.network_packet(client.receive())[0] == packets.DATA
    client.close()


def test_log_levels_at_run_time(configuration: Configuration) -> None:
    router = configuration.router
    levels = json.loads(router.cli("log", "list", "--json"))
    assert set(levels) == {"main", "manage", "rib", "face", "port", "worker"}
    assert set(levels.values()) == {"info"}
    number = router.create_face(REMOTE)
    router.add_route("/quiet", number)
    router.cli("log", "set", "rib", "debug")
    assert json.loads(router.cli("log", "--json"))["rib"] == "debug"
    router.add_route("/loud", number)
    wait_until(lambda: "/loud" in router.process.output(), PATIENCE_S, "the route in the log")
    assert "/quiet" not in router.process.output()
    router.cli("log", "set", "all", "error")
    assert set(json.loads(router.cli("log", "--json")).values()) == {"error"}
    router.cli("log", "set", "nothing", "debug", expected=1)
    router.cli("log", "set", "rib", "loud", expected=1)
    router.cli("log", "set", "rib", expected=2)


def test_check_reads_the_file_and_starts_nothing(configuration: Configuration, tmp_path: Path) -> None:
    def check(file: Path) -> subprocess.CompletedProcess:
        return subprocess.run([AUGUSTUS, "run", "--check", "--config", file], capture_output=True, text=True, timeout=30)

    done = check(configuration.file)
    assert done.returncode == 2 and "a router that runs listens there" in done.stderr, done.stderr
    free = tmp_path / "free.toml"
    free.write_text("".join(f"[faces.{kind}]\nenabled = false\n" for kind in ("unix", "udp", "tcp", "websocket")))
    assert check(free).returncode == 0
    bad = tmp_path / "bad.toml"
    for text in (*BAD.values(), "[workers]\ncpus = [1, 2]\n"):
        bad.write_text(text)
        done = check(bad)
        assert done.returncode == 2 and done.stderr, text
