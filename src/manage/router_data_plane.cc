// SPDX-License-Identifier: Apache-2.0
#include "manage/router_data_plane.hh"

#include "forward/strategy_id.hh"

namespace augustus::manage {

namespace {

/// Of three or four prefixes each where the FIB is full, of up to table::next_hops_max next hops.
constexpr std::uint64_t fib_buckets_at_once = 256;

std::vector<table::NextHop> copy_of(const table::NextHopList& list) {
  return {list.begin(), list.end()};
}

}  // namespace

std::optional<face::FaceInfo> RouterDataPlane::find_face(FaceId id) const {
  return router_.faces().find(id);
}

std::vector<face::FaceInfo> RouterDataPlane::list_faces() const {
  return router_.faces().list();
}

DataPlane::FaceTraffic RouterDataPlane::face_traffic(FaceId id) const {
  const auto total = [&](Counter face::FaceCounters::*count) { return router_.faces().total(id, count); };
  return {.in_interests = total(&face::FaceCounters::in_interests),
          .in_data = total(&face::FaceCounters::in_data),
          .in_nacks = total(&face::FaceCounters::in_nacks),
          .in_bytes = total(&face::FaceCounters::in_bytes),
          .out_interests = total(&face::FaceCounters::out_interests),
          .out_data = total(&face::FaceCounters::out_data),
          .out_nacks = total(&face::FaceCounters::out_nacks),
          .out_bytes = total(&face::FaceCounters::out_bytes)};
}

worker::FaceResult RouterDataPlane::create_face(const worker::FaceRequest& request) {
  return router_.create_face(request);
}

bool RouterDataPlane::destroy_face(FaceId id) {
  return router_.destroy_face(id);
}

bool RouterDataPlane::set_face_persistency(FaceId id, face::Persistency persistency) {
  return router_.set_face_persistency(id, persistency);
}

bool RouterDataPlane::update_face(FaceId id, const std::function<void(face::FaceInfo&)>& change) {
  return router_.faces().update(id, change);
}

std::vector<worker::ChannelInfo> RouterDataPlane::channels() const {
  return router_.channels();
}

std::vector<face::FaceEvent> RouterDataPlane::take_face_events() {
  return router_.faces().take_events();
}

std::uint32_t RouterDataPlane::fib_capacity() const {
  return router_.fib().capacity();
}

std::vector<table::NextHop> RouterDataPlane::next_hops(const wire::Name& prefix) const {
  const table::NextHopList* found = router_.fib().find_exact(prefix);
  return found != nullptr ? copy_of(*found) : std::vector<table::NextHop>{};
}

table::FibOutcome RouterDataPlane::set_next_hops(const wire::Name& prefix,
                                                 std::vector<table::NextHop> next_hops) {
  return router_.set_next_hops(prefix, next_hops);
}

std::uint64_t RouterDataPlane::for_each_fib_entry(
    std::uint64_t from,
    const std::function<void(const wire::Name&, const std::vector<table::NextHop>&)>& visit) const {
  return router_.fib().for_each_from(
      from, fib_buckets_at_once, [&visit](const wire::Name& prefix, const table::NextHopList& next_hops) {
        visit(prefix, copy_of(next_hops));
      });
}

std::uint32_t RouterDataPlane::strategy_capacity() const {
  return router_.strategies().capacity();
}

DataPlane::StrategyOutcome RouterDataPlane::set_strategy(const wire::Name& prefix, wire::Name& strategy) {
  const auto parsed = forward::parse_strategy(strategy);
  if (!parsed.program) {
    return StrategyOutcome::unknown_strategy;
  }
  const auto number = router_.strategy_number(strategy);
  if (!number || !router_.set_strategy(prefix, *number)) {
    return StrategyOutcome::full;
  }
  strategy = parsed.program->name;
  return StrategyOutcome::ok;
}

void RouterDataPlane::unset_strategy(const wire::Name& prefix) {
  router_.unset_strategy(prefix);
}

void RouterDataPlane::for_each_strategy(
    const std::function<void(const wire::Name& prefix, const wire::Name& strategy)>& visit) const {
  router_.strategies().for_each([&visit](const wire::Name& prefix, std::uint8_t id) {
    visit(prefix, forward::strategy_name(static_cast<forward::StrategyId>(id)));
  });
}

worker::CsStatus RouterDataPlane::cs_status() {
  return router_.cs_status();
}

void RouterDataPlane::set_cs_capacity(std::uint64_t packets) {
  router_.set_cs_capacity(packets);
}

void RouterDataPlane::set_cs_admit(bool on) {
  router_.set_cs_admit(on);
}

void RouterDataPlane::set_cs_serve(bool on) {
  router_.set_cs_serve(on);
}

void RouterDataPlane::set_ssd_admit(bool on) {
  router_.set_ssd_admit(on);
}

void RouterDataPlane::set_ssd_serve(bool on) {
  router_.set_ssd_serve(on);
}

bool RouterDataPlane::verify_cs() {
  return router_.verify_cs();
}

std::pair<std::uint64_t, bool> RouterDataPlane::erase_cs(const wire::Name& prefix, std::uint64_t limit) {
  return router_.erase_cs(prefix, limit);
}

worker::RouterStatus RouterDataPlane::status() {
  return router_.status();
}

worker::LoadStatus RouterDataPlane::load() {
  return router_.load();
}

worker::MoveOutcome RouterDataPlane::move_partition(std::uint32_t partition, std::uint32_t worker) {
  return router_.move_partition(partition, worker);
}

forward::TraceSession* RouterDataPlane::start_trace(const wire::Name& prefix) {
  return router_.start_trace(prefix) ? router_.trace() : nullptr;
}

void RouterDataPlane::stop_trace() {
  router_.stop_trace();
}

worker::CaptureSession* RouterDataPlane::start_capture(const worker::CaptureFilter& filter) {
  return router_.start_capture(filter) ? router_.capture() : nullptr;
}

void RouterDataPlane::stop_capture() {
  router_.stop_capture();
}

bool RouterDataPlane::send(std::span<const std::uint8_t> packet) {
  return router_.send_from_management(packet);
}

}  // namespace augustus::manage
