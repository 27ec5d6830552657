#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the rooms of src/ and what they include, from the sources: docs/images/rooms.dot and, with Graphviz, rooms.svg.

Usage: scripts/draw_rooms.py [FOLDER]"""
from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^#include "(\w+)/', re.M)


def floors() -> list[str]:
    """The rooms, lowest first, as src/meson.build has them; main is above all."""
    return re.findall(r"^subdir\('(\w+)'\)", (ROOT / "src/meson.build").read_text(), re.M) + ["main"]


def files_of(room: str) -> list[Path]:
    return sorted(path for path in (ROOT / "src" / room).rglob("*") if path.suffix in (".cc", ".hh"))


def includes() -> dict[str, Counter[str]]:
    """For each room, how many of its files' includes name each other room."""
    found = {}
    for room in floors():
        texts = (path.read_text() for path in files_of(room))
        found[room] = Counter(other for text in texts for other in INCLUDE.findall(text) if other != room)
    return found


def dot() -> str:
    lines = ["digraph rooms {", "  rankdir = TB;", '  node [shape = box, style = rounded, fontname = "sans-serif", fontsize = 11];',
             '  edge [color = "#00000050", arrowsize = 0.6];']
    lines += [f"  {room};" for room in reversed(floors())]
    for room, others in includes().items():
        lines += [f"  {room} -> {other};" for other in floors() if others[other]]
    return "\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs/images"
    (folder / "rooms.dot").write_text(dot())
    subprocess.run(["dot", "-Tsvg", "-o", folder / "rooms.svg", folder / "rooms.dot"], check=True)
