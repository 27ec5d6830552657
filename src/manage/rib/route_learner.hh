// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/clock.hh"
#include "base/counter.hh"
#include "base/face_id.hh"
#include "manage/access/access.hh"
#include "manage/data_plane.hh"
#include "manage/rib/prefix_announcement.hh"
#include "manage/rib/rib.hh"
#include "manage/security/authenticator.hh"

namespace augustus::manage {

/// Makes routes of what the self-learning strategy found out (NFD mgmt/rib-manager slAnnounce and slRenew).
/// Stricter than NFD: an announcement makes a route only when it covers the Data it came with, and never one
/// below /localhost, so that an upstream cannot draw Interests that nobody asked it about.
class RouteLearner {
 public:
  /// A learned route lives no longer than this, whatever its announcement says.
  static constexpr TimeNs lifetime_max = 600 * nanoseconds_per_second;

  /// The references must outlive this.
  RouteLearner(const DataPlane& data_plane, Rib& rib, const Authenticator& authenticator, const Access& access)
      : data_plane_(data_plane), rib_(rib), authenticator_(authenticator), access_(access) {}

  /// `data` answered a discovery Interest and came from `face` with `announcement`, the Data of its
  /// PrefixAnnouncement field. True: there is a route, or it was renewed. Times: monotonic, wall.
  bool announced(std::span<const std::uint8_t> data, std::span<const std::uint8_t> announcement, FaceId face,
                 TimeNs now, TimeNs wall);
  /// `face` has no route for this Interest. True: the route learned for the longest prefix of it was removed.
  bool withdrawn(std::span<const std::uint8_t> interest, FaceId face);

  /// Announcements that made no route.
  const Counter& refused() const { return refused_; }

 private:
  /// Why the announcement makes no route; empty when it may.
  std::string objection(std::span<const std::uint8_t> data, const wire::Data& announcement_data,
                        const PrefixAnnouncement& announcement, FaceId face, TimeNs wall) const;

  const DataPlane& data_plane_;
  Rib& rib_;
  const Authenticator& authenticator_;
  const Access& access_;
  Counter refused_;
};

}  // namespace augustus::manage
