# SPDX-License-Identifier: Apache-2.0
"""The package's life in a Debian 12 that has nothing else: installed, run as its user, removed, purged."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.router import ROOT

MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
SOURCES = f"""deb {MIRROR} bookworm main
deb {MIRROR} bookworm-updates main
deb {MIRROR}-security bookworm-security main
"""
# Kept between runs: it is the same each time.
ARCHIVE = ROOT / "build/package/bookworm.tar"

pytestmark = [pytest.mark.timeout(900), pytest.mark.skipif(os.geteuid() != 0, reason="needs root for a chroot")]


class Chroot:
    """A system in a folder, with processes and network of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, script: str, *, network: bool = False, expected: int = 0) -> str:
        words = ["unshare", "--mount", "--pid", "--fork", f"--mount-proc={self.root}/proc", "--kill-child"]
        words += [] if network else ["--net"]
        script = f"mount -t sysfs sysfs /sys\n{script}"
        done = subprocess.run([*words, "chroot", self.root, "/bin/sh", "-ec", script], capture_output=True, text=True,
                              timeout=600, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8",
                                                "DEBIAN_FRONTEND": "noninteractive",
                                                **{name: value for name, value in os.environ.items()
                                                   if name.lower().endswith("_proxy")}})
        assert done.returncode == expected, f"{script}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout


def make_archive() -> None:
    ARCHIVE.parent.mkdir(parents=True, exist_ok=True)
    made = ARCHIVE.with_suffix(".new")
    folder = Path(f"{ARCHIVE}.d")
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["debootstrap", "--variant=minbase", "bookworm", folder, MIRROR], check=True, timeout=800,
                   stdout=subprocess.DEVNULL)
    subprocess.run(["tar", "--one-file-system", "-C", folder, "-cf", made, "."], check=True, timeout=300)
    shutil.rmtree(folder, ignore_errors=True)
    made.rename(ARCHIVE)


@pytest.fixture(scope="module")
def system(package: Path, tmp_path_factory) -> Iterator[Chroot]:
    if not ARCHIVE.exists():
        make_archive()
    root = tmp_path_factory.mktemp("system") / "root"
    root.mkdir()
    subprocess.run(["tar", "-C", root, "-xf", ARCHIVE], check=True, timeout=300)
    (root / "etc/apt/sources.list").write_text(SOURCES)
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    shutil.copy("/etc/hosts", root / "etc/hosts")
    shutil.copy(package, root / "augustus.deb")
    chroot = Chroot(root)
    chroot.run("apt-get -qq update && apt-get -qq install --no-install-recommends /augustus.deb >/dev/null", network=True)
    yield chroot
    shutil.rmtree(root, ignore_errors=True)


def test_it_installs_with_all_it_needs(system: Chroot) -> None:
    assert system.run("augustus --version").startswith("augustus ")
    assert "start with" in system.run("augustus run --check --config /etc/augustus/augustus.toml")
    assert system.run("dpkg --audit") == ""
    assert system.run("dpkg --verify augustus") == ""


def test_its_user_is_a_system_user_without_a_login(system: Chroot) -> None:
    name, _, number, _, _, home, shell = system.run("getent passwd augustus").strip().split(":")
    assert (name, home, shell) == ("augustus", "/nonexistent", "/usr/sbin/nologin")
    assert int(number) < 1000


TRANSFER = """
install -d -o augustus -g augustus /run/nfd
setpriv --reuid=augustus --regid=augustus --clear-groups --no-new-privs --bounding-set=-all \\
  augustus run --config /etc/augustus/augustus.toml >/tmp/log 2>&1 &
router=$!
for attempt in $(seq 300); do [ -S /run/nfd/nfd.sock ] && break; sleep 0.1; done
[ -S /run/nfd/nfd.sock ] || { cat /tmp/log; exit 3; }
head -c 300000 /usr/bin/augustus >/tmp/file
augustus put /example/file /tmp/file >/dev/null 2>&1 &
for attempt in $(seq 100); do augustus route list | grep -q /example/file && break; sleep 0.1; done
augustus get /example/file -o /tmp/copy
cmp /tmp/file /tmp/copy
augustus status
augustus reload
kill -TERM $router
wait $router
[ ! -e /run/nfd/nfd.sock ]
"""


def test_it_moves_a_file_as_its_user(system: Chroot) -> None:
    told = system.run(TRANSFER)
    assert "0 changes were made" in told


def test_the_image_starts_with_the_default_configuration(system: Chroot) -> None:
    """What packaging/Dockerfile runs in the end, run where the package is installed: there is no Docker to ask here."""
    lines = (ROOT / "packaging/Dockerfile").read_text().splitlines()
    command = json.loads(next(line for line in lines if line.startswith("CMD "))[4:])
    folders = "install -d -o augustus -g augustus /run/nfd"
    assert folders in "\n".join(lines)
    ran = system.run(f"""{folders}
    setpriv --reuid augustus --regid augustus --clear-groups {' '.join(command)} >/tmp/image.log 2>&1 &
    for _ in $(seq 100); do augustus status --router unix:///run/nfd/nfd.sock >/dev/null 2>&1 && break; sleep 0.1; done
    augustus status --router unix:///run/nfd/nfd.sock; kill $!; wait; cat /tmp/image.log""")
    assert "listening on udp4://0.0.0.0:6363" in ran


def test_removal_leaves_the_configuration_and_purge_takes_it(system: Chroot) -> None:
    system.run("echo '# mine' >>/etc/augustus/augustus.toml; dpkg --install /augustus.deb </dev/null >/dev/null")
    assert "# mine" in system.run("cat /etc/augustus/augustus.toml")
    system.run("dpkg --remove augustus >/dev/null; [ ! -e /usr/bin/augustus ]; [ -e /etc/augustus/augustus.toml ]")
    system.run("dpkg --purge augustus >/dev/null; [ ! -e /etc/augustus ]; [ ! -e /usr/share/doc/augustus ]")
    assert system.run("dpkg --audit") == ""
