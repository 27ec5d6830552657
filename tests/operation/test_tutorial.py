# SPDX-License-Identifier: Apache-2.0
"""docs/tutorial.md: its commands do what it says. Lines that follow a command are in what it prints, in that order."""
from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from harness.router import AUGUSTUS, ROOT

END = "@@@ end of"


def steps(text: str) -> list[tuple[str, list[str]]]:
    """Commands with the lines that they are to print; a here-document belongs to its command."""
    found: list[tuple[str, list[str]]] = []
    document = False
    for line in text.splitlines():
        if not line.startswith("    "):
            continue
        line = line[4:]
        if document:
            found[-1] = (found[-1][0] + "\n" + line, found[-1][1])
            document = line != "end"
        elif line.startswith("$ "):
            found.append((line[2:], []))
            document = "<<end" in line
        else:
            found[-1][1].append(line)
    return found


def test_the_tutorial_does_what_it_says(tmp_path: Path) -> None:
    commands = steps((ROOT / "docs/tutorial.md").read_text())
    assert len(commands) > 20
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "augustus").symlink_to(AUGUSTUS)
    script = "set -e\n" + "\n".join(f"{command}\necho '{END} {number}'" for number, (command, _) in enumerate(commands))
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=120,
                          env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"})
    printed = done.stdout
    for number, (command, expected) in enumerate(commands):
        assert f"{END} {number}\n" in printed, f"{command}\nended with {done.returncode}: {printed[-2000:]}{done.stderr}"
        own, printed = printed.split(f"{END} {number}\n", 1)
        pattern = ".*".join(map(re.escape, expected))
        assert re.search(pattern, own, re.S), f"{command}\nprinted {own!r}, not {expected}"
