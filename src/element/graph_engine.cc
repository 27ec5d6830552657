// SPDX-License-Identifier: Apache-2.0
#include "element/graph_engine.hh"

#include <algorithm>
#include <new>

#include "element/element_types.hh"
#include "element/from_face.hh"
#include "forward/arrival.hh"

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

bool checks_headers(const GraphPlan& plan) {
  return std::ranges::find(plan.types(), &check_icn_header_type) != plan.types().end();
}

}  // namespace

GraphEngine::GraphEngine(std::shared_ptr<const GraphPlan> plan)
    : plan_(std::move(plan)),
      takes_malformed_(takes_malformed(*plan_)),
      takes_frames_(takes_malformed_ || !checks_headers(*plan_)),
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
  for (const auto& element : elements_) {
    if (auto* source = dynamic_cast<Source*>(element.get()); source != nullptr) {
      sources_.push_back(source);
    }
  }
  for (Source* source : sources_) {
    for (Source* other : sources_) {
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
      walk_.drop_stray(Packet::arrived(item));
    }
  }
}

bool GraphEngine::take_malformed(forward::StageContext& context, rte_mbuf* packet) {
  const forward::Arrival& arrival = forward::arrival_of(packet);
  const bool frame = arrival.frame_of != device_none;
  const auto marks = static_cast<std::uint8_t>(frame ? mark_malformed | mark_frame : mark_malformed);
  wire::PacketView nothing{};
  forward::Item item{
      .packet = packet, .view = &nothing, .ingress = context.shared.faces.find(arrival.face), .marks = marks};
  if (frame ? !wants_frame(item) : !takes_malformed_) {
    return false;
  }
  forward::Burst one{};
  one.push(item);
  run(context, one);
  return true;
}

bool GraphEngine::wants_frame(const forward::Item& item) const {
  return takes_frames_ && std::ranges::any_of(sources_, [&](Source* source) { return source->wants(item); });
}

std::vector<std::pair<std::string, std::uint64_t>> GraphEngine::drops() const {
  auto sums = former_drops_;
  for (const auto& element : elements_) {
    if (const auto own = element ? element->drops() : std::nullopt; own) {
      sums[own->reason] += own->count;
    }
  }
  sums["stray"] += walk_.strays.value();
  return {sums.begin(), sums.end()};
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
  former_drops_ = former.former_drops_;
  walk_.strays.add(former.strays());
  walk_.departures.count_passed_by(former.passed_by());
  for (std::size_t other = 0; other < former.elements_.size(); ++other) {
    if (former.elements_[other]) {
      take_over(former, other);
    }
  }
}

void GraphEngine::take_over(GraphEngine& former, std::size_t other) {
  const auto& mine = plan_->description().elements;
  const auto& name = former.plan_->description().elements[other].name;
  Element& element = *former.elements_[other];
  const auto own = element.drops();
  for (std::size_t i = 0; i < mine.size(); ++i) {
    if (elements_[i] && mine[i].name == name && former.plan_->types()[other] == plan_->types()[i]) {
      elements_[i]->take_over(element);
      if (own && elements_[i]->drops()->reason == own->reason) {
        return;
      }
    }
  }
  if (own && own->count != 0) {
    const bool room = former_drops_.size() < drop_reasons_max || former_drops_.contains(own->reason);
    former_drops_[room ? own->reason : "former"] += own->count;
  }
}

}  // namespace augustus::element
