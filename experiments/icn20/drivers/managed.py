# SPDX-License-Identifier: Apache-2.0
"""Forwarders that speak the NFD management protocol over a local socket, by way of the tests' harness."""
from __future__ import annotations

import subprocess
from collections.abc import Iterable

from harness import packets
from harness.management import CommandFailed
from harness.process import Process, ProcessFailed
from harness.router import Router

from .driver import Driver, NotPossible, Route, TooSlow, add_routes_over_management, end_group

CS_ADMIT, CS_SERVE = 1, 2
RANDOM_STRATEGY = "/localhost/nfd/strategy/random"


class ManagedDriver(Driver):
    """`make_router` says how the forwarder is configured; the rest is the protocol's."""
    strategy = RANDOM_STRATEGY

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.router: Router | None = None

    def make_router(self) -> Router:
        raise NotImplementedError

    @property
    def process(self) -> Process | None:
        return self.router.process if self.router else None

    def start(self) -> None:
        self.router = self.make_router()
        self.router.start()
        if self.settings.split_load and self.splits_load:
            self.router.management.command("strategy-choice", "set", name="/", strategy=self.strategy)
        if self.settings.cs_items and not (self.settings.cs_serve and self.settings.cs_admit):
            self.configure_cs(self.settings.cs_admit, self.settings.cs_serve)

    def stop(self) -> None:
        if self.router is not None:
            self.router.stop()
            end_group(self.router.process)

    def connect(self, host: str, port: int, interface: str) -> int:
        return self.router.create_face(f"udp4://{host}:{port}")

    def add_routes(self, routes: Iterable[Route]) -> None:
        if self.settings.split_load and not self.splits_load:
            routes = split_by_prefix(routes)
        try:
            add_routes_over_management(self.router.unix_path, routes, self.folder, self.settings.routes_seconds)
        except subprocess.TimeoutExpired:
            self.check_consistency()
            raise TooSlow(f"{self._fib_entries()} of {self.settings.routes:,} routes were there after "
                          f"{self.settings.routes_seconds:g} s") from None
        except ProcessFailed:
            self.check_consistency()
            raise

    def _fib_entries(self) -> str:
        try:
            return f"{self.counters()['n_fib']:,}"
        except (OSError, AssertionError, KeyError):
            return "an unknown number"

    def configure_cs(self, admit: bool, serve: bool) -> None:
        try:
            self.router.management.command("cs", "config", flags=CS_ADMIT * admit + CS_SERVE * serve,
                                           mask=CS_ADMIT | CS_SERVE)
        except CommandFailed as error:
            raise NotPossible(f"{self.title}: {error}") from None

    def counters(self) -> dict[str, int]:
        return status_counters(self.router.management.dataset("status", "general"))


def split_by_prefix(routes: Iterable[Route]) -> Iterable[Route]:
    """One next hop each, in turn: the same load at each, without a strategy."""
    return (Route(route.prefix, (route.ways[place % len(route.ways)],)) for place, route in enumerate(routes))


# Of NFD's general status dataset.
_STATUS = {0x90: "n_in_interests", 0x91: "n_in_data", 0x97: "n_in_nacks", 0x92: "n_out_interests", 0x93: "n_out_data",
           0x98: "n_out_nacks", 0x84: "n_fib", 0x85: "n_pit", 0x87: "n_cs", 0x99: "n_satisfied", 0x9a: "n_unsatisfied"}


def status_counters(dataset: bytes) -> dict[str, int]:
    found = {kind: int.from_bytes(value, "big") for kind, value in packets.elements(dataset) if kind in _STATUS}
    return {_STATUS[kind]: value for kind, value in found.items()}
