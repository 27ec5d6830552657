// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/counter.hh"

namespace augustus::face {

/// What a transport of many Faces dropped before or after it belonged to one of them. Written by the owning
/// thread, read by anyone.
struct TransportCounters {
  Counter faces_full;    ///< a packet from a stranger, and no room for another Face
  Counter face_gone;     ///< to a Face that was closed
  Counter in_oversized;  ///< a datagram longer than any link packet
  Counter in_no_buffer;  ///< the packet pool was empty
  Counter faces_created;
  Counter faces_expired;  ///< closed for idleness
  Counter faces_failed;   ///< closed because the system refused to send there
};

}  // namespace augustus::face
