// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "base/face_id.hh"
#include "face/face_info.hh"
#include "face/face_source.hh"
#include "forward/face_attributes.hh"

namespace augustus::manage {

/// Whose parts of management's pools (base/pool_shares) what comes in on this Face takes, however many Faces he makes:
/// those of who is behind it (face::source_behind); of the operator's own Faces, and of the router (face_id_none), each
/// Face's. All whose Faces are gone are one together: nobody gets another part by leaving. `info`: of the Face, where it
/// is still there.
inline std::uint64_t pool_source_of(FaceId face, const std::optional<face::FaceInfo>& info) {
  constexpr std::uint64_t gone = forward::source_kind(0xff07);
  if (!info && face != face_id_none) {
    return gone;
  }
  const std::uint64_t source = info ? face::source_behind(*info) : 0;
  return source != 0 ? source : forward::own_source_of(face);
}

}  // namespace augustus::manage
