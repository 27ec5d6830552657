// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/clock.hh"
#include "base/face_id.hh"
#include "wire/lp_header.hh"

namespace augustus::table {

/// One downstream of a PIT record: who asked, with which nonce and PIT token, until when. One cache line.
struct alignas(64) InRecord {
  FaceId face = face_id_none;
  std::uint32_t nonce = 0;
  TimeNs last_renewed = 0;
  TimeNs expiry = 0;
  std::uint32_t next = ~std::uint32_t{0};  ///< the table's own: next record of the list
  bool non_discovery = false;
  std::uint8_t pit_token_length = 0;
  std::array<std::uint8_t, wire::pit_token_bytes_max> pit_token{};
};
static_assert(sizeof(InRecord) == 64);

}  // namespace augustus::table
