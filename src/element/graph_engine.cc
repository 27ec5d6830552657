// SPDX-License-Identifier: Apache-2.0
#include "element/graph_engine.hh"

#include <algorithm>
#include <new>

#include "element/element_types.hh"
#include "element/from_face.hh"

namespace augustus::element {
namespace {

/// A burst's packets, several times over: each Data may leave on several Faces.
constexpr unsigned stream_packets = 512;

std::vector<std::string> names_of(const GraphPlan& plan) {
  std::vector<std::string> names;
  for (const GraphPlan::Node& node : plan.nodes()) {
    names.push_back(node.name);
  }
  return names;
}

/// Whether packets that could not be read go anywhere.
bool takes_malformed(const GraphPlan& plan) {
  return std::ranges::any_of(plan.description().connections, [&](const Connection& connection) {
    return plan.types()[connection.from] == &check_icn_header_type && connection.from_port == 2;
  });
}

}  // namespace

GraphEngine::GraphEngine(std::shared_ptr<const GraphPlan> plan)
    : plan_(std::move(plan)),
      takes_malformed_(takes_malformed(*plan_)),
      graph_(plan_->lease(), names_of(*plan_), stream_packets) {
  for (std::size_t element = 0; element < plan_->types().size(); ++element) {
    elements_.push_back(plan_->types()[element] == nullptr ? nullptr : plan_->make(element));
    if (elements_.back()) {
      elements_.back()->join(walk_);
    }
  }
  join_sources();
  for (const GraphPlan::Node& node : plan_->nodes()) {
    rte_node* made = graph_.find(node.name);
    new (made->ctx) NodeContext{.element = elements_[node.element].get(), .input = node.input};
    nodes_.push_back(made);
  }
}

/// The graph library visits sources in no order that a file could give.
void GraphEngine::join_sources() {
  std::vector<FromFace*> sources;
  for (const auto& element : elements_) {
    if (auto* source = dynamic_cast<FromFace*>(element.get()); source != nullptr) {
      sources.push_back(source);
    }
  }
  for (FromFace* source : sources) {
    for (const FromFace* other : sources) {
      if (source->takes_rest() && !other->takes_rest()) {
        source->leave_to(*other);
      }
    }
  }
}

forward::Egress& GraphEngine::egress(forward::Egress& outside) {
  walk_.departures.leave_by(outside);
  return walk_.departures;
}

void GraphEngine::begin(forward::StageContext& context, const forward::Burst& run, unsigned late) {
  walk_.context_ = &context;
  walk_.incoming_ = &run;
  walk_.late_ = late;
  walk_.copies_ = 0;
  walk_.mixed_ = false;
}

void GraphEngine::walk() {
  do {
    walk_.again_ = false;
    rte_graph_walk(graph_.get());
    // All streams are empty: nothing refers to what the walk made.
    send_late();
    walk_.departures.clear();
    walk_.copies_ = 0;
  } while (walk_.again_);
}

/// Without an OutputMux nobody took what stages sent before.
void GraphEngine::send_late() {
  for (unsigned i = 0; i < walk_.late_; ++i) {
    const Departure& departure = walk_.departures[i];
    if (departure.announce) {
      walk_.departures.outside().announce(departure.outgoing);
    } else {
      walk_.departures.outside().send(departure.outgoing);
    }
  }
  walk_.late_ = 0;
}

void GraphEngine::run(forward::StageContext& context, const forward::Burst& run) {
  // Stages may have sent before, within the same call; that leaves first.
  flush(context);
  begin(context, run, 0);
  walk();
  for (forward::Item& item : run) {
    if ((item.marks & mark_taken) == 0) [[unlikely]] {
      walk_.strays.add();
      walk_.drop(Packet::arrived(item));
    }
  }
}

bool GraphEngine::take_malformed(forward::StageContext& context, rte_mbuf* packet) {
  if (!takes_malformed_) {
    return false;
  }
  const auto ingress = context.shared.faces.find(forward::arrival_of(packet).face);
  wire::PacketView nothing{};
  forward::Item item{.packet = packet, .view = &nothing, .ingress = ingress, .marks = mark_malformed};
  forward::Burst one{};
  one.push(item);
  run(context, one);
  return true;
}

void GraphEngine::flush(forward::StageContext& context) {
  const unsigned late = walk_.departures.count();
  if (late == 0) {
    return;
  }
  const forward::Burst none{};
  begin(context, none, late);
  walk();
}

NodeFigures GraphEngine::figures(std::size_t element) const {
  NodeFigures sum;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (plan_->nodes()[i].element == element) {
      sum.visits += nodes_[i]->total_calls;
      sum.packets += nodes_[i]->total_objs;
      sum.cycles += nodes_[i]->total_cycles;
    }
  }
  return sum;
}

void GraphEngine::take_over(GraphEngine& former) {
  const auto& mine = plan_->description().elements;
  const auto& theirs = former.plan_->description().elements;
  for (std::size_t i = 0; i < mine.size(); ++i) {
    for (std::size_t other = 0; elements_[i] && other < theirs.size(); ++other) {
      if (former.elements_[other] && theirs[other].name == mine[i].name &&
          former.plan_->types()[other] == plan_->types()[i]) {
        elements_[i]->take_over(*former.elements_[other]);
      }
    }
  }
}

}  // namespace augustus::element
