// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstring>

#include "base/face_id.hh"

namespace augustus {

/// The Face that a received packet came by, for rooms below the one that knows what else came with it: the private
/// area of its buffer begins with that (forward/arrival.hh).
inline FaceId incoming_face_of(rte_mbuf* packet) {
  FaceId face = face_id_none;
  std::memcpy(&face, rte_mbuf_to_priv(packet), sizeof(face));
  return face;
}

}  // namespace augustus
