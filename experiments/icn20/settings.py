# SPDX-License-Identifier: Apache-2.0
"""What an experiment asks of a forwarder and of the load; plain values that every driver and the JSON understand."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """How a forwarder is set up. A driver says in its own configuration what it can of this."""
    cs_items: int = 0              # 0: the Content Store is off
    cs_serve: bool = True
    cs_admit: bool = True
    threads: int = 1
    split_load: bool = False       # an Interest goes to one of the next hops, evenly
    routes: int = 1                # that will be added
    routes_seconds: float = 180    # within which
    pending: int = 1 << 16         # Interests that may be pending at a time
    payload: int = 100             # bytes of content of the Data, for the memory of the Content Store


@dataclass(frozen=True)
class Load:
    """What the generator does. `names`: options of `augustus traffic` that say which."""
    names: tuple[str, ...] = ()
    one_way: bool = False          # Interests only
    lifetime_ms: int = 4000
    payload: int = 100
    window: int = 128
    rate: float = 0.0              # Interests a second; 0: as many as the window lets
    warm_up: float = 0.0           # seconds, beyond what any measurement is given
    seconds: float = 1.0
    repeat_names: bool = False
    count: int = 0                 # Interests; 0: for `seconds`
    verify: bool = True
