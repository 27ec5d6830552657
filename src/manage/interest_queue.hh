// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "base/clock.hh"
#include "manage/fair_queue.hh"
#include "wire/interest.hh"

namespace augustus::manage {

/// The Interests that came in for management, commands among them, until each has its turn: one of each Face
/// (manage/fair_queue), however many others sent before.
class InterestQueue {
 public:
  using Serve = std::function<void(const wire::Interest&, FaceId incoming, TimeNs now, TimeNs wall)>;
  /// Of up to 9 KB each.
  static constexpr std::uint32_t interests_max = 2048;
  static constexpr std::uint32_t interests_of_face = 512;
  /// After which other work of the thread goes on.
  static constexpr TimeNs turn = 10 * nanoseconds_per_millisecond;

  explicit InterestQueue(Serve serve);

  /// Keeps it until serve() comes to it, or drops it where who is behind the Face has enough of them here (refused()).
  void take(wire::Interest interest, const Peer& peer);
  /// Serves the next one, and more while the turn lasts. Returns when to call again: `now` or never. Times: monotonic,
  /// wall.
  TimeNs serve(TimeNs now, TimeNs wall);

  const Counter& refused() const { return waiting_.refused(); }
  PoolFigures figures() const { return waiting_.figures(); }

 private:
  struct Received {
    wire::Interest interest;
    FaceId incoming;
  };

  Serve serve_;
  FairQueue<Received> waiting_;
};

}  // namespace augustus::manage
