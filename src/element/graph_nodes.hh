// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_graph.h>
#include <rte_graph_worker.h>

#include <memory>
#include <string>
#include <vector>

#include "element/element_type.hh"

namespace augustus::element {

/// Nodes of the graph library, which knows them by name and for ever: those of a description that is gone are
/// used again. Management thread.
class NodeLease {
 public:
  NodeLease() = default;
  ~NodeLease();
  NodeLease(const NodeLease&) = delete;
  NodeLease& operator=(const NodeLease&) = delete;

  /// A node that `visit` is called for. Its name, which stays.
  const std::string& add(ElementType::Visit visit, bool source, const std::string& class_name);
  /// Where its outputs lead, before a graph is made of it.
  void connect(const std::string& node, const std::vector<std::string>& outputs);

  struct Node;

 private:
  std::vector<Node*> nodes_;
};

/// One graph of the graph library, made of the nodes of a lease. Management thread makes and ends it, one
/// thread walks.
class GraphHandle {
 public:
  /// `stream_packets`: what each node takes in one visit at most. Throws std::runtime_error.
  GraphHandle(std::shared_ptr<NodeLease> lease, const std::vector<std::string>& nodes,
              unsigned stream_packets);
  ~GraphHandle();
  GraphHandle(const GraphHandle&) = delete;
  GraphHandle& operator=(const GraphHandle&) = delete;

  rte_graph* get() const { return graph_; }
  /// The node of that name; it must be there.
  rte_node* find(const std::string& node) const;

 private:
  rte_graph* graph_ = nullptr;
};

}  // namespace augustus::element
