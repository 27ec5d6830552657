// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.hh"
#include "forward/strategies/pending_interest.hh"
#include "table/out_record.hh"
#include "table/pit_record.hh"

namespace augustus::forward {

/// What to do with an Interest whose record may have been forwarded before.
enum class Retransmission : std::uint8_t { fresh, forward, suppress };

// Exponential retransmission suppression (NFD's retx-suppression-exponential), as the parameters of the record's
// strategy say: 10 ms after the first transmission, doubled by each that is let through, 250 ms at most.

/// One interval for the whole record (best-route).
Retransmission decide_by_record(PendingInterest& interest);
/// A fixed interval for the whole record (access).
Retransmission decide_by_fixed_interval(PendingInterest& interest, TimeNs interval);
/// One interval an upstream (multicast, ASF); the interval grows when lengthen_suppression is called.
Retransmission decide_by_upstream(PendingInterest& interest, FaceId upstream);
void lengthen_suppression(table::OutRecord& out);

}  // namespace augustus::forward
