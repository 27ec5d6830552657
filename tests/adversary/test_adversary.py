# SPDX-License-Identifier: Apache-2.0
"""Each attack on a router that the honest use meanwhile. Attacks with the same configuration meet the same router, one after
the other, as long as it holds; another takes its place when it does not."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .arena import Arena, Row
from .attack import ATTACKS, Attack
from .profiles import PROFILES


class Place:
    """Where the router of a profile stands, started when it is wanted."""

    def __init__(self, profile: str, folder: Path, full: bool) -> None:
        self._profile, self._folder, self._full = profile, folder, full
        self._arena: Arena | None = None
        self._count = 0

    def arena(self) -> Arena:
        if self._arena is None:
            arena = Arena(self._profile, self._folder / f"router{self._count}", self._full)
            self._count += 1
            try:
                self._arena = arena.__enter__()
            except BaseException:
                arena.stop()
                raise
        return self._arena

    def clear(self) -> list[str]:
        arena, self._arena = self._arena, None
        return arena.stop() if arena is not None else []


@pytest.fixture(scope="module")
def place(request: pytest.FixtureRequest, own_network, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    own = Place(request.param, tmp_path_factory.mktemp(request.param), request.config.getoption("--full-attacks"))
    yield own
    ended = own.clear()
    assert not ended, f"the router of '{request.param}', in order, {ended}"


def cases() -> list:
    chosen = []
    for profile in PROFILES:
        for attack in (attack for attack in ATTACKS if attack.profile == profile):
            chosen.append(pytest.param(profile, attack, id=f"{attack.item}-{attack.name}".replace(" ", "-")))
    return chosen


@pytest.mark.parametrize(("place", "attack"), cases(), indirect=["place"])
def test_the_router_holds_and_serves(place: Place, attack: Attack, rows: list[Row]) -> None:
    row = place.arena().attack(attack)
    rows.append(row)
    if row.failures:
        log = place.arena().router.log()
        place.clear()  # the next attack shall not suffer for this one
        pytest.fail("\n".join([f"{attack.name}: {row.sent}", *row.failures, log]), pytrace=False)
