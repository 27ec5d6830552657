// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "element/graph_engine.hh"

namespace augustus::element {

/// What one element did, in all partitions.
struct ElementFigures {
  std::string name;
  std::string element_class;
  NodeFigures nodes;
};

/// The graphs of a router's partitions, which are alike. Management thread.
class GraphSet {
 public:
  explicit GraphSet(std::shared_ptr<const GraphPlan> plan) : plan_(std::move(plan)) {}

  /// Makes a partition's engine; what it made is the router's, and must be there when figures are asked for.
  forward::EngineFactory factory() {
    return [this] { return make(); };
  }

  /// In the description's order, without tables.
  std::vector<ElementFigures> figures() const;

 private:
  std::unique_ptr<forward::Engine> make();

  std::shared_ptr<const GraphPlan> plan_;
  std::vector<GraphEngine*> engines_;
};

}  // namespace augustus::element
