// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "store/ssd/disk_format.hh"
#include "store/store_options.hh"

namespace augustus::store {

inline constexpr std::uint32_t extent_none = ~std::uint32_t{0};

/// What the extents of a region hold and which goes next, in DRAM: 28 bytes an extent, so that a batch of 8
/// segments costs 3.5 a segment; 28 more for each further item there is room for. The first item of an extent
/// stands in its record; further ones (short batches and unsegmented Data that share the extent, prefixes)
/// come from a bounded pool, where they are found by the extent's number. Keys are 48 bits of a hash: a false
/// match is found out when the extent has been read. A key and bit belong to one extent at most.
class ExtentIndex {
 public:
  using Key = std::uint64_t;

  /// `extras_max` items beyond the first of each extent. Throws std::runtime_error without memory.
  ExtentIndex(std::uint32_t extents, std::uint32_t extras_max, Replacement replacement);

  /// The extent that has one of these segments; extent_none.
  std::uint32_t find(Key key, std::uint32_t mask) const;

  /// An extent to be written: free, or the one to be replaced, whose items are forgotten. extent_none: all
  /// are held. It is held until release().
  std::uint32_t allocate();
  /// The extent now holds these; other extents lose what they had of them. Items beyond the pool are left
  /// out; how many.
  unsigned assign(std::uint32_t extent, std::span<const disk::ExtentItem> items, std::uint32_t blocks);
  /// Takes an extent that is free, at opening; it is held until release(). False: it is not free.
  bool take(std::uint32_t extent);
  /// No extent has these any more.
  void forget(Key key, std::uint32_t mask);
  /// Asks for what find() and forget() of the key will touch first, and then, when that has arrived, for what
  /// stands there.
  void prefetch(Key key) const { augustus::prefetch(&heads_[bucket(key)]); }
  void prefetch_record(Key key) const {
    const std::uint32_t node = heads_[bucket(key)] - 1;
    if (node != none && !is_extra(node)) {
      augustus::prefetch(&records_[node]);
    }
  }

  /// The extent has nothing any more.
  void forget_extent(std::uint32_t extent);
  void touch(std::uint32_t extent);
  /// A held extent is not replaced, and when it loses its last item, not free before it is released.
  void hold(std::uint32_t extent) { records_[extent].flags |= flag_held; }
  void release(std::uint32_t extent);
  bool held(std::uint32_t extent) const { return (records_[extent].flags & flag_held) != 0; }
  bool occupied(std::uint32_t extent) const { return (records_[extent].flags & flag_occupied) != 0; }
  /// Whether it was ever used; of others nothing may be asked.
  bool knows(std::uint32_t extent) const { return extent < touched_; }
  /// A note of the caller's, lost when the extent is allocated: a frame in DRAM holds the same.
  bool resident(std::uint32_t extent) const { return (records_[extent].flags & flag_resident) != 0; }
  void set_resident(std::uint32_t extent, bool on) {
    records_[extent].flags = static_cast<std::uint8_t>(on ? records_[extent].flags | flag_resident
                                                          : records_[extent].flags & ~flag_resident);
  }
  /// Blocks of the extent that were written.
  std::uint32_t blocks(std::uint32_t extent) const { return records_[extent].blocks + 1u; }

  /// Calls visit(extent, key, mask, is_extra) for all items, extents in order of replacement, next first.
  template <typename Visit>
  void for_each_item(Visit&& visit) const {
    for (std::uint32_t extent = oldest_; extent != none; extent = records_[extent].newer) {
      for_each_item_of(extent, visit);
    }
  }
  template <typename Visit>
  void for_each_item_of(std::uint32_t extent, Visit&& visit) const {
    const Record& record = records_[extent];
    if (record.mask != 0) {
      visit(extent, key_of(record.key_low, record.key_high), record.mask, false);
    }
    for (std::uint32_t i = first_extra(extent); i != none; i = extras_[i].next) {
      if (extras_[i].extent == extent && extras_[i].mask != 0) {
        visit(extent, key_of(extras_[i].key_low, extras_[i].key_high), extras_[i].mask, true);
      }
    }
  }
  /// An item at opening: what other extents have of it is forgotten.
  void add(std::uint32_t extent, Key key, std::uint32_t mask);
  void set_blocks(std::uint32_t extent, std::uint32_t written);

  std::uint32_t extents() const { return extents_; }
  std::uint32_t in_use() const { return in_use_; }  ///< extents that hold something
  std::uint64_t segments() const { return segments_; }
  std::uint64_t blocks_in_use() const { return blocks_; }  ///< of those extents, as written
  std::uint64_t replaced() const { return replaced_; }     ///< extents that made room for others
  std::uint64_t bytes() const;  ///< memory of the index, of further items what they took at most

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::uint8_t flag_held = 1;
  static constexpr std::uint8_t flag_occupied = 2;  ///< in the order of replacement
  static constexpr std::uint8_t flag_free = 4;      ///< in the list of free extents
  static constexpr std::uint8_t flag_resident = 8;
  static constexpr unsigned uses_shift = 4;
  static constexpr unsigned uses_max = 15;

  struct Record {
    std::uint32_t key_low;
    std::uint32_t mask;   ///< 0: no first item
    std::uint32_t chain;  ///< next of the bucket
    std::uint32_t older;  ///< free: the next free one
    std::uint32_t newer;
    std::uint16_t key_high;
    std::uint8_t blocks : 7;  ///< less one
    std::uint8_t has_extras : 1;
    std::uint8_t flags;  ///< and above them, how often it was used (LFU)
  };
  static_assert(sizeof(Record) == 24);

  struct Extra {
    std::uint32_t key_low;
    std::uint32_t mask;
    std::uint32_t chain;
    std::uint32_t next;  ///< in the extents' bucket; of the free ones
    std::uint32_t extent;
    std::uint16_t key_high;
    std::uint16_t spare;
  };

  static Key key_of(std::uint32_t low, std::uint16_t high) { return std::uint64_t{high} << 32 | low; }
  std::uint32_t bucket(Key key) const {
    return static_cast<std::uint32_t>((key >> 16) * std::uint64_t{extents_} >> 32);
  }
  // Nodes of chains: extents, then extras.
  bool is_extra(std::uint32_t node) const { return node >= extents_; }
  Key key(std::uint32_t node) const;
  std::uint32_t& mask(std::uint32_t node);
  std::uint32_t& chain(std::uint32_t node);
  std::uint32_t chain(std::uint32_t node) const {
    return is_extra(node) ? extras_[node - extents_].chain : records_[node].chain;
  }
  std::uint32_t extent_of(std::uint32_t node) const {
    return is_extra(node) ? extras_[node - extents_].extent : node;
  }
  void link(std::uint32_t node);
  void unlink(std::uint32_t node);
  void drop_extra(std::uint32_t extra);
  bool empty(std::uint32_t extent) const {
    return records_[extent].mask == 0 && records_[extent].has_extras == 0;
  }
  // Further items hang in buckets by their extents, of which few have any.
  std::uint32_t& extras_bucket(std::uint32_t extent) { return extra_heads_[extent % extra_buckets_]; }
  /// From here on, the extent's are among the bucket's; none: it has none.
  std::uint32_t first_extra(std::uint32_t extent) const {
    return records_[extent].has_extras != 0 ? extra_heads_[extent % extra_buckets_] - 1 : none;
  }
  std::uint32_t next_extra_of(std::uint32_t extent, std::uint32_t extra) const {
    while (extra != none && extras_[extra].extent != extent) {
      extra = extras_[extra].next;
    }
    return extra;
  }
  void free_if_empty(std::uint32_t extent);
  void push_newest(std::uint32_t extent);
  void unlink_order(std::uint32_t extent);
  std::uint32_t victim();
  std::uint32_t sampled_victim(bool least_used);
  std::uint32_t random();

  std::uint32_t extents_;
  std::uint32_t extras_max_;
  std::uint32_t extra_buckets_;
  Replacement replacement_;
  MappedMemory heads_memory_;
  MappedMemory records_memory_;
  MappedMemory extras_memory_;
  MappedMemory extra_heads_memory_;
  std::uint32_t* heads_;  ///< node + 1, so that zeroed memory is empty
  Record* records_;
  Extra* extras_;
  std::uint32_t* extra_heads_;  ///< likewise
  std::uint32_t touched_ = 0;  ///< extents below this have been used
  std::uint32_t extras_touched_ = 0;
  std::uint32_t free_ = none;
  std::uint32_t extras_free_ = none;
  std::uint32_t oldest_ = none;
  std::uint32_t newest_ = none;
  std::uint32_t in_use_ = 0;
  std::uint64_t segments_ = 0;
  std::uint64_t blocks_ = 0;
  std::uint64_t replaced_ = 0;
  std::uint64_t random_ = 0x9e3779b97f4a7c15;
};

}  // namespace augustus::store
