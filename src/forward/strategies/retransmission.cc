// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/retransmission.hh"

#include <algorithm>

#include "forward/record_life.hh"

namespace augustus::forward {
namespace {

TimeNs last_outgoing(PendingInterest& interest) {
  TimeNs last = 0;
  interest.context().table.for_each_out(interest.record(), [&](const table::OutRecord& out) {
    last = std::max(last, out.last_renewed);
    return true;
  });
  return last;
}

/// `strategy_state` counts the doublings.
TimeNs suppression_of(const table::OutRecord& out) {
  return TimeNs{std::min(suppression_initial_ms << out.strategy_state, suppression_max_ms)} *
         nanoseconds_per_millisecond;
}

}  // namespace

Retransmission decide_by_record(PendingInterest& interest) {
  auto& record = interest.record();
  if (!has_pending_out(interest.context().table, record, interest.now())) {
    return Retransmission::fresh;
  }
  const auto interval_ms = std::max(record.suppression_ms, suppression_initial_ms);
  if (interest.now() - last_outgoing(interest) < interval_ms * nanoseconds_per_millisecond) {
    return Retransmission::suppress;
  }
  record.suppression_ms = std::min(2 * interval_ms, suppression_max_ms);
  return Retransmission::forward;
}

Retransmission decide_by_fixed_interval(PendingInterest& interest, TimeNs interval) {
  if (!has_pending_out(interest.context().table, interest.record(), interest.now())) {
    return Retransmission::fresh;
  }
  return interest.now() - last_outgoing(interest) < interval ? Retransmission::suppress
                                                             : Retransmission::forward;
}

Retransmission decide_by_upstream(PendingInterest& interest, FaceId upstream) {
  const auto* out = interest.context().table.find_out(interest.record(), upstream);
  if (out == nullptr) {
    return Retransmission::fresh;
  }
  return interest.now() - out->last_renewed < suppression_of(*out) ? Retransmission::suppress
                                                                   : Retransmission::forward;
}

void lengthen_suppression(table::OutRecord& out) {
  constexpr std::uint8_t doublings_max = 5;  // 10 ms << 5 exceeds 250 ms
  out.strategy_state =
      std::min<std::uint8_t>(static_cast<std::uint8_t>(out.strategy_state + 1), doublings_max);
}

}  // namespace augustus::forward
