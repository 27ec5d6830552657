# SPDX-License-Identifier: Apache-2.0
"""Network namespaces of Linux joined by veth pairs: two machines and a cable, on one machine. Needs root."""
from __future__ import annotations

import itertools
import os
import subprocess

_numbers = itertools.count()


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, timeout=20)
    if done.returncode:
        raise OSError(f"ip {' '.join(words)}: {done.stderr.strip()}")


class LinkedNamespaces:
    """Two namespaces `left` and `right` with a veth between them and an address each. Use as a context manager."""
    left_address, right_address = "10.77.0.1", "10.77.0.2"
    interface = "link0"  # its name in both

    def __init__(self, mtu: int = 1500) -> None:
        stem = f"ndn{os.getpid()}n{next(_numbers)}"
        self.left, self.right = f"{stem}l", f"{stem}r"
        self.mtu = mtu

    def __enter__(self) -> LinkedNamespaces:
        try:
            for namespace in (self.left, self.right):
                _ip("netns", "add", namespace)
                _ip("-n", namespace, "link", "set", "lo", "up")
            _ip("link", "add", self.interface, "netns", self.left, "type", "veth", "peer", "name", self.interface, "netns",
                self.right)
            for namespace, address in ((self.left, self.left_address), (self.right, self.right_address)):
                _ip("-n", namespace, "address", "add", f"{address}/24", "dev", self.interface)
                _ip("-n", namespace, "link", "set", self.interface, "mtu", str(self.mtu), "up")
        except OSError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_exception) -> None:
        for namespace in (self.left, self.right):
            subprocess.run(["ip", "netns", "delete", namespace], capture_output=True, timeout=20)
