// SPDX-License-Identifier: Apache-2.0
#include "element/graph_nodes.hh"

#include <fmt/format.h>
#include <rte_errno.h>
#include <rte_memory.h>

#include <algorithm>
#include <cstring>
#include <list>
#include <mutex>
#include <stdexcept>

namespace augustus::element {

struct NodeLease::Node {
  ElementType::Visit visit;
  bool source;
  std::string name;
  rte_node_t id;
  bool leased;
};

namespace {

struct Registered {
  std::string name;
  rte_graph_t id;
  std::shared_ptr<NodeLease> lease;
  bool ended;
};

// The library's lists are the process's, so what is known of them is too.
struct Library {
  std::mutex mutex;
  std::list<NodeLease::Node> nodes;
  std::vector<Registered> graphs;  ///< in the order they were made, as the library has them
  unsigned graphs_made = 0;
};

Library& library() {
  static Library the_library;
  return the_library;
}

/// DPDK 22.11 counts its next graph's id down whenever one ends, so ids come twice, and ends the first graph
/// that has the id. A graph is ended once it is the first with its id.
void end_graphs(Library& known) {
  for (bool any = true; any;) {
    any = false;
    for (auto graph = known.graphs.begin(); graph != known.graphs.end(); ++graph) {
      const auto first = std::ranges::find(known.graphs, graph->id, &Registered::id);
      if (graph->ended && first == graph) {
        rte_graph_destroy(graph->id);
        known.graphs.erase(graph);
        any = true;
        break;
      }
    }
  }
}

/// The library's own loop is not C++.
template <typename Visit>
void for_each_node(rte_graph* graph, Visit&& visit) {
  auto* node = static_cast<rte_node*>(RTE_PTR_ADD(graph, graph->nodes_start));
  for (rte_node_t i = 0; i < graph->nb_nodes; ++i) {
    visit(node);
    node = static_cast<rte_node*>(RTE_PTR_ADD(graph, node->next));
  }
}

}  // namespace

NodeLease::~NodeLease() {
  // Called with the library's mutex held where a graph's end brings it about, else before any graph was made.
  for (Node* node : nodes_) {
    node->leased = false;
  }
}

const std::string& NodeLease::add(ElementType::Visit visit, bool source, const std::string& class_name) {
  auto& known = library();
  const std::lock_guard lock(known.mutex);
  const auto fits = [&](const Node& node) {
    return !node.leased && node.visit == visit && node.source == source;
  };
  auto found = std::ranges::find_if(known.nodes, fits);
  if (found == known.nodes.end()) {
    Node node{.visit = visit,
              .source = source,
              .name = fmt::format("{}.{}", class_name.substr(0, 40), known.nodes.size()),
              .id = RTE_NODE_ID_INVALID,
              .leased = false};
    rte_node_register description{};
    std::strncpy(description.name, node.name.c_str(), sizeof(description.name) - 1);
    description.flags = source ? RTE_NODE_SOURCE_F : 0;
    description.process = visit;
    description.parent_id = RTE_NODE_ID_INVALID;
    node.id = __rte_node_register(&description);
    if (node.id == RTE_NODE_ID_INVALID) {
      throw std::runtime_error("cannot register a node of the graph: " +
                               std::string(rte_strerror(rte_errno)));
    }
    found = known.nodes.insert(known.nodes.end(), node);
  }
  found->leased = true;
  nodes_.push_back(&*found);
  return found->name;
}

void NodeLease::connect(const std::string& node, const std::vector<std::string>& outputs) {
  const auto found = std::ranges::find(nodes_, node, [](const Node* one) { return one->name; });
  std::vector<const char*> names;
  for (const std::string& output : outputs) {
    names.push_back(output.c_str());
  }
  rte_node_edge_shrink((*found)->id, 0);
  if (!names.empty() && rte_node_edge_update((*found)->id, 0, names.data(),
                                             static_cast<std::uint16_t>(names.size())) != names.size()) {
    throw std::runtime_error("cannot connect the nodes of the graph");
  }
}

GraphHandle::GraphHandle(std::shared_ptr<NodeLease> lease, const std::vector<std::string>& nodes,
                         unsigned stream_packets) {
  auto& known = library();
  const std::lock_guard lock(known.mutex);
  std::vector<const char*> patterns;
  for (const std::string& node : nodes) {
    patterns.push_back(node.c_str());
  }
  const std::string name = fmt::format("graph.{}", known.graphs_made++);
  rte_graph_param parameters{.socket_id = SOCKET_ID_ANY,
                             .nb_node_patterns = static_cast<std::uint16_t>(patterns.size()),
                             .node_patterns = patterns.data()};
  const rte_graph_t id = rte_graph_create(name.c_str(), &parameters);
  if (id == RTE_GRAPH_ID_INVALID) {
    throw std::runtime_error("the graph cannot be made: " + std::string(rte_strerror(rte_errno)));
  }
  known.graphs.push_back({.name = name, .id = id, .lease = std::move(lease), .ended = false});
  graph_ = rte_graph_lookup(name.c_str());
  for_each_node(graph_, [&](rte_node* node) {
    __rte_node_stream_alloc_size(graph_, node, static_cast<std::uint16_t>(stream_packets));
  });
}

GraphHandle::~GraphHandle() {
  auto& known = library();
  const std::lock_guard lock(known.mutex);
  std::ranges::find(known.graphs, std::string(graph_->name), &Registered::name)->ended = true;
  end_graphs(known);
}

rte_node* GraphHandle::find(const std::string& name) const {
  rte_node* found = nullptr;
  for_each_node(graph_, [&](rte_node* node) { found = name == node->name ? node : found; });
  return found;
}

}  // namespace augustus::element
