# SPDX-License-Identifier: Apache-2.0
"""Network namespaces of Linux joined by veth pairs: two machines and a cable, on one machine. Needs root."""
from __future__ import annotations

import itertools
import json
import os
import subprocess

_numbers = itertools.count()


def _ip(*words: str) -> str:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, timeout=20)
    if done.returncode:
        raise OSError(f"ip {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


class LinkedNamespaces:
    """Two namespaces `left` and `right` with a veth between them. Use as a context manager. The kernel of a side has its
    address unless `kernel_has` leaves it out: then a DPDK port on the interface can take it."""
    left_address, right_address = "10.77.0.1", "10.77.0.2"
    interface = "link0"  # its name in both

    def __init__(self, mtu: int = 1500, kernel_has: tuple[str, ...] = ("left", "right")) -> None:
        stem = f"ndn{os.getpid()}n{next(_numbers)}"
        self.left, self.right = f"{stem}l", f"{stem}r"
        self.mtu = mtu
        self.kernel_has = kernel_has

    def __enter__(self) -> LinkedNamespaces:
        try:
            for namespace in (self.left, self.right):
                _ip("netns", "add", namespace)
                _ip("-n", namespace, "link", "set", "lo", "up")
            _ip("link", "add", self.interface, "netns", self.left, "type", "veth", "peer", "name", self.interface, "netns",
                self.right)
            for side in ("left", "right"):
                namespace, address = getattr(self, side), getattr(self, f"{side}_address")
                if side in self.kernel_has:
                    _ip("-n", namespace, "address", "add", f"{address}/24", "dev", self.interface)
                _ip("-n", namespace, "link", "set", self.interface, "mtu", str(self.mtu), "up")
        except OSError:
            self.__exit__()
            raise
        return self

    def mac(self, side: str) -> str:
        """The hardware address of a side's interface, with colons."""
        shown = _ip("-n", getattr(self, side), "-json", "link", "show", "dev", self.interface)
        return json.loads(shown)[0]["address"]

    def __exit__(self, *_exception) -> None:
        for namespace in (self.left, self.right):
            subprocess.run(["ip", "netns", "delete", namespace], capture_output=True, timeout=20)
