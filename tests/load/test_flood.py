# SPDX-License-Identifier: Apache-2.0
"""A flood of Interests that nobody answers, twice as many as the PIT holds for their lifetime: it stops at its share, what is
beyond is dropped and counted, and exchanges on another prefix go on."""
from __future__ import annotations

from pathlib import Path

from harness.process import PATIENCE_S, Process, wait_until
from harness.router import AUGUSTUS, RouterOptions
from harness.traffic import Producer, report_of, traffic

PIT_RECORDS = 2048
LIFETIME_MS = 4000
FLOOD_RATE = 2 * PIT_RECORDS * 1000 // LIFETIME_MS
VICTIM_COUNT = 2000


def test_a_flood_takes_its_share_of_the_pit_and_others_go_on(start_router, tmp_path: Path) -> None:
    router = start_router(RouterOptions(extra={"tables": {"pit_records": PIT_RECORDS}}))
    environment = router.client_environment
    with Producer("--prefix", "/flooded", "--answer", "0", folder=tmp_path, environment=environment), \
            Producer("--prefix", "/served", folder=tmp_path, environment=environment), \
            Process([AUGUSTUS, "traffic", "consumer", "--json", "--prefix", "/flooded", "--rate", str(FLOOD_RATE), "--lifetime",
                     str(LIFETIME_MS)], tmp_path / "flood.log", environment=environment) as flood:
        def is_at_its_share() -> bool:
            status = router.status()
            assert status["pit_entries"] < PIT_RECORDS
            # Of a flood that stood still for a moment the first records have ended: it comes back to its share.
            return status["drops"].get("pit_share", 0) > 0 and status["pit_entries"] > PIT_RECORDS * 0.8

        wait_until(is_at_its_share, PATIENCE_S, "the flood at its share")
        report = traffic("consumer", "--prefix", "/served", "--count", str(VICTIM_COUNT), "--window", "16", "--lifetime",
                         str(PATIENCE_S * 1000), folder=tmp_path, environment=environment)
        refused = router.status()["drops"]
        flood.stop(PATIENCE_S)
    counts = report["consumer"]["counts"]
    assert counts["satisfied"] == VICTIM_COUNT
    assert refused.get("pit_full", 0) == 0
    flooded = report_of(flood.output())["consumer"]["counts"]
    assert flooded["satisfied"] == 0
    assert flooded["interests"] >= refused["pit_share"] > 0
