# SPDX-License-Identifier: Apache-2.0
"""Rules of the house that no compiler checks."""
from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_spec = importlib.util.spec_from_file_location("draw_rooms", ROOT / "scripts/draw_rooms.py")
draw_rooms = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(draw_rooms)


def test_includes_go_down_the_floors() -> None:
    floors = draw_rooms.floors()
    upward = [(room, other) for room, others in draw_rooms.includes().items() for other in others
              if floors.index(other) > floors.index(room)]
    assert upward == []


def test_the_picture_is_current() -> None:
    assert draw_rooms.dot() == (ROOT / "docs/images/rooms.dot").read_text(), "make it again: scripts/draw_rooms.py"


def test_every_room_has_a_readme() -> None:
    without = [str(folder.relative_to(ROOT)) for folder in (ROOT / "src").rglob("*")
               if folder.is_dir() and not (folder / "README.md").exists()]
    assert without == []


def test_every_page_of_the_docs_is_in_the_index() -> None:
    index = (ROOT / "docs/README.md").read_text()
    missing = [page.name for page in (ROOT / "docs").glob("*.md") if page.name != "README.md" and f"({page.name})" not in index]
    assert missing == []
