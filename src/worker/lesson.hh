// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "forward/egress.hh"

namespace augustus::worker {

/// What a strategy found out about a route, as management reads it. The bytes are valid for one call.
struct Lesson {
  forward::RouteLesson::Kind kind = forward::RouteLesson::Kind::announced;
  FaceId face = face_id_none;                  ///< the upstream
  std::span<const std::uint8_t> packet;        ///< the Data, or the Interest that was Nacked
  std::span<const std::uint8_t> announcement;  ///< of `announced`: the Data that PrefixAnnouncement holds
};

}  // namespace augustus::worker
