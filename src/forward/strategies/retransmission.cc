// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/retransmission.hh"

#include <algorithm>
#include <limits>

#include "forward/record_life.hh"
#include "forward/strategy_id.hh"

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

StrategyParameters parameters_of(PendingInterest& interest) {
  return strategy_parameters(interest.record().strategy);
}

/// The interval after the next transmission.
std::uint32_t longer(std::uint32_t interval_ms, const StrategyParameters& parameters) {
  const float next = static_cast<float>(interval_ms) * parameters.suppression_multiplier;
  return next < static_cast<float>(parameters.suppression_max_ms) ? static_cast<std::uint32_t>(next)
                                                                  : parameters.suppression_max_ms;
}

/// `strategy_state` counts how often the interval grew.
TimeNs suppression_of(const table::OutRecord& out, const StrategyParameters& parameters) {
  std::uint32_t interval_ms = parameters.suppression_initial_ms;
  for (unsigned grown = 0; grown < out.strategy_state && interval_ms < parameters.suppression_max_ms; ++grown) {
    interval_ms = longer(interval_ms, parameters);
  }
  return TimeNs{interval_ms} * nanoseconds_per_millisecond;
}

}  // namespace

Retransmission decide_by_record(PendingInterest& interest) {
  auto& record = interest.record();
  if (!has_pending_out(interest.context().table, record, interest.now())) {
    return Retransmission::fresh;
  }
  const auto parameters = parameters_of(interest);
  const auto interval_ms = std::max(record.suppression_ms, parameters.suppression_initial_ms);
  if (interest.now() - last_outgoing(interest) < interval_ms * nanoseconds_per_millisecond) {
    return Retransmission::suppress;
  }
  record.suppression_ms = longer(interval_ms, parameters);
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
  return interest.now() - out->last_renewed < suppression_of(*out, parameters_of(interest))
             ? Retransmission::suppress
             : Retransmission::forward;
}

void lengthen_suppression(table::OutRecord& out) {
  if (out.strategy_state != std::numeric_limits<std::uint8_t>::max()) {
    ++out.strategy_state;
  }
}

}  // namespace augustus::forward
