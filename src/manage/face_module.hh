// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/codec/face_query_filter.hh"
#include "manage/data_plane.hh"
#include "manage/dispatcher.hh"
#include "manage/event_stream.hh"

namespace augustus::manage {

/// faces/create, update, destroy, list, query, channels and the faces/events stream (NFD wiki FaceMgmt).
class FaceModule {
 public:
  /// Smallest MTU that management may set, in bytes, as in NFD.
  static constexpr std::uint64_t mtu_min = 64;

  /// The references must outlive this.
  FaceModule(DataPlane& data_plane, Dispatcher& dispatcher);

  /// Tells subscribers of faces/events.
  void notify(const face::FaceEvent& event, TimeNs now);

 private:
  ControlResponse create(const ControlParameters& parameters);
  ControlResponse update(const CommandContext& context, ControlParameters parameters);
  ControlResponse destroy(const ControlParameters& parameters);
  std::vector<std::uint8_t> list(const FaceQueryFilter& filter, TimeNs now) const;
  std::vector<std::uint8_t> channels() const;
  std::optional<ControlResponse> query(const CommandContext& context,
                                       std::vector<std::uint8_t>& payload) const;

  DataPlane& data_plane_;
  Dispatcher& dispatcher_;
  EventStream events_;
};

}  // namespace augustus::manage
