// SPDX-License-Identifier: Apache-2.0
#include "scenario/graph_engines.hh"

#include "element/figure3.hh"
#include "element/graph_engine.hh"
#include "element/language/parse_graph.hh"

namespace augustus::scenario {

forward::EngineFactory figure3_engines() {
  static const auto plan = element::plan_graph(element::parse_graph(element::figure3, "figure 3"));
  return [] { return std::make_unique<element::GraphEngine>(plan); };
}

}  // namespace augustus::scenario
