// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "table/study/pending_table.hh"

namespace augustus::table::study {

/// A Face beyond an entry's first. 12 bytes.
struct ExtraFace {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::uint32_t nonce = 0;
  std::uint32_t next = none;
  FaceNumber face = 0;
};
static_assert(sizeof(ExtraFace) == 12);

/// The tuple of a pending name, before the name itself: 16 bytes. The paper's (section III-C) has 48 bits,
/// 16 each for expiration, nonces and interfaces, which is one of each; this holds any number of Faces, each
/// with its whole nonce.
struct PendingEntry {
  TimeMs expiry = 0;
  std::uint32_t nonce = 0;  ///< of the first Face
  std::uint32_t more = ExtraFace::none;
  FaceNumber face = 0;
  std::uint16_t name_length = 0;
};
static_assert(sizeof(PendingEntry) == 16);

}  // namespace augustus::table::study
