#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fetches what produce_file.py publishes: consume_file.py NAME FILE

Segments are asked for in a window of Interests, several under way at once; one that times out is asked for again.
"""
import asyncio
import sys
from pathlib import Path

from ndn.app import NDNApp
from ndn.encoding import Component, Name
from ndn.security import KeychainDigest
from ndn.types import InterestNack, InterestTimeout

WINDOW = 16
ATTEMPTS = 5


async def fetch(app: NDNApp, name, **options):
    """One Data by name: its name, meta information and content, after at most ATTEMPTS Interests."""
    for attempt in range(ATTEMPTS):
        try:
            return await app.express_interest(name, lifetime=1000, **options)
        except (InterestNack, InterestTimeout):
            if attempt == ATTEMPTS - 1:
                raise
            await asyncio.sleep(0.1)


async def fetch_object(app: NDNApp, prefix: str) -> bytes:
    # The first answer tells the object's full name and its last segment.
    name, meta, _ = await fetch(app, prefix, can_be_prefix=True, must_be_fresh=True)
    last = Component.to_number(meta.final_block_id)
    window = asyncio.Semaphore(WINDOW)

    async def fetch_segment(number: int) -> bytes:
        async with window:
            _, _, content = await fetch(app, name[:-1] + [Component.from_segment(number)])
            return bytes(content or b"")

    return b"".join(await asyncio.gather(*(fetch_segment(number) for number in range(last + 1))))


def main(prefix: str, file: str) -> None:
    app = NDNApp(keychain=KeychainDigest())
    failure = ["the router closed the connection"]

    async def run() -> None:
        try:
            content = await fetch_object(app, prefix)
            Path(file).write_bytes(content)
            print(f"received {len(content)} bytes of {Name.to_str(Name.normalize(prefix))}")
            failure.clear()
        except InterestNack as nack:
            failure[0] = f"no answer for {prefix}: Nack {nack.reason}"
        except InterestTimeout:
            failure[0] = f"no answer for {prefix}: time-out"
        finally:
            app.shutdown()

    app.run_forever(after_start=run())
    if failure:
        sys.exit(failure[0])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
