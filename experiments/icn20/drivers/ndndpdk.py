# SPDX-License-Identifier: Apache-2.0
"""NDN-DPDK (usnistgov/ndn-dpdk), where the user has it: `ndndpdk-svc` on the PATH, huge pages, six CPUs. Its service is
started in the device's namespace, activated as a forwarder and told by GraphQL what to do; its ports are AF_XDP sockets on the
device's interfaces, and every consumer and producer has a Face made for it. Written to its documentation; where it
refuses something, its answer is the reason that the suite shows."""
from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path

from harness.process import Process, ProcessFailed, wait_until

from ..dumbbell import CONSUMER_PORT, PORT
from .driver import Driver, NotPossible, Route, TooSlow, end_group

SERVICE = "ndndpdk-svc"
ENDPOINT = "http://127.0.0.1:3030/"
CPUS_MIN = 6          # input, output, crypto, forwarding, main, and one for the load
CS_MIN = 64           # it has no way to go without a Content Store
ROUTES_A_REQUEST = 500


class NdnDpdk(Driver):
    name = "ndn-dpdk"
    title = "NDN-DPDK"
    kernel_has_device = False
    offloads = False
    splits_load = False
    _process: Process | None = None

    @classmethod
    def missing(cls) -> str | None:
        if shutil.which(SERVICE) is None or shutil.which("curl") is None:
            return f"no {SERVICE} (and curl) on the PATH"
        if (os.cpu_count() or 1) < CPUS_MIN:
            return f"it needs {CPUS_MIN - 1} CPUs beside the load's, there are {os.cpu_count()}"
        pages = re.search(r"^HugePages_Total:\s+(\d+)", Path("/proc/meminfo").read_text(), re.M)
        return None if pages and int(pages[1]) else "it needs huge pages, there are none"

    @property
    def process(self) -> Process | None:
        return self._process

    def activation(self) -> dict:
        own = [cpu for cpu in sorted(os.sched_getaffinity(0)) if cpu != self.cpus.load]
        items = max(CS_MIN, self.settings.cs_items)
        capacity = 2 * (self.settings.pending + items)
        buffers = (1 << (max(65_536, capacity) - 1).bit_length()) - 1
        return {"eal": {"cores": own}, "mempool": {"DIRECT": {"capacity": buffers}, "INDIRECT": {"capacity": buffers}},
                "fib": {"capacity": max(4095, self.settings.routes + 64), "startDepth": 2},
                "pcct": {"pcctCapacity": capacity, "csMemoryCapacity": items, "csIndirectCapacity": items}}

    def start(self) -> None:
        if not (self.settings.cs_serve and self.settings.cs_admit):
            raise NotPossible("NDN-DPDK's Content Store always serves and admits")
        if self.settings.split_load:
            raise NotPossible("the suite has no strategy of NDN-DPDK's that spreads load without state")
        self._process = Process([SERVICE], self.folder / "ndn-dpdk.log", namespace=self.dumbbell.device).start()
        wait_until(self._answers, 60, "NDN-DPDK's GraphQL server", interval=0.2)
        self._ask("mutation($args: JSON!) { activate(forwarder: $args) }", args=self.activation())
        for name, interface, _address, own in self.dumbbell.ends:
            self._ask("mutation($netif: String!) { createEthPort(driver: XDP, netif: $netif) { id } }", netif=interface)
            self.dumbbell.fix_neighbour(name, own, self.dumbbell.mac(self.dumbbell.device, interface))
        for i in range(len(self.dumbbell.consumers)):
            self._face(f"c{i}", self.dumbbell.consumers[i], CONSUMER_PORT)

    def stop(self) -> None:
        end_group(self._process)

    def _answers(self) -> bool:
        self.check_consistency()
        try:
            self._ask("{ version { version } }")
            return True
        except ProcessFailed:
            return False

    def _ask(self, query: str, **variables) -> dict:
        done = subprocess.run(["ip", "netns", "exec", self.dumbbell.device, "curl", "-sS", "--max-time", "120", "-H",
                               "Content-Type: application/json", "--data", "@-", ENDPOINT],
                              input=json.dumps({"query": query, "variables": variables}), capture_output=True, text=True)
        if done.returncode:
            raise ProcessFailed(f"NDN-DPDK does not answer: {done.stderr.strip()}")
        answer = json.loads(done.stdout)
        if answer.get("errors"):
            raise ProcessFailed(f"NDN-DPDK: {answer['errors'][0].get('message', answer['errors'])}")
        return answer["data"]

    def _face(self, interface: str, namespace: str, port: int) -> str:
        _, _, address, own = next(end for end in self.dumbbell.ends if end[1] == interface)
        locator = {"scheme": "udpe", "local": self.dumbbell.mac(self.dumbbell.device, interface),
                   "remote": self.dumbbell.mac(namespace, "eth0"), "localIP": own, "remoteIP": address, "localUDP": PORT,
                   "remoteUDP": port}
        return self._ask("mutation($locator: JSON!) { createFace(locator: $locator) { id } }", locator=locator)["createFace"]["id"]

    def connect(self, host: str, port: int, interface: str) -> str:
        return self._face(interface, self.dumbbell.producers[int(interface[1:])], port)

    def add_routes(self, routes: Iterable[Route]) -> None:
        pending, deadline, done = iter(routes), time.monotonic() + self.settings.routes_seconds, 0
        while some := list(itertools.islice(pending, ROUTES_A_REQUEST)):
            commands = "".join(f"r{i}: insertFibEntry(name: {json.dumps(route.prefix)}, nexthops: {json.dumps(list(route.ways))}) "
                               "{ id } " for i, route in enumerate(some))
            self._ask(f"mutation {{ {commands} }}")
            done += len(some)
            if time.monotonic() > deadline:
                raise TooSlow(f"{done:,} of {self.settings.routes:,} routes were there after {self.settings.routes_seconds:g} s")
