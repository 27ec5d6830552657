// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/counter.hh"

namespace augustus::face {

/// Counts of one Face; written by the thread that owns it, read by anyone.
struct FaceCounters {
  Counter in_interests, in_data, in_nacks, in_bytes, in_packets;
  Counter out_interests, out_data, out_nacks, out_bytes, out_packets;
  Counter in_malformed;           ///< link layer packets refused by decode_lp, or L3 packets refused later
  Counter in_reassembly_dropped;  ///< partial packets given up: time, room, size or contradiction
  Counter in_duplicates;          ///< reliability: a Sequence received before
  Counter in_no_buffer;           ///< the packet pool was empty
  Counter in_not_allowed;         ///< NextHopFaceId while local fields are off
  Counter out_oversized;          ///< more than the Face's MTU allows even fragmented
  Counter out_queue_full;
  Counter out_errors;       ///< the system refused to send
  Counter out_marked;       ///< congestion marks this Face added
  Counter out_unprotected;  ///< reliability's window was full: sent without retransmission
  Counter lost;             ///< reliability gave up on a packet
};

}  // namespace augustus::face
