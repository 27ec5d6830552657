# SPDX-License-Identifier: Apache-2.0
"""Augustus' public dispatch hash (docs/dispatch.md), to choose names that meet in one partition."""
from __future__ import annotations

import ctypes
import ctypes.util
import functools

from .workload import Workload

PARTITIONS = 64


@functools.cache
def _xxh3():
    library = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")
    function = library.XXH3_64bits
    function.restype = ctypes.c_uint64
    function.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    return function


def dispatch_hash(name: str) -> int:
    """Of a name of plain generic components, shorter than 253 bytes each, whose last is no segment number."""
    tlvs = b"".join(bytes([8, len(part)]) + part.encode() for part in name.strip("/").split("/"))
    return _xxh3()(tlvs, len(tlvs))


def names_of_partition(workload: Workload, count: int, partition: int = 0, partitions: int = PARTITIONS) -> list[str]:
    """So many names that all fall into one partition."""
    found: list[str] = []
    place = 0
    while len(found) < count:
        content = f"n{place:x}".rjust(workload.padding, "x")
        name = f"{workload.domains[place % len(workload.domains)]}/{content}"
        if dispatch_hash(name) % partitions == partition:
            found.append(name)
        place += 1
    return found
