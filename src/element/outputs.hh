// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_graph.h>
#include <rte_graph_worker.h>

#include "element/packet.hh"
#include "element/walk.hh"

namespace augustus::element {

/// The output ports of an element during one visit. Ports are numbered from 0; count() are connected.
class Outputs {
 public:
  Outputs(rte_graph* graph, rte_node* node, Walk& walk) : graph_(graph), node_(node), walk_(walk) {}

  Walk& walk() { return walk_; }
  unsigned count() const { return node_->nb_edges; }

  /// Gives the packet away; with a full stream behind the port it is dropped and counted.
  void push(unsigned port, Packet packet) {
    const rte_node* next = node_->nodes[port];
    if (next->idx >= next->size) [[unlikely]] {
      walk_.drop_stray(packet);
      return;
    }
    rte_node_enqueue_x1(graph_, node_, static_cast<rte_edge_t>(port), packet.object());
  }

  /// The packet goes out at `port` if that is connected, else it is dropped.
  void push_or_drop(unsigned port, Packet packet) {
    if (port < count()) {
      push(port, packet);
    } else {
      walk_.drop(packet);
    }
  }

  /// All packets of this visit leave at one port: nothing is moved where the next element has none waiting.
  void pass(unsigned port, Batch batch) {
    if (batch.size() == 0) {
      return;
    }
    const rte_node* next = node_->nodes[port];
    if (next->idx + batch.size() > next->size) [[unlikely]] {
      for (const Packet packet : batch) {
        push(port, packet);
      }
      return;
    }
    rte_node_next_stream_move(graph_, node_, static_cast<rte_edge_t>(port));
  }

  /// What stages sent since there were `first` departures.
  void push_departures(unsigned port, unsigned first) {
    auto& departures = walk_.departures;
    const unsigned count = departures.count();
    for (unsigned i = first; i < count; ++i) {
      push(port, Packet::leaving(departures[i]));
    }
  }

 private:
  rte_graph* graph_;
  rte_node* node_;
  Walk& walk_;
};

}  // namespace augustus::element
