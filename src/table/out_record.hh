// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/clock.hh"
#include "base/face_id.hh"
#include "wire/lp_header.hh"

namespace augustus::table {

/// One upstream of a PIT record: where the Interest was sent, with which nonce, when. Half a cache line.
struct alignas(32) OutRecord {
  FaceId face = face_id_none;
  std::uint32_t nonce = 0;
  TimeNs last_renewed = 0;
  TimeNs expiry = 0;
  std::uint32_t next = ~std::uint32_t{0};  ///< the table's own: next record of the list
  wire::NackReason nacked = wire::NackReason::none;
  bool has_nack = false;
  bool is_probe = false;
  std::uint8_t strategy_state = 0;  ///< the strategy's own
};
static_assert(sizeof(OutRecord) == 32);

}  // namespace augustus::table
