# SPDX-License-Identifier: Apache-2.0
"""A network namespace for this process itself and all that it starts: ports, addresses and interfaces that collide with
nobody's. Linux; needs root, or a system that lets users make namespaces."""
from __future__ import annotations

import ctypes
import os
import subprocess
from pathlib import Path

CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWNET = 0x00020000, 0x10000000, 0x40000000
_libc = ctypes.CDLL(None, use_errno=True)


def _call(function: str, *arguments: int) -> None:
    if getattr(_libc, function)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{function}: {os.strerror(number)}")


class OwnNetwork:
    """Entered by the main thread; who is not root stays in it. With it come
    - all addresses of 10.77.0.0/24 and fd77::1 to fd77::9, which nobody takes for loopback though they are this machine's;
    - two cables, `wire0` to `wire1` and `port0` to `port1`; the kernel has 10.78.0.1/24 at wire0 and nothing at the others.
    """

    def __init__(self) -> None:
        self._before: int | None = None

    def __enter__(self) -> OwnNetwork:
        if os.geteuid() == 0:
            self._before = os.open("/proc/self/ns/net", os.O_RDONLY)
            _call("unshare", CLONE_NEWNET)
        else:
            user, group = os.getuid(), os.getgid()
            _call("unshare", CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET)
            Path("/proc/self/setgroups").write_text("deny")
            Path("/proc/self/uid_map").write_text(f"0 {user} 1")
            Path("/proc/self/gid_map").write_text(f"0 {group} 1")
        for words in ("link set lo up", "address add 10.77.0.1/24 dev lo",
                      *(f"address add fd77::{host}/128 dev lo" for host in range(1, 10)),
                      "link add wire0 type veth peer name wire1", "link add port0 type veth peer name port1",
                      "address add 10.78.0.1/24 dev wire0",
                      *(f"link set {name} up" for name in ("wire0", "wire1", "port0", "port1"))):
            subprocess.run(["ip", *words.split()], check=True, capture_output=True, timeout=20)
        return self

    def __exit__(self, *_exception) -> None:
        if self._before is not None:
            _call("setns", self._before, CLONE_NEWNET)
            os.close(self._before)
