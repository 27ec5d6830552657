# SPDX-License-Identifier: Apache-2.0
"""A control group whose processes may only use so much memory, what they map from files included."""
from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
# Of a first version of control groups, then of the second.
LIMITS = ((GROUPS / "memory", "memory.limit_in_bytes"), (GROUPS, "memory.max"))


@contextmanager
def memory_limit(limit_bytes: int) -> Iterator[list[str] | None]:
    """The words to put in front of a command that is to run so; None where the system does not let us."""
    group = make_group(limit_bytes)
    if group is None:
        yield None
        return
    try:
        yield ["sh", "-c", 'echo $$ >"$0" && exec "$@"', str(group / "cgroup.procs")]
    finally:
        group.rmdir()


def make_group(limit_bytes: int) -> Path | None:
    for parent, file in LIMITS:
        group = parent / f"hcs17-{os.getpid()}"
        try:
            group.mkdir()
        except OSError:
            continue
        try:
            (group / file).write_text(str(limit_bytes))
            return group
        except OSError:
            group.rmdir()
    return None
