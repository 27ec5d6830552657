# SPDX-License-Identifier: Apache-2.0
"""The table of attacks: what was sent, what the honest kept, what management took."""
from __future__ import annotations

from collections.abc import Callable

from .arena import Row
from .witness import PATIENCE_S


def _cells(row: Row) -> list[str]:
    answer = f"{row.answer_s * 1000:.0f} ms" if row.answer_s < PATIENCE_S else "none"
    return [row.item, row.attack, f"{row.kept:.0%}", f"{row.kept_after:.0%}", answer, f"{row.settled_s:.1f} s",
            "; ".join(row.failures) or "held"]


HEAD = ["of", "attack", "kept", "afterwards", "management", "settled", "outcome"]


def print_rows(rows: list[Row], write: Callable[[str], None]) -> None:
    lines = [HEAD] + [_cells(row) for row in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD) - 1)]
    for line, row in zip(lines, [None, *rows]):
        write("  ".join([*(cell.ljust(width) for cell, width in zip(line, widths)), line[-1]]).rstrip())
        if row is not None and row.sent:
            write(f"{'':{widths[0]}}  {row.sent.splitlines()[-1]}")
        if row is not None and row.counted:
            write(f"{'':{widths[0]}}  dropped: " + ", ".join(f"{reason} {count:,}" for reason, count in row.counted.items()))


def markdown(columns: list[tuple[str, list[Row]]]) -> str:
    """One table of several runs side by side: what the honest kept, during and after, and management's longest answer."""
    lines = ["| attack | sent |" + "".join(f" {title}: kept | management | outcome |" for title, _ in columns),
             "|---|---|" + "---|---|---|" * len(columns)]
    last = {row.attack: row for row in columns[-1][1]}
    for name in last:
        cells = [name, (last[name].sent.splitlines() or [""])[-1]]
        for _, rows in columns:
            row = next((row for row in rows if row.attack == name), None)
            if row is None:
                cells += ["", "", ""]
                continue
            _, _, kept, afterwards, answer, _, outcome = _cells(row)
            cells += [kept if kept == afterwards else f"{kept}, then {afterwards}", answer, outcome.replace("|", "/")]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
