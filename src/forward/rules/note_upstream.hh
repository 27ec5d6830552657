// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/clock.hh"
#include "table/out_record.hh"

namespace augustus::forward {

/// Writes down that the Interest leaves with this nonce, and is answered until `expiry` or not at all (NFD's
/// insertOrUpdateOutRecord). The table has given `out` to the Face.
[[gnu::always_inline]] inline void note_upstream(table::OutRecord& out, std::uint32_t nonce, TimeNs now,
                                                 TimeNs expiry) {
  out.nonce = nonce;
  out.last_renewed = now;
  out.expiry = expiry;
  out.nacked = wire::NackReason::none;
  out.has_nack = false;
  out.is_probe = false;
}

}  // namespace augustus::forward
