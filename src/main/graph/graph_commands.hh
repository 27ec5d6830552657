// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

namespace augustus {

// Each adds a subcommand of `augustus graph`, as those of main/subcommands.hh.

void register_graph_draw(CLI::App& graph);
void register_graph_elements(CLI::App& graph);
void register_graph_handlers(CLI::App& graph);

}  // namespace augustus
