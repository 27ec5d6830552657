// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>
#include <span>
#include <vector>

#include "base/keyed_hash.hh"
#include "base/packet_pool.hh"
#include "store/content_store.hh"
#include "table/name_table.hh"
#include "traffic/store/segment_catalogue.hh"

namespace augustus::bench {

inline constexpr unsigned direct_batch = 10;   ///< segments of one insertion
inline constexpr unsigned direct_burst = 64;  ///< segments of one lookup, at most

/// A content store with its name table and no router around them, called in bursts as the stages do.
class DirectStore {
 public:
  /// Empty. `catalogue` and `pool` outlive it.
  DirectStore(const store::StoreOptions& options, const traffic::SegmentCatalogue& catalogue,
              PacketPool& pool);
  ~DirectStore();
  DirectStore(const DirectStore&) = delete;
  DirectStore& operator=(const DirectStore&) = delete;

  /// The next segments of the catalogue, beginning again at its end. Time-stamp counter ticks of it all: names'
  /// hashes, name table, store, what they evict, the copy of the bytes.
  std::uint64_t insert_batch();
  /// The same of copying a batch's bytes to where a store as large would have them.
  std::uint64_t copy_batch(std::vector<std::uint8_t>& memory);
  /// Ticks of looking these up; adds to `found` those that the store has.
  std::uint64_t look_up(std::span<const std::uint64_t> segments, std::uint64_t& found);

  std::uint64_t inserted() const { return next_; }
  std::uint64_t held() const { return store_.size(); }

 private:
  rte_mbuf* make_data(std::uint64_t segment);

  const traffic::SegmentCatalogue& catalogue_;
  KeyedHash hash_;
  table::NameTable names_;
  store::ContentStore store_;
  std::vector<rte_mbuf*> packets_;
  std::size_t next_packet_ = 0;
  std::uint64_t next_ = 0;
  std::size_t copied_ = 0;
  std::uint64_t copied_segments_ = 0;
};

}  // namespace augustus::bench
