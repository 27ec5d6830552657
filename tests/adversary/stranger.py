# SPDX-License-Identifier: Apache-2.0
"""An innocent whom an attack plays itself."""
from __future__ import annotations

import contextlib
import os

from harness import packets

from .witness import LIFETIME_S, PREFIX


def is_served(stranger: packets.Stream) -> bool:
    """Whether somebody else gets the honest producer's Data, in the time that an exchange of the honest has."""
    with contextlib.suppress(OSError):
        stranger.socket.settimeout(LIFETIME_S)
        stranger.send(packets.interest(f"{PREFIX}/plain/{os.urandom(6).hex()}", lifetime_ms=int(LIFETIME_S * 1000)))
        return packets.network_packet(stranger.receive())[:1] == b"\x06"
    return False
