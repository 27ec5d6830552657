// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "base/face_id.hh"
#include "base/pool_shares.hh"
#include "face/face_counters.hh"
#include "face/face_info.hh"
#include "forward/face_attributes.hh"

namespace augustus::face {

enum class FaceEventKind : std::uint8_t { created = 1, destroyed = 2, up = 3, down = 4 };  // NFD's numbers

struct FaceEvent {
  FaceEventKind kind;
  FaceInfo info;
};

/// All Faces of the router. Any thread may create and remove a Face (a lock, never taken per packet); the
/// packet path reads attributes() only. Fixed capacity.
class FaceTable {
 public:
  /// `capacity`: user Faces; the reserved ids have room besides. `connections_max`: of these, those that need a
  /// descriptor each.
  explicit FaceTable(std::uint32_t capacity, std::uint32_t connections_max = ~std::uint32_t{0});
  ~FaceTable();

  /// Assigns an id and publishes the Face; face_id_none when the table is full, or its source has too many
  /// (FaceRoom). `owner` is the thread that drives its transport. Where little room is left, other Faces are asked to
  /// give way: their owners see it in refresh().
  FaceId add(FaceInfo info, std::uint8_t owner);
  /// Whether there is room for such a Face now, for who would work for add() in vain. Where there is none, counts that
  /// and asks others to give way, as add() does.
  bool admits(const FaceInfo& info);
  /// Publishes a Face under the reserved id in `info.id` (below face_id_first_user).
  void add_reserved(FaceInfo info, std::uint8_t owner);
  void remove(FaceId id);
  void set_up(FaceId id, bool up);
  /// Notes when the Face was last seen to receive, and when it would be closed for idleness; no new version.
  void note_activity(FaceId id, TimeNs active_at, std::optional<TimeNs> idle_expiry);

  std::optional<FaceInfo> find(FaceId id) const;
  /// The first made of those with this remote, and with this local URI unless it is empty.
  std::optional<FaceInfo> find_by_remote(std::string_view remote_uri, std::string_view local_uri = {}) const;
  /// False, and nothing has changed: there is no such Face, or it would become the operator's (no longer on-demand),
  /// who may have no more.
  bool update(FaceId id, const std::function<void(FaceInfo&)>& change);
  /// The same by the thread that drives the Face, which takes the change up itself: no new epoch, so that
  /// all other Faces cost nothing.
  bool update_own(FaceId id, const std::function<void(FaceInfo&)>& change);
  /// Counters of the Face; stable memory for the table's life, reset when the slot is reused. Lane 0 is the
  /// owner's; other threads that serve the Face have lanes of their own, so that each counter has one writer.
  FaceCounters& counters(FaceId id, unsigned lane = 0);
  /// Makes the lane, if it is not there; before anyone counts in it. At most lanes_max - 1.
  void open_lane(unsigned lane);
  static constexpr unsigned lanes_max = 256;
  /// The lane of a thread that is not the owner.
  static unsigned lane_of(unsigned thread) { return thread + 1; }
  /// Where this thread counts for the Face.
  FaceCounters& counters_of_thread(FaceId id, unsigned thread);
  /// A count summed over all lanes.
  std::uint64_t total(FaceId id, Counter FaceCounters::*count) const;
  std::vector<FaceInfo> list() const;  ///< by ascending id
  /// Malformed packets of all Faces since the start, those that are gone included.
  std::uint64_t malformed() const;
  std::uint32_t size() const;
  std::uint32_t capacity() const;
  /// More than half is in use. One look without the lock.
  bool is_crowded() const;
  PoolFigures face_figures() const;
  PoolFigures connection_figures() const;
  /// Faces that had to give way since the start.
  std::uint64_t gave_way() const;

  const forward::FaceAttributeTable& attributes() const { return attributes_; }

  /// The settings the owning thread must see soon (flags, MTU, congestion): a version that changes with
  /// update().
  std::uint32_t version(FaceId id) const;
  /// Changes with every update() of any Face: one load a burst tells an owner whether to look at versions.
  std::uint32_t epoch() const;

  /// Events since the last call, oldest first; the management thread polls. At most 4096 are kept.
  std::vector<FaceEvent> take_events();
  /// Called (from any thread) when there is a new event.
  void on_event(std::function<void()> wake);

 private:
  struct State;
  // With the lock held.
  void publish(std::uint32_t slot, FaceId id, FaceInfo info, std::uint8_t owner);
  bool change_info(FaceId id, const std::function<void(FaceInfo&)>& change);
  void publish_attributes(std::uint32_t slot);
  static void reset(FaceCounters& counters);
  void wake_reader();

  forward::FaceAttributeTable attributes_;
  std::unique_ptr<State> state_;
};

}  // namespace augustus::face
