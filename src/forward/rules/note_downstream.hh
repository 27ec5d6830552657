// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/copy_short.hh"
#include "forward/burst.hh"
#include "table/in_record.hh"

namespace augustus::forward {

/// Writes down that the Interest's Face waits until `expiry` (NFD's
/// insertOrUpdateInRecord). The table has given `in` to that Face.
[[gnu::always_inline]] inline void note_downstream(table::InRecord& in, const Item& interest, TimeNs now,
                                                   TimeNs expiry) {
  const auto& arrival = interest.arrival();
  in.nonce = interest.view->nonce;
  in.last_renewed = now;
  in.expiry = expiry;
  in.non_discovery = arrival.non_discovery;
  in.pit_token_length = arrival.pit_token_length;
  copy_short(in.pit_token.data(), arrival.pit_token.data(), arrival.pit_token_length);
}

}  // namespace augustus::forward
