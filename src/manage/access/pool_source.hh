// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "base/face_id.hh"
#include "face/face_info.hh"

namespace augustus::manage {

/// Whose parts of management's pools (base/pool_shares) what comes in on this Face takes, however many Faces he makes: a
/// user's, over the Unix socket; of this machine's others all together, because a program has a thousand loopback
/// addresses to come from; an address's (face/face_source); of the operator's own Faces each Face's. `info`: of the Face,
/// where it is still there.
inline std::uint64_t pool_source_of(FaceId face, const std::optional<face::FaceInfo>& info) {
  constexpr std::uint64_t this_machine = std::uint64_t{5} << 32;  // apart from what face_source gives
  if (!info || info->source == 0) {
    return face;
  }
  const bool is_local = info->scope == forward::FaceScope::local;
  return is_local && !info->peer ? this_machine : info->source;
}

}  // namespace augustus::manage
