# SPDX-License-Identifier: Apache-2.0
"""The forwarders that the suite knows. A new one is a file here and a line below."""
from __future__ import annotations

from .augustus import Augustus
from .augustus_ports import AugustusAfPacket, AugustusAfXdp
from .driver import Driver
from .ndnd import Ndnd
from .nfd import Nfd
from .relay import OffloadRelay, Relay

DRIVERS: dict[str, type[Driver]] = {driver.name: driver for driver in (
    Augustus, AugustusAfPacket, AugustusAfXdp, Ndnd, Nfd)}
RELAYS: tuple[type[Driver], ...] = (Relay, OffloadRelay)
