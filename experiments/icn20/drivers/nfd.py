# SPDX-License-Identifier: Apache-2.0
"""NFD, where the user has it installed (`nfd` on the PATH, or the environment variable NFD_BINARY). Started as root it
would change to a user of its own: it is told not to. Its strategies have `random` since 22.12."""
from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterable
from pathlib import Path

from harness.router import Router, RouterOptions

from .driver import Route, TooSlow
from .managed import ManagedDriver

CONFIGURATION = """
general {{ }}
log {{ default_level WARN }}
tables
{{
  cs_max_packets {cs_items}
  cs_policy lru
  cs_unsolicited_policy drop-all
  strategy_choice {{ / /localhost/nfd/strategy/best-route }}
}}
face_system
{{
  unix {{ path {unix_path} }}
  udp {{ listen yes port {udp_port} enable_v4 yes enable_v6 no idle_timeout 600 mcast no }}
}}
authorizations
{{
  authorize {{ certfile any privileges {{ faces fib cs strategy-choice }} }}
}}
rib
{{
  localhost_security {{ trust-anchor {{ type any }} }}
  readvertise_nlsr no
}}
"""


def binary() -> str | None:
    return os.environ.get("NFD_BINARY") or shutil.which("nfd")


class Nfd(ManagedDriver):
    name = "nfd"
    title = "NFD"

    @classmethod
    def missing(cls) -> str | None:
        return None if binary() else "no nfd on the PATH and no NFD_BINARY"

    def add_routes(self, routes: Iterable[Route]) -> None:
        """NFD says that it accepted a route before it is in the FIB."""
        end = time.monotonic() + self.settings.routes_seconds
        listed = list(routes)
        super().add_routes(listed)
        prefixes = len({route.prefix for route in listed})
        while self.counters()["n_fib"] < prefixes:
            if time.monotonic() > end:
                raise TooSlow(f"{self._fib_entries()} of {prefixes:,} routes were there after {self.settings.routes_seconds:g} s")
            time.sleep(0.05)

    def make_router(self) -> Router:
        return _Router(self.folder, self.settings, self.cpus.forwarder, self.dumbbell.device)


class _Router(Router):
    kind = "NFD"

    def __init__(self, folder: Path, settings, cpus: tuple[int, ...], namespace: str) -> None:
        super().__init__(folder, RouterOptions(cs_capacity=settings.cs_items), namespace=namespace)
        self._cpus = cpus

    def _write_configuration(self) -> Path:
        file = self.folder / "nfd.conf"
        file.write_text(CONFIGURATION.format(cs_items=self.options.cs_capacity, unix_path=self.unix_path, udp_port=self.udp_port))
        return file

    def _command(self, configuration: Path) -> list:
        # NFD keeps keys in its home directory.
        return ["env", f"HOME={self.folder}", "taskset", "-c", ",".join(map(str, self._cpus)), binary(), "--config", configuration]
