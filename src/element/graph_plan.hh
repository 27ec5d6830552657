// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "element/devices/graph_devices.hh"
#include "element/element_type.hh"
#include "element/graph_nodes.hh"
#include "element/language/graph_description.hh"

namespace augustus::element {

/// Reasons of its own that one graph may drop packets for: each is listed wherever drops are.
inline constexpr std::size_t drop_reasons_max = 64;

/// A checked description as every partition's graph is made of it: each element's class, and the nodes that
/// it becomes: one for each input (one for all of them where they are alike), one more for a source.
class GraphPlan {
 public:
  struct Node {
    std::size_t element;
    unsigned input;
    std::string name;
  };

  /// Throws GraphError for what check_graph cannot know: a class that cannot be made, two tables of a kind.
  /// Arguments are for the elements to check, as they are made. EAL must run.
  explicit GraphPlan(GraphDescription description, std::shared_ptr<GraphDevices> devices = nullptr);

  const GraphDescription& description() const { return description_; }
  /// The class of each declared element; nullptr: it is a table.
  const std::vector<const ElementType*>& types() const { return types_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::shared_ptr<NodeLease>& lease() const { return lease_; }

  /// Makes the element, which names its devices. Throws GraphError.
  std::unique_ptr<Element> make(std::size_t element) const;

 private:
  const std::string& node_at(std::size_t element, unsigned input) const;
  std::vector<std::string> outputs_of(std::size_t element) const;

  GraphDescription description_;
  std::shared_ptr<GraphDevices> devices_;
  std::vector<const ElementType*> types_;
  std::vector<Node> nodes_;
  std::shared_ptr<NodeLease> lease_ = std::make_shared<NodeLease>();
};

/// Checks and plans; makes each element once, so that wrong arguments show. `devices`: of the router;
/// nullptr: elements that need one have none. Throws GraphError.
std::shared_ptr<const GraphPlan> plan_graph(GraphDescription description,
                                            std::shared_ptr<GraphDevices> devices = nullptr);

/// Without EAL: whether all of the description could be made. Throws GraphError.
void check_elements(const GraphDescription& description);

}  // namespace augustus::element
