// SPDX-License-Identifier: Apache-2.0
#include "element/graph_set.hh"

namespace augustus::element {

std::unique_ptr<forward::Engine> GraphSet::make() {
  auto engine = std::make_unique<GraphEngine>(plan_);
  engines_.push_back(engine.get());
  return engine;
}

std::vector<ElementFigures> GraphSet::figures() const {
  std::vector<ElementFigures> figures;
  const auto& elements = plan_->description().elements;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (plan_->types()[i] == nullptr) {
      continue;
    }
    ElementFigures sum{.name = elements[i].name, .element_class = elements[i].element_class};
    for (const GraphEngine* engine : engines_) {
      const NodeFigures one = engine->figures(i);
      sum.nodes.visits += one.visits;
      sum.nodes.packets += one.packets;
      sum.nodes.cycles += one.cycles;
    }
    figures.push_back(sum);
  }
  return figures;
}

}  // namespace augustus::element
