// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/counter.hh"

namespace augustus::face {

/// Counts of one Face; written by the thread that owns it, read by anyone.
struct FaceCounters {
  Counter in_interests, in_data, in_nacks, in_bytes, in_packets;
  Counter out_interests, out_data, out_nacks, out_bytes, out_packets;
  Counter in_malformed;        ///< link layer packets refused by decode_lp, or L3 packets refused later
  Counter in_reassembly_dropped;
  Counter out_oversized;       ///< more than the Face's MTU allows even fragmented
  Counter out_queue_full;
  Counter out_errors;          ///< the system refused to send
  Counter lost;                ///< reliability gave up on a packet
};

}  // namespace augustus::face
