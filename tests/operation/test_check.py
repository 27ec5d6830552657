# SPDX-License-Identifier: Apache-2.0
"""`augustus run --check` tries what the configuration names, says where it is wrong, and changes nothing."""
from __future__ import annotations

import fcntl
import os
import socket
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from harness.router import AUGUSTUS

# Nothing of it can be taken by another.
QUIET = "".join(f"[faces.{kind}]\nenabled = false\n" for kind in ("unix", "udp", "tcp", "websocket"))
Disturb = Callable[[Path, ExitStack], None]


def check(file: Path) -> subprocess.CompletedProcess:
    return subprocess.run([AUGUSTUS, "run", "--check", "--config", file], capture_output=True, text=True, timeout=60)


def without(section: str) -> str:
    return QUIET.replace(f"[faces.{section}]\nenabled = false\n", "")


def taken(kind: socket.SocketKind) -> Disturb:
    def take(folder: Path, stack: ExitStack) -> None:
        holder = stack.enter_context(socket.socket(socket.AF_INET, kind))
        holder.bind(("127.0.0.1", 0))
        if kind == socket.SOCK_STREAM:
            holder.listen()
        text = (folder / "augustus.toml").read_text()
        (folder / "augustus.toml").write_text(text.replace("PORT", str(holder.getsockname()[1])))
    return take


def write(name: str, content: bytes) -> Disturb:
    return lambda folder, _: (folder / name).write_bytes(content) and None


def locked(folder: Path, stack: ExitStack) -> None:
    store = stack.enter_context((folder / "store").open("w+b"))
    store.write(bytes(8192))
    store.flush()
    fcntl.flock(store, fcntl.LOCK_EX)


def live_socket(folder: Path, stack: ExitStack) -> None:
    listener = stack.enter_context(socket.socket(socket.AF_UNIX))
    listener.bind(str(folder / "sock"))
    listener.listen()


def nothing(*_) -> None:
    pass


STORE = '[cs]\ncapacity = 64\n[[cs.ssd]]\npath = "FOLDER/store"\n'
UNIX = without("unix") + '[faces.unix]\npath = "FOLDER/sock"\n'
# What the file says, what is done before, and the line and words of the objection.
WRONG: dict[str, tuple[str, Disturb, str, str]] = {
    "a TCP port in use": (without("tcp") + '[faces.tcp]\nlisten = ["127.0.0.1"]\nport = PORT\n',
                          taken(socket.SOCK_STREAM), "port = PORT", "Address already in use"),
    "a UDP port in use": (without("udp") + '[faces.udp]\nlisten = ["127.0.0.1"]\nport = PORT\n',
                          taken(socket.SOCK_DGRAM), "port = PORT", "Address already in use"),
    "a WebSocket port in use": (without("websocket") + '[faces.websocket]\nlisten = "127.0.0.1"\nport = PORT\n',
                                taken(socket.SOCK_STREAM), "port = PORT", "Address already in use"),
    "an address of another machine": (without("tcp") + '[faces.tcp]\nlisten = ["192.0.2.1"]\n', nothing, "listen",
                                      "expected an address that can be listened on"),
    "a port for metrics in use": (QUIET + '[metrics]\nenabled = true\nport = PORT\n', taken(socket.SOCK_STREAM),
                                  "port = PORT", "Address already in use"),
    "a file for a socket": (UNIX, write("sock", b"precious"), "path", "expected a socket or nothing"),
    "a router that runs": (UNIX, live_socket, "path", "a router that runs listens there"),
    "no folder for the socket": (UNIX.replace("/sock", "/a/b/sock"), nothing, "path", "expected a folder"),
    "no such interface": (without("udp") + '[faces.udp]\nlisten = []\nmulticast = true\n'
                          'multicast_interfaces = ["none0"]\n', nothing, "multicast_interfaces",
                          "expected a network interface"),
    "no such interface of a port": (QUIET + '[[dpdk.ports]]\ndevice = "net_af_packet0,iface=none0"\n', nothing, "device",
                                    "expected a network interface"),
    "no such PCI device": (QUIET + '[[dpdk.ports]]\ndevice = "ffff:ff:1f.7"\n', nothing, "device", "expected a PCI device"),
    "a store without a size": (QUIET + STORE, nothing, "[[cs.ssd]]", "expected a size"),
    "a store that has no room": (QUIET + STORE + "size = 1000000000000000\n", nothing, "size", "bytes that are free"),
    "a store without a folder": (QUIET + STORE.replace("store", "none/store") + "size = 1048576\n", nothing, "path",
                                 "expected a folder"),
    "a store that is something else": (QUIET + STORE, write("store", b"precious" * 1024), "path", "holds something else"),
    "a store in use": (QUIET + STORE, locked, "path", "another router uses it"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_it_says_where_and_what_was_expected(tmp_path: Path, kind: str) -> None:
    text, disturb, line, words = WRONG[kind]
    file = tmp_path / "augustus.toml"
    file.write_text(text.replace("FOLDER", str(tmp_path)))
    with ExitStack() as stack:
        disturb(tmp_path, stack)
        before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
        done = check(file)
        assert done.returncode == 2, done.stdout
        lines = text.splitlines()
        number = next(number for number, own in reversed(list(enumerate(lines, 1))) if own.startswith(line))
        assert f"{file}:{number}:" in done.stderr and words in done.stderr, done.stderr
        assert {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


def test_it_names_everything_at_once(tmp_path: Path) -> None:
    file = tmp_path / "augustus.toml"
    file.write_text(UNIX.replace("FOLDER", str(tmp_path)) + (STORE + "size = 0\n").replace("FOLDER", str(tmp_path / "none")))
    (tmp_path / "sock").write_bytes(b"precious")
    done = check(file)
    assert done.returncode == 2
    assert "faces.unix.path" in done.stderr and "cs.ssd[0].path" in done.stderr and "cs.ssd[0].size" in done.stderr


def test_only_root_can_become_another_user(tmp_path: Path) -> None:
    file = tmp_path / "augustus.toml"
    file.write_text(QUIET + '[run]\nuser = "daemon"\n')
    if os.geteuid() == 0:
        assert check(file).returncode == 0
        return
    done = check(file)
    assert done.returncode == 2 and "expected to be started by root" in done.stderr


def test_what_it_accepts_is_left_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "augustus.toml"
    file.write_text((UNIX + STORE + "size = 16777216\n").replace("FOLDER", str(tmp_path)))
    done = check(file)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["augustus.toml"]
