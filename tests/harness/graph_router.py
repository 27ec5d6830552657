# SPDX-License-Identifier: Apache-2.0
"""A router that forwards by a graph of elements."""
from __future__ import annotations

from pathlib import Path

from .process import Process
from .router import ROOT, AugustusRouter

FIGURE_3 = (ROOT / "etc/figure3.click").read_text()


def figure3_with(**edges: str) -> str:
    """Figure 3 with something put between: `arrives` is what stands before `in`, `leaves` what stands behind `out`, `more`
    comes besides."""
    text = FIGURE_3.replace("FromFace -> in", edges.get("arrives", "FromFace -> in"))
    text = text.replace("fib -> out -> ToFace;", "fib -> out; " + edges.get("leaves", "out -> ToFace;"))
    return text.replace("out :: OutputMux;", edges.get("out", "out :: OutputMux;")) + edges.get("more", "")


class GraphRouter(AugustusRouter):
    """Walks by the file `graph.click` in its folder, which holds `graph`."""
    graph = FIGURE_3

    def _command(self, configuration: Path) -> list[str | Path]:
        return [*super()._command(configuration), "--graph", self.folder / "graph.click"]

    def start_process(self) -> Process:
        (self.folder / "graph.click").write_text(self.graph)
        self.options.extra.setdefault("run", {}).setdefault("files", str(self.folder))
        return super().start_process()

    def read(self, handler: str) -> int:
        return int(self.cli("graph", "read", handler))


def graph_router(text: str) -> type[GraphRouter]:
    """The kind of router that walks by this graph."""
    return type("GraphRouter", (GraphRouter,), {"graph": text})
