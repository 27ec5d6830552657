# SPDX-License-Identifier: Apache-2.0
"""The forwarders that the suite knows. A new one is a file here and a line below."""
from __future__ import annotations

from .augustus import Augustus
from .augustus_ports import AugustusAfPacket, AugustusAfXdp
from .driver import Driver
from .ndnd import Ndnd
from .ndndpdk import NdnDpdk
from .nfd import Nfd
from .relay import CutRelay, OffloadRelay, Relay

DRIVERS: dict[str, type[Driver]] = {driver.name: driver for driver in (
    Augustus, AugustusAfPacket, AugustusAfXdp, Ndnd, Nfd, NdnDpdk)}
RELAYS: tuple[type[Driver], ...] = (Relay, OffloadRelay, CutRelay)


def relays_for(drivers: list[type[Driver]]) -> list[type[Driver]]:
    """Those that bound one of the forwarders."""
    return [relay for relay in RELAYS if relay is Relay or any(driver.offloads == relay.offloads for driver in drivers)]
