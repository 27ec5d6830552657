# SPDX-License-Identifier: Apache-2.0
"""What is in the package."""
from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from harness.router import ROOT

# Strip and compress take their time with a debug binary.
pytestmark = pytest.mark.timeout(400)

CONFIGURATION = "etc/augustus/augustus.toml"


def field(package: Path, name: str) -> str:
    return subprocess.run(["dpkg-deb", "--field", package, name], check=True, capture_output=True, text=True,
                          timeout=60).stdout.strip()


def test_files_and_their_owners(package: Path) -> None:
    listing = subprocess.run(["dpkg-deb", "--contents", package], check=True, capture_output=True, text=True,
                             timeout=120).stdout
    modes = {}
    for line in listing.splitlines():
        mode, owner, _, _, _, path = line.split(None, 5)
        assert owner == "root/root", line
        assert mode[8] != "w" and "s" not in mode, line
        modes[path.removeprefix("./")] = mode
    for path, mode in {"usr/bin/augustus": "-rwxr-xr-x", CONFIGURATION: "-rw-r--r--",
                       "lib/systemd/system/augustus.service": "-rw-r--r--",
                       "usr/share/man/man5/augustus.toml.5.gz": "-rw-r--r--",
                       "usr/share/bash-completion/completions/augustus": "-rw-r--r--",
                       "usr/share/zsh/vendor-completions/_augustus": "-rw-r--r--",
                       "usr/share/doc/augustus/copyright": "-rw-r--r--",
                       "usr/share/augustus/grafana/augustus.json": "-rw-r--r--"}.items():
        assert modes.get(path) == mode, path


def test_the_configuration_is_an_operators_to_change(unpacked: Path) -> None:
    assert (unpacked / "DEBIAN/conffiles").read_text() == f"/{CONFIGURATION}\n"
    shipped = tomllib.loads((ROOT / "etc/augustus.toml").read_text())
    # The service is not root: its place is named.
    shipped["faces"]["unix"]["path"] = "/run/nfd/nfd.sock"
    assert tomllib.loads((unpacked / CONFIGURATION).read_text()) == shipped


def test_what_it_needs_is_named(package: Path, unpacked: Path) -> None:
    depends = field(package, "Depends")
    for library in ("librte-eal23", "libhwloc15", "liburing2", "libprometheus-cpp-core1.0", "librte-mempool-ring23", "librte-mempool-stack23", "libsystemd0", "libssl3",
                    "libc6"):
        assert re.search(rf"\b{re.escape(library)}\b", depends), library
    needed = subprocess.run(["ldd", unpacked / "usr/bin/augustus"], check=True, capture_output=True, text=True,
                            timeout=60).stdout
    assert "not found" not in needed
    binary_version = subprocess.run([unpacked / "usr/bin/augustus", "--version"], check=True, capture_output=True,
                                    text=True, timeout=60).stdout
    assert binary_version == f"augustus {field(package, 'Version')}\n"


def test_checksums_agree(unpacked: Path) -> None:
    subprocess.run(["md5sum", "--quiet", "--check", "DEBIAN/md5sums"], cwd=unpacked, check=True, timeout=60)


def described(unpacked: Path) -> dict:
    return json.loads(subprocess.run([unpacked / "usr/bin/augustus", "describe"], check=True, capture_output=True,
                                     timeout=60).stdout)


def test_every_subcommand_has_a_manual_page(unpacked: Path) -> None:
    pages = unpacked / "usr/share/man/man1"
    names = {"augustus"} | {f"augustus-{command['name']}" for command in described(unpacked)["commands"]}
    assert {page.name.removesuffix(".1.gz") for page in pages.iterdir()} == names
    for page in [*pages.iterdir(), unpacked / "usr/share/man/man5/augustus.toml.5.gz"]:
        text = subprocess.run(["zcat", page], check=True, capture_output=True, timeout=60).stdout
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=text, capture_output=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, b""), page.name


def test_a_manual_page_tells_all_options(unpacked: Path) -> None:
    route = next(command for command in described(unpacked)["commands"] if command["name"] == "route")
    page = subprocess.run(["zcat", unpacked / "usr/share/man/man1/augustus-route.1.gz"], check=True,
                          capture_output=True, timeout=60).stdout
    text = subprocess.run(["groff", "-man", "-Tascii", "-P-cbou"], input=page, check=True, capture_output=True,
                          timeout=60).stdout.decode()
    for verb in route["commands"]:
        assert f"augustus route {verb['name']}" in text
        for option in verb["options"]:
            for name in option["names"]:
                assert name in text, name


def complete_in_bash(unpacked: Path, *words: str, folder: Path | None = None) -> set[str]:
    """What Tab offers after these words, the last of which is begun."""
    script = unpacked / "usr/share/bash-completion/completions/augustus"
    quoted = " ".join(f"'{word}'" for word in ("augustus", *words))
    program = (f"source '{script}'; COMP_WORDS=({quoted}); COMP_CWORD={len(words)}; _augustus; "
               "printf '%s\\n' \"${COMPREPLY[@]}\"")
    done = subprocess.run(["bash", "--norc", "-c", program], check=True, capture_output=True, text=True, timeout=60,
                          cwd=folder)
    assert done.stderr == ""
    return set(done.stdout.split())


def test_completion_for_bash(unpacked: Path, tmp_path: Path) -> None:
    assert complete_in_bash(unpacked, "ro") == {"route"}
    assert {"run", "status", "reload", "import"} <= complete_in_bash(unpacked, "")
    assert {"list", "show", "add", "remove"} <= complete_in_bash(unpacked, "route", "")
    assert "--cost" in complete_in_bash(unpacked, "route", "add", "--")
    assert complete_in_bash(unpacked, "route", "--router", "x", "ad") == {"add"}
    assert "describe" not in complete_in_bash(unpacked, "")
    (tmp_path / "router.toml").touch()
    assert complete_in_bash(unpacked, "run", "--config", "rou", folder=tmp_path) == {"router.toml"}
    assert complete_in_bash(unpacked, "import", "rou", folder=tmp_path) == {"router.toml"}


def test_completion_for_zsh(unpacked: Path) -> None:
    script = unpacked / "usr/share/zsh/vendor-completions/_augustus"
    # Tab in a terminal of its own; what is waited for was not typed.
    program = f"""
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PS1="> "; fpath=({script.parent} $fpath); autoload -U compinit; compinit -u -D; print READY'
zpty -r z text '*READY*READY*'
zpty -w -n z $'augustus rout\\t ad\\t --cos\\t'
zpty -r z text '*--cost*'
print -r -- $text
"""
    done = subprocess.run(["zsh", "-f", "-c", program], capture_output=True, text=True, timeout=100)
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", done.stdout)
    for word in ("augustus route", "add", "--cost"):
        assert word in shown, shown + done.stderr
