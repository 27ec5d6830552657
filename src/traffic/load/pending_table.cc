// SPDX-License-Identifier: Apache-2.0
#include "traffic/load/pending_table.hh"

#include <bit>
#include <stdexcept>

namespace augustus::traffic {

PendingTable::PendingTable(std::uint32_t capacity)
    : entries_(capacity),
      buckets_(std::bit_ceil(std::uint64_t{capacity} * 2), none),
      mask_(buckets_.size() - 1) {
  if (capacity == 0) {
    throw std::invalid_argument("there must be room for one outstanding Interest");
  }
  for (std::uint32_t i = 0; i < capacity; ++i) {
    entries_[i].newer = i + 1 < capacity ? i + 1 : none;
  }
}

void PendingTable::insert(std::uint64_t hash, std::uint64_t sequence, std::uint32_t nonce, TimeNs sent) {
  const std::uint32_t index = free_;
  Entry& entry = entries_[index];
  free_ = entry.newer;
  std::uint32_t& bucket = buckets_[hash & mask_];
  entry = {hash, sequence, sent, nonce, bucket, newest_, none};
  bucket = index;
  (newest_ == none ? oldest_ : entries_[newest_].newer) = index;
  newest_ = index;
  ++size_;
}

void PendingTable::unlink_bucket(std::uint32_t index) {
  std::uint32_t* link = &buckets_[entries_[index].hash & mask_];
  while (*link != index) {
    link = &entries_[*link].in_bucket;
  }
  *link = entries_[index].in_bucket;
}

void PendingTable::release(std::uint32_t index) {
  Entry& entry = entries_[index];
  (entry.older == none ? oldest_ : entries_[entry.older].newer) = entry.newer;
  (entry.newer == none ? newest_ : entries_[entry.newer].older) = entry.older;
  entry.newer = free_;
  free_ = index;
  --size_;
}

}  // namespace augustus::traffic
