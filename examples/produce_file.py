#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Publishes a file under a name until interrupted: produce_file.py NAME FILE

The file is cut into segments /NAME/seg=0, /NAME/seg=1, ...; each is a Data packet of its own and names the last
one, so that a consumer knows where to stop.
"""
import sys
from pathlib import Path

from ndn.app import NDNApp
from ndn.encoding import Component, Name
from ndn.security import KeychainDigest

SEGMENT_BYTES = 8000  # a packet is at most 8800 bytes, with its name and signature


def main(prefix: str, file: str) -> None:
    content = Path(file).read_bytes()
    segment_count = max(1, -(-len(content) // SEGMENT_BYTES))
    last = Component.from_segment(segment_count - 1)

    # NDN_CLIENT_TRANSPORT says which router to use; the digest "keychain" signs with SHA-256 only, without a key.
    app = NDNApp(keychain=KeychainDigest())
    name = Name.normalize(prefix)

    # Registers the prefix with the router, which from then on sends us the Interests below it.
    @app.route(name)
    def on_interest(interest_name, parameters, _application_parameters):
        if len(interest_name) == len(name) and parameters.can_be_prefix:
            segment = 0  # an Interest for the bare prefix asks where the object starts
        elif len(interest_name) == len(name) + 1 and Component.get_type(interest_name[-1]) == Component.TYPE_SEGMENT:
            segment = Component.to_number(interest_name[-1])
        else:
            return
        if segment < segment_count:
            piece = content[segment * SEGMENT_BYTES:(segment + 1) * SEGMENT_BYTES]
            app.put_data(name + [Component.from_segment(segment)], content=piece,
                         freshness_period=10_000, final_block_id=last)

    async def announce() -> None:
        print(f"serving {file} ({len(content)} bytes, {segment_count} segments) as {prefix}", flush=True)

    app.run_forever(after_start=announce())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
