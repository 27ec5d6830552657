# SPDX-License-Identifier: Apache-2.0
"""Augustus over the kernel's UDP sockets."""
from __future__ import annotations

from harness.router import AUGUSTUS, AugustusRouter, RouterOptions

from ..settings import Settings
from .managed import ManagedDriver

FIB_MIN, NAMES_MIN = 1 << 16, 1 << 17


def tables_for(settings: Settings) -> dict[str, dict]:
    """Tables with room for what an experiment puts there."""
    names = max(NAMES_MIN, 2 * (settings.pending + settings.cs_items))
    packet_bytes = settings.payload + 400
    return {
        "tables": {"fib_prefixes": max(FIB_MIN, settings.routes + 64), "pit_records": settings.pending, "names": names,
                   "name_bytes": max(1 << 24, 64 * names), "dead_nonces": 1 << 17},
        "cs": {"capacity": settings.cs_items,
               "capacity_bytes": max(1 << 26, 2 * settings.cs_items * packet_bytes)},
        "workers": {"count": settings.threads},
    }


class Augustus(ManagedDriver):
    name = "augustus"
    title = "Augustus"

    @classmethod
    def missing(cls) -> str | None:
        return None if AUGUSTUS.exists() else f"{AUGUSTUS} is not built"

    def make_router(self) -> AugustusRouter:
        options = RouterOptions(cs_capacity=self.settings.cs_items, extra=self.configuration())
        return PinnedAugustus(self.folder, options, self.cpus.forwarder, self.dumbbell.device)

    def configuration(self) -> dict:
        extra = tables_for(self.settings)
        extra["workers"]["cpus"] = list(self.cpus.forwarder[:self.settings.threads])
        return extra


class PinnedAugustus(AugustusRouter):
    """On several CPUs; the harness knows one."""

    def __init__(self, folder, options: RouterOptions, cpus: tuple[int, ...], namespace: str) -> None:
        super().__init__(folder, options, namespace=namespace)
        self._cpus = cpus

    def _command(self, configuration):
        return ["taskset", "-c", ",".join(map(str, self._cpus)), *super()._command(configuration)]
