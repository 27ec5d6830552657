// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/data_plane.hh"

namespace augustus::manage {

/// The DataPlane that is a Router, which must outlive it.
class RouterDataPlane : public DataPlane {
 public:
  explicit RouterDataPlane(worker::Router& router) : router_(router) {}

  std::optional<face::FaceInfo> find_face(FaceId id) const override;
  std::vector<face::FaceInfo> list_faces() const override;
  FaceTraffic face_traffic(FaceId id) const override;
  worker::FaceResult create_face(const worker::FaceRequest& request) override;
  bool destroy_face(FaceId id) override;
  bool set_face_persistency(FaceId id, face::Persistency persistency) override;
  bool update_face(FaceId id, const std::function<void(face::FaceInfo&)>& change) override;
  std::vector<worker::ChannelInfo> channels() const override;
  std::vector<face::FaceEvent> take_face_events() override;
  std::uint32_t fib_capacity() const override;
  std::vector<table::NextHop> next_hops(const wire::Name& prefix) const override;
  table::FibOutcome set_next_hops(const wire::Name& prefix, std::vector<table::NextHop> next_hops) override;
  std::uint64_t for_each_fib_entry(
      std::uint64_t from,
      const std::function<void(const wire::Name&, const std::vector<table::NextHop>&)>& visit) const override;
  std::uint32_t strategy_capacity() const override;
  StrategyOutcome set_strategy(const wire::Name& prefix, wire::Name& strategy) override;
  void unset_strategy(const wire::Name& prefix) override;
  void for_each_strategy(
      const std::function<void(const wire::Name& prefix, const wire::Name& strategy)>& visit) const override;
  worker::CsStatus cs_status() override;
  void set_cs_capacity(std::uint64_t packets) override;
  void set_cs_admit(bool on) override;
  void set_cs_serve(bool on) override;
  void set_ssd_admit(bool on) override;
  void set_ssd_serve(bool on) override;
  bool verify_cs() override;
  std::pair<std::uint64_t, bool> erase_cs(const wire::Name& prefix, std::uint64_t limit) override;
  worker::RouterStatus status() override;
  worker::LoadStatus load() override;
  worker::MoveOutcome move_partition(std::uint32_t partition, std::uint32_t worker) override;
  forward::TraceSession* start_trace(const wire::Name& prefix) override;
  void stop_trace() override;
  worker::CaptureSession* start_capture(const worker::CaptureFilter& filter) override;
  void stop_capture() override;
  bool send(std::span<const std::uint8_t> packet) override;

 private:
  worker::Router& router_;
};

}  // namespace augustus::manage
