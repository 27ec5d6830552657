// SPDX-License-Identifier: Apache-2.0
#include "scenario/graph_engines.hh"

#include "element/graph_engine.hh"

namespace augustus::scenario {

forward::EngineFactory figure3_engines() {
  static const auto plan = element::plan_graph(element::read_graph(GRAPH_FIGURE3));
  return [] { return std::make_unique<element::GraphEngine>(plan); };
}

}  // namespace augustus::scenario
