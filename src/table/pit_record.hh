// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/clock.hh"
#include "base/pool_shares.hh"
#include "table/in_record.hh"
#include "table/name_key.hh"
#include "table/out_record.hh"

namespace augustus::table {

/// What, beside the name, makes two Interests the same (NFD: selectors, forwarding hint; the implicit digest
/// is part of an NDN name but not of our key).
struct PitSelectors {
  bool can_be_prefix = false;
  bool must_be_fresh = false;
  bool has_digest = false;
  std::uint64_t hint_hash = 0;            ///< keyed hash of the ForwardingHint's value; 0: none
  std::array<std::uint8_t, 32> digest{};  ///< with has_digest
  bool operator==(const PitSelectors&) const = default;
};

using PitIndex32 = std::uint32_t;
inline constexpr PitIndex32 pit_none = ~PitIndex32{0};

/// One pending Interest: a name's entry holds a list of these. The first in-record and the first two
/// out-records are in the record; more come from a bounded pool. Times are TimeNs.
struct alignas(64) PitRecord {
  EntryIndex entry = entry_none;
  PitIndex32 self = pit_none;
  PitIndex32 next_of_entry = pit_none;
  std::uint32_t wheel_next = ~std::uint32_t{0};
  std::uint32_t wheel_previous = ~std::uint32_t{0};
  std::uint32_t in_list = ~std::uint32_t{0};   ///< records beyond the first, in the pool
  std::uint32_t out_list = ~std::uint32_t{0};  ///< records beyond the first two, in the pool
  std::uint8_t flags = 0;                      ///< can_be_prefix 1, must_be_fresh 2, has_digest 4, in use 8
  std::uint8_t strategy = 0;                   ///< the strategy that handles this Interest
  bool satisfied = false;
  bool awaiting_stores = false;                ///< other partitions' content stores are being asked
  std::uint32_t digest_index = ~std::uint32_t{0};  ///< of the digest, in a pool
  std::uint32_t suppression_ms = 0;  ///< strategies: current retransmission suppression interval
  std::uint64_t hint_hash = 0;
  TimeNs expiry = 0;                ///< when the wheel fires; the latest in-record
  std::uint32_t strategy_word = 0;  ///< the strategy's own
  PoolShares::Holder share = 0;     ///< whose part of the PIT it is in
  PoolShares::Holder taker = 0;     ///< who has its digest, and its out-records that are in the pool
  InRecord first_in;
  std::array<OutRecord, 2> first_out;

  bool can_be_prefix() const { return (flags & 1) != 0; }
  bool must_be_fresh() const { return (flags & 2) != 0; }
  bool has_digest() const { return (flags & 4) != 0; }
  /// Neither can_be_prefix nor must_be_fresh nor has_digest.
  bool is_plain() const { return (flags & 7) == 0; }
};
static_assert(sizeof(PitRecord) == 192,
              "a record is three cache lines: head, first in-record, two out-records");

}  // namespace augustus::table
