// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/clock.hh"
#include "base/face_id.hh"
#include "manage/rib/pool_part.hh"

namespace augustus::manage {

/// Who made a route (NFD wiki RibMgmt, Origin).
namespace route_origin {
inline constexpr std::uint64_t app = 0;
inline constexpr std::uint64_t autoreg = 64;
inline constexpr std::uint64_t client = 65;
inline constexpr std::uint64_t prefix_announcement = 129;
inline constexpr std::uint64_t static_route = 255;
}  // namespace route_origin

/// Cost of a route from a prefix announcement, as NFD has it.
inline constexpr std::uint64_t announcement_cost = 2048;

inline constexpr std::uint64_t route_flag_child_inherit = 1;
inline constexpr std::uint64_t route_flag_capture = 2;

/// One route of a RIB entry; Face and origin identify it there.
struct Route {
  FaceId face = face_id_none;
  std::uint64_t origin = route_origin::app;
  std::uint64_t cost = 0;
  std::uint64_t flags = route_flag_child_inherit;
  std::optional<TimeNs> expires;  ///< monotonic; absent: never
  /// Of a route made by one: the prefix announcement's Data TLV.
  std::shared_ptr<const std::vector<std::uint8_t>> announcement;
  /// The Face of the program that asked for it; none: the router itself did, by its configuration or for who runs it.
  FaceId registrar = face_id_none;
  PoolPart part;  ///< the RIB's own: what it takes of the routes that may be

  bool child_inherit() const { return (flags & route_flag_child_inherit) != 0; }
  bool capture() const { return (flags & route_flag_capture) != 0; }
};

}  // namespace augustus::manage
