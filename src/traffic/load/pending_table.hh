// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/clock.hh"

namespace augustus::traffic {

/// Interests that wait for their Data, by the hash of their names and by age. Several may have one name.
/// Fixed capacity, no allocation after construction.
class PendingTable {
 public:
  struct Entry {
    std::uint64_t hash;
    std::uint64_t sequence;
    TimeNs sent;
    std::uint32_t nonce;
    std::uint32_t in_bucket;  ///< next with the same bucket
    std::uint32_t older, newer;
  };

  explicit PendingTable(std::uint32_t capacity);

  std::uint32_t size() const { return size_; }
  std::uint32_t capacity() const { return static_cast<std::uint32_t>(entries_.size()); }
  /// Not when full. `sent` never decreases.
  void insert(std::uint64_t hash, std::uint64_t sequence, std::uint32_t nonce, TimeNs sent);
  bool contains(std::uint64_t hash) const {
    std::uint32_t index = buckets_[hash & mask_];
    while (index != none && entries_[index].hash != hash) {
      index = entries_[index].in_bucket;
    }
    return index != none;
  }
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&buckets_[hash & mask_]); }

  /// Removes all with that hash that `fits(entry)`, newest first, and calls `ended(entry)`; how many.
  template <typename Fits, typename Ended>
  unsigned take(std::uint64_t hash, Fits fits, Ended ended) {
    unsigned taken = 0;
    std::uint32_t* link = &buckets_[hash & mask_];
    while (*link != none) {
      const std::uint32_t index = *link;
      Entry& entry = entries_[index];
      if (entry.hash == hash && fits(entry)) {
        *link = entry.in_bucket;
        release(index);
        ended(entry);
        ++taken;
      } else {
        link = &entry.in_bucket;
      }
    }
    return taken;
  }

  /// Removes those sent at `limit` or before, oldest first, and calls `ended(entry)`.
  template <typename Ended>
  unsigned expire(TimeNs limit, Ended ended) {
    unsigned count = 0;
    while (oldest_ != none && entries_[oldest_].sent <= limit) {
      const std::uint32_t index = oldest_;
      unlink_bucket(index);
      release(index);
      ended(entries_[index]);
      ++count;
    }
    return count;
  }

  /// When the oldest was sent; time_never when there is none.
  TimeNs oldest_sent() const { return oldest_ == none ? time_never : entries_[oldest_].sent; }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  void unlink_bucket(std::uint32_t index);
  void release(std::uint32_t index);

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> buckets_;
  std::uint64_t mask_;
  std::uint32_t free_ = 0;  ///< list by `newer`
  std::uint32_t oldest_ = none;
  std::uint32_t newest_ = none;
  std::uint32_t size_ = 0;
};

}  // namespace augustus::traffic
