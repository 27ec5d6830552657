// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/counter.hh"
#include "base/pool_shares.hh"
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

  /// Tells subscribers of faces/events, and answers who waits for the Face to be connected.
  void notify(const face::FaceEvent& event, TimeNs now);
  /// Answers what was asked for too long ago. Returns when to call again. Monotonic time.
  TimeNs tick(TimeNs now);

  /// Commands refused because who gave them has too many that wait for their Faces to be connected.
  const Counter& connecting_refused() const { return connecting_refused_; }
  /// Of commands that wait.
  PoolFigures connecting_figures() const { return connecting_.figures(); }
  /// Commands that wait at once, at most. Who gives them (Peer::source) has a part, and administrators have some places
  /// that are theirs alone.
  static constexpr std::uint32_t waiting_max = 1024;

 private:
  /// A faces/create whose Face is being connected.
  struct Waiting {
    wire::Interest interest;
    FaceId incoming;
    FaceId face;
    ControlParameters parameters;
    bool made_it;  ///< the Face is there for this command
    TimeNs deadline;
    PoolShares::Holder holder;
  };
  /// Longer than an attempt to connect takes; for events that were lost.
  static constexpr TimeNs wait_limit = 10 * nanoseconds_per_second;

  std::optional<ControlResponse> create(const CommandContext& context, const ControlParameters& parameters);
  bool is_connecting(FaceId face) const;
  std::optional<ControlResponse> wait_for(FaceId face, bool made_it, const CommandContext& context,
                                          const ControlParameters& parameters);
  /// The Face is up as `info`, or is gone because of `problem`.
  void answer(const Waiting& waiting, const std::optional<face::FaceInfo>& info, const std::string& problem,
              TimeNs now);
  void answer_all(FaceId face, const std::optional<face::FaceInfo>& info, const std::string& problem, TimeNs now);
  ControlResponse update(const CommandContext& context, ControlParameters parameters);
  ControlResponse destroy(const ControlParameters& parameters);
  std::vector<std::uint8_t> list(const FaceQueryFilter& filter, TimeNs now) const;
  std::vector<std::uint8_t> channels() const;
  std::optional<ControlResponse> query(const CommandContext& context,
                                       std::vector<std::uint8_t>& payload) const;

  DataPlane& data_plane_;
  Dispatcher& dispatcher_;
  EventStream events_;
  std::vector<Waiting> waiting_;  ///< in order of arrival
  PoolShares connecting_;         ///< of these
  Counter connecting_refused_;
};

}  // namespace augustus::manage
