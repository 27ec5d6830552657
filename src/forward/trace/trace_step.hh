// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace augustus::forward {

/// What happened to a packet that is traced. Names are those of `trace_step_name`.
enum class TraceStep : std::uint8_t {
  arrived,            ///< `name`, `hash`, `nonce`; `number`: bytes; `detail`: HopLimit, 255 none
  cs_hit,             ///< the content store's memory answers
  cs_miss,
  pit_new,            ///< a PIT record was made for it, or one without downstreams taken up again
  pit_joined,         ///< others already wait for the same
  pit_retransmitted,  ///< its Face waits already
  route,              ///< `number`: components of the prefix found in the FIB; `detail`: next hops
  next_hop,           ///< the strategy asked for `face`, `number`: cost; `detail`: a NextHopState
  strategy,           ///< `detail`: the StrategyId that decides
  suppressed,         ///< it does not leave again so soon
  sent,               ///< `kind` to `face`; `detail`: NackReason
  waiting,            ///< for the SSD tier
  passed,             ///< to another partition, `number`; `detail`: TransferKind
  satisfied,          ///< `number`: PIT records that the Data ends
  stored,             ///< in the content store
  not_stored,
  dropped,            ///< `detail`: a Drop
  expired,            ///< a PIT record ended unanswered: `name`
  count
};

std::string_view trace_step_name(TraceStep step);

}  // namespace augustus::forward
