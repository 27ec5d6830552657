# SPDX-License-Identifier: Apache-2.0
"""`augustus import nfd.conf`: what is taken over, what is said of the rest, and that the router starts with it."""
from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from harness.router import AUGUSTUS, AugustusRouter

SAMPLE = Path(__file__).parent / "nfd.conf"


def run_import(file: Path, *options: str) -> subprocess.CompletedProcess:
    return subprocess.run([AUGUSTUS, "import", file, *options], capture_output=True, text=True, timeout=30)


def import_text(tmp_path: Path, text: str) -> subprocess.CompletedProcess:
    file = tmp_path / "nfd.conf"
    file.write_text(text)
    return run_import(file)


def imported(tmp_path: Path, text: str) -> dict:
    done = import_text(tmp_path, text)
    assert done.returncode == 0, done.stderr
    return tomllib.loads(done.stdout)


def check(file: Path) -> subprocess.CompletedProcess:
    return subprocess.run([AUGUSTUS, "run", "--check", "--config", file], capture_output=True, text=True, timeout=30)


def test_what_is_taken_over(tmp_path: Path) -> None:
    config = imported(tmp_path, SAMPLE.read_text())
    assert config["log"] == {"level": "info", "modules": {"face": "trace", "rib": "debug"}}
    assert config["cs"] == {"capacity": 1000, "replacement": "lru"}
    assert {line["prefix"]: line["strategy"].rsplit("/", 1)[1] for line in config["strategies"]} == {
        "/": "best-route", "/localhost": "multicast", "/localhost/nfd": "v=5", "/ndn/broadcast": "multicast"}
    assert config["regions"] == {"names": ["/example/region1", "/example/region2"]}
    assert config["faces"]["unix"] == {"path": "/run/nfd/nfd.sock"}
    assert config["faces"]["tcp"] == {"listen": ["0.0.0.0"], "port": 7363}
    assert config["faces"]["udp"] == {"listen": ["0.0.0.0", "::"], "port": 7364, "idle_seconds": 300,
                                      "multicast": True, "multicast_interfaces": ["lo"]}
    assert config["faces"]["websocket"] == {"listen": "0.0.0.0", "port": 7365}
    security = config["security"]
    assert security["localhop_rib"] and security["readvertise_nlsr"]
    assert security["authorizations"] == [
        {"signer": "any", "privileges": ["faces", "fib", "cs", "strategy-choice", "augustus-partition",
                                         "augustus-router", "augustus-trace", "augustus-capture", "augustus-graph"]},
        {"signer": "any", "privileges": ["rib"]}]
    assert security["localhop_signers"] == security["announcement_signers"] == [{"signer": "any"}]


def test_what_has_no_equal_is_named(tmp_path: Path) -> None:
    done = import_text(tmp_path, SAMPLE.read_text())
    notes = [line for line in done.stdout.splitlines() if line.startswith("# Not taken over: ")]
    for word in ("log.Forwarder WARN", "/old /localhost/nfd/strategy/ncc", "unicast_mtu 1452", "face_system.ether",
                 "remote udp4://192.0.2.1:6363", 'rule "RIB commands"', "auto_prefix_propagate"):
        assert any(word in note for note in notes), word
    assert len(notes) == 7
    assert "7 things could not be taken over" in done.stderr


def test_the_router_starts_with_it(tmp_path: Path) -> None:
    written = tmp_path / "augustus.toml"
    assert run_import(SAMPLE, "-o", str(written)).returncode == 0
    assert check(written).returncode == 0

    class ImportedRouter(AugustusRouter):
        def _write_configuration(self) -> Path:
            text = written.read_text()
            for old, new in (("/run/nfd/nfd.sock", str(self.unix_path)), ("7363", str(self.tcp_port)),
                             ("7364", str(self.udp_port)), ("7365", str(self.websocket_port)),
                             ("multicast = true", "multicast = false")):
                assert old in text
                text = text.replace(old, new)
            file = self.folder / "augustus.toml"
            file.write_text(text)
            return file

    with ImportedRouter(tmp_path / "router") as router:
        chosen = {line["prefix"]: line["strategy"] for line in json.loads(router.cli("strategy", "list", "--json"))}
        assert "multicast" in chosen["/ndn/broadcast"]
        assert json.loads(router.cli("cs", "info", "--json"))["capacity"] == 1000
        router.add_route("/imported", router.create_face("udp4://192.0.2.1:6363"))
        assert router.stop() == 0


def test_absent_sections_mean_what_they_mean_to_nfd(tmp_path: Path) -> None:
    config = imported(tmp_path, "general\n{\n}\n")
    assert all(config["faces"][channel] == {"enabled": False} for channel in ("unix", "udp", "tcp", "websocket"))
    # Nobody may command a router that authorizes nobody.
    assert config["security"] == {"authorizations": [], "announcement_signers": []}


def test_rules_without_an_anchor_open_nothing(tmp_path: Path) -> None:
    config = imported(tmp_path, "rib\n{\n localhop_security\n {\n  rule\n  {\n   id x\n  }\n }\n}\n")
    assert config["security"]["localhop_rib"] is True
    assert config["security"]["localhop_signers"] == []


def test_certificates_are_found_from_the_folder_of_the_file(tmp_path: Path) -> None:
    config = imported(tmp_path, "authorizations\n{\n authorize\n {\n  certfile keys/a.ndncert\n"
                                "  privileges\n  {\n   faces\n  }\n }\n}\n")
    assert config["security"]["authorizations"] == [
        {"signer": "certificate", "certificate": str(tmp_path / "keys/a.ndncert"), "privileges": ["faces"]}]


@pytest.mark.parametrize("text, message", [
    ("tables\n{\n", r"nfd\.conf:\d+: "),
    ("}\n", r"nfd\.conf:\d+: "),
    ("tables\n{\n cs_max_packets many\n}\n", "tables.cs_max_packets: expected a number"),
    ("face_system\n{\n tcp\n {\n  listen maybe\n }\n}\n", "face_system.tcp.listen: expected yes or no"),
    ("face_system\n{\n udp\n {\n  port 70000\n }\n}\n", "face_system.udp.port: expected a number from 1 to 65535"),
    ("tables\n{\n strategy_choice\n {\n  /a\n }\n}\n", "strategy_choice"),
    ("log\n{\n default_level LOUD\n}\n", "LOUD"),
    ('#include "/etc/passwd"\n', "#include is not followed"),
])
def test_what_is_no_configuration_of_nfd_is_refused(tmp_path: Path, text: str, message: str) -> None:
    done = import_text(tmp_path, text)
    assert done.returncode == 2
    assert re.search(message, done.stderr), done.stderr
    assert done.stdout == ""


def test_text_of_strangers_makes_no_keys(tmp_path: Path) -> None:
    done = import_text(tmp_path, 'face_system\n{\n unix\n {\n  path "/a\\"]\\n[run]\\nuser = \\"root"\n }\n}\n'
                                 'unknown "x\\n[run]\\nuser = \\"root\\""\n')
    assert done.returncode == 0, done.stderr
    assert "run" not in tomllib.loads(done.stdout)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    done = run_import(tmp_path / "none")
    assert done.returncode == 2 and "cannot be read" in done.stderr
