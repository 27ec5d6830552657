// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/router_driver.hh"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "forward/strategy_id.hh"
#include "scenario/router/router_counter.hh"
#include "scenario/router/router_setup.hh"
#include "scenario/router/wait.hh"

namespace augustus::scenario {
namespace {

/// Time passes in steps, so that timers that follow from one another do so in their turn.
constexpr std::uint64_t step_ms = 10;
constexpr std::uint64_t last_step_ms = 1000;
/// A strategy may hold an Interest longer than the PIT does.
constexpr unsigned last_steps_max = 120;
/// Of a Face that there never was.
constexpr FaceId unused_face_id = 0x7fffffff;

}  // namespace

RouterDriver::RouterDriver(const Scenario& scenario, unsigned workers, unsigned dispatchers,
                           const MakeEnds& make_ends, const forward::EngineFactory& engine)
    : workers_(workers),
      dispatchers_(dispatchers),
      router_(std::make_unique<worker::Router>(router_options(scenario, workers, dispatchers, engine))) {
  router_->on_lesson([this](const worker::Lesson& lesson) {
    ++(lesson.kind == forward::RouteLesson::Kind::announced ? announced_ : withdrawn_);
  });
  router_->start();
  ends_ = make_ends(*router_, workers);
  settle();
  buffers_of_transports_ = router_->status().buffers_in_use;
}

RouterDriver::~RouterDriver() {
  router_->stop();
  // What is on the wires belongs to the router's pool.
  ends_->release_buffers();
  router_.reset();
}

FaceId RouterDriver::id_of(unsigned face) const {
  const auto found = faces_.find(face);
  return found == faces_.end() ? unused_face_id : found->second.id;
}

void RouterDriver::add_face(const AddFace& face) {
  const auto before = router_->status().buffers_in_use;
  auto made = ends_->make(face);
  Face& added = faces_[face.face];
  added.id = made.id;
  added.end = std::move(made.end);
  settle();
  buffers_of_transports_ += router_->status().buffers_in_use - before;
}

void RouterDriver::set_face_state(const SetFaceState& state) {
  Face& face = faces_.at(state.face);
  if (state.state == FaceState::gone) {
    router_->destroy_face(face.id);
    face.id = face_id_none;
    face.end->restart();
  } else {
    router_->faces().set_up(face.id, state.state == FaceState::up);
  }
  settle();
}

void RouterDriver::set_route(const SetRoute& route) {
  std::vector<table::NextHop> next_hops;
  for (const auto& [face, cost] : route.next_hops) {
    next_hops.push_back({id_of(face), static_cast<std::uint32_t>(cost)});
  }
  if (router_->set_next_hops(route.prefix, next_hops) != table::FibOutcome::ok) {
    throw std::runtime_error("the FIB refused " + route.prefix.uri());
  }
}

void RouterDriver::set_strategy(const SetStrategy& strategy) {
  const auto name =
      strategy.strategy.starts_with('/') ? strategy.strategy : "/localhost/nfd/strategy/" + strategy.strategy;
  const auto id = forward::strategy_from_name(wire::Name::literal(name));
  if (!id || !router_->set_strategy(strategy.prefix, static_cast<std::uint8_t>(*id))) {
    throw std::runtime_error("no strategy " + name);
  }
}

void RouterDriver::send(const std::vector<std::pair<unsigned, Packet>>& burst) {
  std::optional<unsigned> lane;
  for (const auto& [number, packet] : burst) {
    Face& face = faces_.at(number);
    if (lane && *lane != face.end->lane()) {
      settle();
    }
    lane = face.end->lane();
    for (const auto& link_packet :
         face.codec.encode(packet, face.end->mtu(), [this](unsigned other) { return id_of(other); })) {
      face.end->send(link_packet);
    }
    if (face.id == face_id_none) {
      face.id = ends_->wait_for_new();
    }
  }
  settle();
}

std::optional<Packet> RouterDriver::take(unsigned face) {
  auto& inbox = faces_.at(face).inbox;
  if (inbox.empty()) {
    return std::nullopt;
  }
  auto packet = std::move(inbox.front());
  inbox.pop_front();
  return packet;
}

bool RouterDriver::has_read_all() const {
  return std::all_of(faces_.begin(), faces_.end(), [this](const auto& item) {
    const Face& face = item.second;
    return face.id == face_id_none ||
           router_->faces().total(face.id, &face::FaceCounters::in_packets) >= face.end->sent();
  });
}

bool RouterDriver::has_arrived_all() {
  bool all = true;
  for (auto& [number, face] : faces_) {
    while (const auto link_packet = face.end->receive()) {
      if (auto packet = face.codec.decode(*link_packet)) {
        face.inbox.push_back(std::move(*packet));
      }
    }
    all = all && (face.id == face_id_none ||
                  face.end->received() >= router_->faces().total(face.id, &face::FaceCounters::out_packets));
  }
  return all;
}

/// Asking for the status lets each thread finish the turn it is in, and begin one with all its timers that
/// are due. Nothing is on its way between threads when two turns of every thread in a row have handed nothing
/// over.
void RouterDriver::let_threads_finish() {
  constexpr unsigned quiet_turns = 2;
  auto passed = router_->status().passed;
  for (unsigned quiet = 0; quiet < quiet_turns;) {
    router_->poll();
    const auto now = router_->status().passed;
    quiet = now == passed ? quiet + 1 : 0;
    passed = now;
  }
  router_->poll();
}

void RouterDriver::settle() {
  wait_for("the router to read what was sent", [this] { return has_read_all(); });
  let_threads_finish();
  wait_for("what the router sent", [this] { return has_arrived_all(); });
  if (moving_) {
    move_partitions();
  }
}

void RouterDriver::move_partitions() {
  ++moves_;
  for (unsigned partition = 0; partition < workers_; ++partition) {
    if (router_->move_partition(partition, (partition + moves_) % workers_) != worker::MoveOutcome::ok) {
      throw std::runtime_error("a partition did not move");
    }
  }
}

void RouterDriver::advance_in_steps(std::uint64_t milliseconds, std::uint64_t step) {
  while (milliseconds > 0) {
    const auto some = std::min(milliseconds, step);
    milliseconds -= some;
    clock_.advance(some * nanoseconds_per_millisecond);
    let_threads_finish();
  }
  settle();
}

void RouterDriver::set_capacity(std::uint64_t packets) {
  router_->set_cs_capacity(packets * workers_);
  settle();
}

void RouterDriver::advance(std::uint64_t milliseconds) {
  advance_in_steps(milliseconds, step_ms);
}

std::uint64_t RouterDriver::counter(const std::string& name) {
  if (name == "learned" || name == "withdrawn") {
    return name == "learned" ? announced_ : withdrawn_;
  }
  return router_counter(*router_, name);
}

std::optional<std::string> RouterDriver::finish() {
  const auto leaked = [this](const worker::RouterStatus& status) {
    return static_cast<std::int64_t>(status.buffers_in_use) -
           static_cast<std::int64_t>(buffers_of_transports_);
  };
  auto status = router_->status();
  for (unsigned step = 0; step < last_steps_max && (status.pit_entries != 0 || leaked(status) != 0); ++step) {
    advance_in_steps(last_step_ms, last_step_ms);
    status = router_->status();
  }
  if (status.pit_entries != 0) {
    return fmt::format("{} PIT records never ended", status.pit_entries);
  }
  while (router_->erase_cs(wire::Name(), ~std::uint64_t{0}).second) {
  }
  status = router_->status();
  if (status.name_entries != 0) {
    return fmt::format("{} names left in a table", status.name_entries);
  }
  if (leaked(status) != 0) {
    return fmt::format("{} packet buffers were not given back", leaked(status));
  }
  return std::nullopt;
}

}  // namespace augustus::scenario
