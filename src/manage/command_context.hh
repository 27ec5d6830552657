// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.hh"
#include "base/face_id.hh"
#include "manage/access/peer.hh"
#include "wire/interest.hh"

namespace augustus::manage {

/// An authorized command on its way to its module.
struct CommandContext {
  const wire::Interest& interest;
  FaceId incoming;  ///< the Face the command came from: what FaceId 0 or absent means
  TimeNs now;       ///< monotonic
  TimeNs wall;
  Peer peer;
};

}  // namespace augustus::manage
