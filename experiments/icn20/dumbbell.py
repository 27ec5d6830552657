# SPDX-License-Identifier: Apache-2.0
"""The paper's topology on one machine: consumers and producers, each in a network namespace of its own, joined by veth
pairs to the device under test, which has one more. Needs root."""
from __future__ import annotations

import itertools
import json
import os
import re
import subprocess

PORT = 6363            # of the device under test
PRODUCER_PORT = 7000   # and up: one for each consumer
CONSUMER_PORT = 7500

_numbers = itertools.count()
_STEM = "wire"


class SetUpFailed(RuntimeError):
    """The machine does not let us build the dumbbell."""


def ip(*words: str) -> str:
    return _tool("ip", *words)


def _tool(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    except FileNotFoundError:
        raise SetUpFailed(f"{command[0]} is not installed: scripts/install-dependencies test") from None
    if done.returncode:
        raise SetUpFailed(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def existing() -> list[str]:
    """The namespaces of dumbbells that are there, of whatever process."""
    listed = json.loads(subprocess.run(["ip", "-json", "netns", "list"], capture_output=True, text=True).stdout or "[]")
    return [one["name"] for one in listed if re.fullmatch(rf"{_STEM}\d+n\d+[a-z]\d*", one["name"])]


def remove_orphans() -> list[str]:
    """Deletes what a suite that was killed left behind: namespaces whose process is gone."""
    orphans = [name for name in existing() if not os.path.exists("/proc/" + re.match(_STEM + r"(\d+)n", name)[1])]
    for name in orphans:
        subprocess.run(["ip", "netns", "delete", name], capture_output=True, timeout=20)
    return orphans


class Dumbbell:
    """So many consumers and producers around one device. Use as a context manager."""

    def __init__(self, consumers: int = 1, producers: int = 1, kernel_has_device: bool = True, offloads: bool = True,
                 mtu: int = 1500) -> None:
        stem = f"{_STEM}{os.getpid()}n{next(_numbers)}"
        self.device = f"{stem}d"
        self.consumers = [f"{stem}c{i}" for i in range(consumers)]
        self.producers = [f"{stem}p{i}" for i in range(producers)]
        # False: the forwarder's own ports take the device's addresses, its kernel has none.
        self.kernel_has_device = kernel_has_device
        # False: the ends cut and sum up their packets themselves, one by one.
        self.offloads = offloads
        self.mtu = mtu

    @property
    def ends(self) -> list[tuple[str, str, str, str]]:
        """Namespace, interface of the device towards it, its address, the device's address there."""
        return ([(name, f"c{i}", f"10.78.{i}.1", f"10.78.{i}.254") for i, name in enumerate(self.consumers)]
                + [(name, f"p{i}", f"10.79.{i}.1", f"10.79.{i}.254") for i, name in enumerate(self.producers)])

    def device_for_consumer(self, i: int) -> str:
        return f"10.78.{i}.254"

    def device_for_producer(self, i: int) -> str:
        return f"10.79.{i}.254"

    def producer(self, i: int) -> str:
        return f"10.79.{i}.1"

    @staticmethod
    def mac(namespace: str, interface: str) -> str:
        return json.loads(ip("-n", namespace, "-json", "link", "show", "dev", interface))[0]["address"]

    @staticmethod
    def fix_neighbour(namespace: str, address: str, mac: str) -> None:
        """For a device that does not answer ARP."""
        ip("-n", namespace, "neighbour", "replace", address, "lladdr", mac, "dev", "eth0", "nud", "permanent")

    def __enter__(self) -> Dumbbell:
        try:
            self._build()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _build(self) -> None:
        ip("netns", "add", self.device)
        ip("-n", self.device, "link", "set", "lo", "up")
        for name, interface, address, own in self.ends:
            ip("netns", "add", name)
            ip("link", "add", interface, "netns", self.device, "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("-n", name, "address", "add", f"{address}/24", "dev", "eth0")
            if self.kernel_has_device:
                ip("-n", self.device, "address", "add", f"{own}/24", "dev", interface)
            for namespace, link in ((name, "eth0"), (self.device, interface)):
                ip("-n", namespace, "link", "set", link, "mtu", str(self.mtu), "up")
            if not self.offloads:
                self._cut_packets(name)

    @staticmethod
    def _cut_packets(namespace: str) -> None:
        """For those who take frames, not what the kernel would have cut or summed later."""
        _tool("ethtool", "--version")
        _tool("ip", "netns", "exec", namespace, "ethtool", "-K", "eth0", "tx", "off", "tso", "off", "gso", "off",
              "tx-udp-segmentation", "off")

    def __exit__(self, *_exception) -> None:
        for name in (*self.consumers, *self.producers, self.device):
            subprocess.run(["ip", "netns", "delete", name], capture_output=True, timeout=20)
