// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>
#include <memory>
#include <span>

#include "base/clock.hh"
#include "base/packet_pool.hh"
#include "store/store_options.hh"
#include "table/name_table.hh"
#include "table/segment_handle.hh"
#include "wire/packet_view.hh"

namespace augustus::store {

enum class InsertOutcome : std::uint8_t { stored, refreshed, replaced, too_large, table_full, not_admitted, disabled };

/// What a lookup may ask beyond the name.
struct Wanted {
  bool must_be_fresh = false;
  const std::uint8_t* digest = nullptr;  ///< 32 bytes of implicit digest, or nullptr
};

/// The content store of one partition, DRAM tier: an array of frames holding byte-packed Data, indexed through
/// the name table's CsIndex. Owned and used by one worker; frames stay pinned while packets that point into them
/// are in flight on any thread. Fixed size: an insert evicts by policy (FIFO or LRU), in packets and bytes.
class ContentStore {
 public:
  ContentStore(const StoreOptions& options, table::NameTable& index, const KeyedHash& hash, PacketPool& pool);
  ~ContentStore();

  /// Asks for the lines a hit on this entry will touch.
  void prefetch(table::EntryIndex entry) const;

  /// A packet buffer holding the entry's Data if it satisfies `wanted`, else nullptr. The buffer refers to the
  /// frame (pinned until freed) or holds a copy; the caller owns one reference and must not write to its bytes.
  rte_mbuf* lookup(table::EntryIndex entry, const Wanted& wanted, TimeNs now);

  /// Any cached Data below `prefix` (view.prefix_length(components) bytes) that satisfies `wanted`; nullptr: none.
  rte_mbuf* lookup_prefix(const wire::PacketView& view, const std::uint8_t* packet, unsigned components,
                          const Wanted& wanted, TimeNs now);

  /// Copies the Data in. `entry` is its name's entry (from find_or_insert); `view` is hashed (prefix_hash).
  /// An exact duplicate with a positive FreshnessPeriod re-freshens the entry. Never keeps `packet`.
  InsertOutcome insert(table::EntryIndex entry, rte_mbuf* packet, const wire::PacketView& view, TimeNs now);

  /// Erases up to `limit` Data below the prefix (Name TLV value; empty: all). Returns how many.
  std::uint32_t erase(std::span<const std::uint8_t> prefix_value, std::uint32_t limit);
  bool has_any_below(std::span<const std::uint8_t> prefix_value) const;

  void set_capacity_packets(std::uint32_t packets);  ///< evicts down to it
  void enable_admit(bool on);
  void enable_serve(bool on);
  bool admits() const;
  bool serves() const;

  std::uint32_t size() const;            ///< Data held
  std::uint64_t bytes() const;           ///< bytes of Data held
  std::uint64_t evicted() const;
};

}  // namespace augustus::store
