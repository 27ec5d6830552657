// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "base/face_id.hh"
#include "face/face_info.hh"
#include "face/face_source.hh"

namespace augustus::manage {

/// Whose parts of management's pools (base/pool_shares) what comes in on this Face takes, however many Faces he makes:
/// those of who is behind it (face::source_behind); of the operator's own Faces each Face's. `info`: of the Face, where
/// it is still there.
inline std::uint64_t pool_source_of(FaceId face, const std::optional<face::FaceInfo>& info) {
  const std::uint64_t source = info ? face::source_behind(*info) : 0;
  return source != 0 ? source : face;
}

}  // namespace augustus::manage
