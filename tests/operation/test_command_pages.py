# SPDX-License-Identifier: Apache-2.0
"""docs/commands says what the program says of itself."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from harness.router import AUGUSTUS, ROOT


def test_the_pages_are_those_of_the_program(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "scripts/describe_commands.py", AUGUSTUS, "--pages", tmp_path], check=True, timeout=60)
    made = {page.name: page.read_text() for page in tmp_path.iterdir()}
    kept = {page.name: page.read_text() for page in (ROOT / "docs/commands").iterdir()}
    assert made == kept, "make them again: scripts/describe_commands.py build/release/augustus --pages docs/commands"
