// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/face_id.hh"

namespace augustus::manage {

/// Who gives a command: what is known of the Face that it came in on.
struct Peer {
  enum class Kind : std::uint8_t {
    administrator,  ///< over the Unix socket, the router's own user, root, or a member of operators_group
    local,          ///< any other program on this machine
    remote,         ///< a command below /localhop/nfd, wherever it came from, or one from another machine
  };

  Kind kind = Kind::local;
  FaceId face = face_id_none;
  bool on_this_machine = true;  ///< false: the Face is of non-local scope
  std::uint64_t source = 0;     ///< whose parts of pools it takes (pool_source.hh)
};

}  // namespace augustus::manage
