// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/clock.hh"
#include "manage/data_plane.hh"

namespace augustus::test {

/// A data plane that keeps what management tells it, for tests to look at.
class RecordingDataPlane : public manage::DataPlane {
 public:
  std::map<FaceId, face::FaceInfo> faces;
  std::map<FaceId, FaceTraffic> traffic;
  std::vector<face::FaceEvent> events;
  std::vector<worker::ChannelInfo> listening;
  worker::FaceRequest last_request;
  worker::FaceResult next_result;
  bool persistency_changes = true;
  std::map<wire::Name, std::vector<table::NextHop>> fib;
  std::uint32_t fib_prefixes_max = 1u << 20;
  std::uint64_t fib_writes = 0;
  std::uint64_t fib_entries_at_once = 100;  ///< that for_each_fib_entry visits
  mutable std::uint64_t fib_parts_read = 0;
  std::map<wire::Name, wire::Name> strategies;
  std::size_t strategies_max = 100;
  worker::CsStatus cs;
  std::uint64_t cs_below_prefix = 0;  ///< Data that erase_cs finds
  TimeNs erase_takes = 0;             ///< at least
  worker::RouterStatus router_status;
  worker::LoadStatus load_status;
  worker::MoveOutcome move_outcome = worker::MoveOutcome::ok;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> moves;
  std::vector<std::vector<std::uint8_t>> sent;
  std::unique_ptr<forward::TraceSession> trace;
  std::unique_ptr<worker::CaptureSession> capture;

  RecordingDataPlane() {
    add_face(face_id_management, "internal://");
    faces[face_id_management].scope = forward::FaceScope::local;
  }

  void add_face(FaceId id, const std::string& remote_uri) {
    face::FaceInfo info;
    info.id = id;
    info.remote_uri = remote_uri;
    info.local_uri = remote_uri.substr(0, remote_uri.find(':')) + "://local";
    faces[id] = info;
  }
  void destroy_with_event(FaceId id) {
    events.push_back({face::FaceEventKind::destroyed, faces.at(id)});
    faces.erase(id);
  }

  std::optional<face::FaceInfo> find_face(FaceId id) const override {
    const auto found = faces.find(id);
    return found != faces.end() ? std::optional(found->second) : std::nullopt;
  }
  std::vector<face::FaceInfo> list_faces() const override {
    std::vector<face::FaceInfo> list;
    for (const auto& [id, info] : faces) {
      list.push_back(info);
    }
    return list;
  }
  FaceTraffic face_traffic(FaceId id) const override {
    const auto found = traffic.find(id);
    return found != traffic.end() ? found->second : FaceTraffic{};
  }
  worker::FaceResult create_face(const worker::FaceRequest& request) override {
    last_request = request;
    return next_result;
  }
  bool destroy_face(FaceId id) override { return faces.erase(id) > 0; }
  bool set_face_persistency(FaceId id, face::Persistency persistency) override {
    if (persistency_changes) {
      faces.at(id).persistency = persistency;
    }
    return persistency_changes;
  }
  bool update_face(FaceId id, const std::function<void(face::FaceInfo&)>& change) override {
    change(faces.at(id));
    return true;
  }
  std::vector<worker::ChannelInfo> channels() const override { return listening; }
  std::vector<face::FaceEvent> take_face_events() override { return std::exchange(events, {}); }

  std::uint32_t fib_capacity() const override { return fib_prefixes_max; }
  std::vector<table::NextHop> next_hops(const wire::Name& prefix) const override {
    const auto found = fib.find(prefix);
    return found != fib.end() ? found->second : std::vector<table::NextHop>{};
  }
  table::FibOutcome set_next_hops(const wire::Name& prefix, std::vector<table::NextHop> next_hops) override {
    ++fib_writes;
    if (next_hops.empty()) {
      fib.erase(prefix);
      return table::FibOutcome::ok;
    }
    if (fib.size() >= fib_prefixes_max && !fib.contains(prefix)) {
      return table::FibOutcome::full;
    }
    fib[prefix] = std::move(next_hops);
    return table::FibOutcome::ok;
  }
  std::uint64_t for_each_fib_entry(std::uint64_t from,
                                   const std::function<void(const wire::Name&, const std::vector<table::NextHop>&)>&
                                       visit) const override {
    ++fib_parts_read;
    auto entry = fib.begin();
    std::advance(entry, static_cast<std::ptrdiff_t>(from));
    for (std::uint64_t left = fib_entries_at_once; entry != fib.end() && left != 0; ++entry, --left, ++from) {
      visit(entry->first, entry->second);
    }
    return entry == fib.end() ? 0 : from;
  }

  std::uint32_t strategy_capacity() const override { return static_cast<std::uint32_t>(strategies_max); }
  StrategyOutcome set_strategy(const wire::Name& prefix, wire::Name& strategy) override {
    const wire::Name known = wire::Name::literal("/localhost/nfd/strategy/best-route");
    if (!known.is_prefix_of(strategy)) {
      return StrategyOutcome::unknown_strategy;
    }
    if (strategies.size() >= strategies_max) {
      return StrategyOutcome::full;
    }
    strategy = known;
    strategy.append_number(wire::component_type::version, 5);
    strategies[prefix] = strategy;
    return StrategyOutcome::ok;
  }
  void unset_strategy(const wire::Name& prefix) override { strategies.erase(prefix); }
  void for_each_strategy(
      const std::function<void(const wire::Name&, const wire::Name&)>& visit) const override {
    for (const auto& [prefix, strategy] : strategies) {
      visit(prefix, strategy);
    }
  }

  worker::LoadStatus load() override { return load_status; }
  worker::MoveOutcome move_partition(std::uint32_t partition, std::uint32_t worker) override {
    moves.emplace_back(partition, worker);
    return move_outcome;
  }

  worker::CsStatus cs_status() override { return cs; }
  void set_cs_capacity(std::uint64_t packets) override { cs.capacity_packets = packets; }
  void set_cs_admit(bool on) override { cs.admit = on; }
  void set_cs_serve(bool on) override { cs.serve = on; }
  void set_ssd_admit(bool on) override { cs.ssd->admit = on; }
  void set_ssd_serve(bool on) override { cs.ssd->serve = on; }
  bool verify_cs() override {
    if (cs.ssd) {
      cs.ssd->verifying = true;
    }
    return cs.ssd.has_value();
  }
  std::pair<std::uint64_t, bool> erase_cs(const wire::Name&, std::uint64_t limit) override {
    const TimeNs end = monotonic_now() + erase_takes;
    while (monotonic_now() < end) {
    }
    const std::uint64_t erased = std::min(limit, cs_below_prefix);
    cs_below_prefix -= erased;
    return {erased, cs_below_prefix > 0};
  }

  worker::RouterStatus status() override { return router_status; }
  forward::TraceSession* start_trace(const wire::Name& prefix) override {
    if (trace) {
      return nullptr;
    }
    trace = std::make_unique<forward::TraceSession>(prefix, 15);
    return trace.get();
  }
  void stop_trace() override { trace.reset(); }
  worker::CaptureSession* start_capture(const worker::CaptureFilter& filter) override {
    if (capture) {
      return nullptr;
    }
    capture = std::make_unique<worker::CaptureSession>(filter, 63);
    return capture.get();
  }
  void stop_capture() override { capture.reset(); }
  bool send(std::span<const std::uint8_t> packet) override {
    sent.emplace_back(packet.begin(), packet.end());
    return true;
  }
};

}  // namespace augustus::test
