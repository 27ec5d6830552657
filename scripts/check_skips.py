#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_skips.py SKIPPED ALLOWED: fails on a skipped test that the list of allowed ones does not name."""
import fnmatch
import sys
from pathlib import Path


def allowed_patterns(text: str) -> list[str]:
    """Lines `PATTERN: REASON`; a reason is obligatory. Empty lines and those with # are none."""
    patterns = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        pattern, _, reason = line.partition(": ")
        if not reason.strip():
            sys.exit(f"allowed-skips: no reason given for '{line}'")
        patterns.append(pattern)
    return patterns


def main(skipped_file: str, allowed_file: str) -> int:
    patterns = allowed_patterns(Path(allowed_file).read_text())
    refused = [line for line in Path(skipped_file).read_text().splitlines()
               if not any(fnmatch.fnmatchcase(line.partition("\t")[0], pattern) for pattern in patterns)]
    for line in refused:
        test, _, reason = line.partition("\t")
        print(f"skipped without leave: {test}: {reason}", file=sys.stderr)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
