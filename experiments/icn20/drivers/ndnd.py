# SPDX-License-Identifier: Apache-2.0
"""ndnd's forwarder (`ndnd fw run`). It has best-route and multicast only: Interests are not spread over next hops."""
from __future__ import annotations

import json
from pathlib import Path

from harness.router import NDND, NdndRouter, RouterOptions

from .managed import ManagedDriver


CAPACITY_MAX = 65_535  # that its configuration file can say; a command can say more


class Ndnd(ManagedDriver):
    name = "ndnd"
    title = "ndnd"
    splits_load = False

    @classmethod
    def missing(cls) -> str | None:
        return None if NDND.exists() else f"{NDND} is not there: scripts/build-clients makes it"

    def start(self) -> None:
        super().start()
        if self.settings.cs_items > CAPACITY_MAX:
            self.router.management.command("cs", "config", capacity=self.settings.cs_items)

    def make_router(self) -> NdndRouter:
        return _Router(self.folder, RouterOptions(cs_capacity=min(self.settings.cs_items, CAPACITY_MAX)), self.cpus.forwarder,
                       self.settings.threads, self.dumbbell.device)


class _Router(NdndRouter):
    def __init__(self, folder, options: RouterOptions, cpus: tuple[int, ...], threads: int, namespace: str) -> None:
        super().__init__(folder, options, namespace=namespace)
        self._cpus, self._threads = cpus, threads

    def _write_configuration(self) -> Path:
        file = super()._write_configuration()
        settings = json.loads(file.read_text())
        settings["fw"]["threads"] = self._threads
        settings["tables"]["rib"] = {"readvertise_nlsr": False}
        file.write_text(json.dumps(settings))
        return file

    def _command(self, configuration: Path) -> list:
        return ["taskset", "-c", ",".join(map(str, self._cpus)), *super()._command(configuration)]
