// SPDX-License-Identifier: Apache-2.0
#include "table/dead_nonce_list.hh"

#include <algorithm>

#include "base/prefetch.hh"

namespace augustus::table {
namespace {

/// Epochs a nonce outlives the one it was added in: with six, it is remembered for 6/6 to 7/6 of the
/// lifetime.
constexpr std::uint32_t age_max = 6;
constexpr std::uint32_t capacity_max = 1u << 23;
constexpr std::uint32_t nonces_a_bucket = 5;  // of ten slots: 0.4 % of a Poisson spread around 5 find no slot

/// The finaliser of splitmix64: a bijection.
std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

}  // namespace

DeadNonceList::DeadNonceList(std::uint32_t capacity, TimeNs lifetime)
    : bucket_count_(std::min(capacity, capacity_max) / nonces_a_bucket + 1),
      epoch_ns_(std::max<TimeNs>((lifetime + age_max - 1) / age_max, 1)) {
  memory_ = MappedMemory(bucket_count_ * sizeof(Bucket), "dead nonces");
  buckets_ = static_cast<Bucket*>(memory_.data());
}

void DeadNonceList::prefetch(std::uint64_t name_hash, std::uint32_t nonce) const {
  if (!idle_) {
    augustus::prefetch(place_of(name_hash, nonce).bucket);
  }
}

bool DeadNonceList::contains(std::uint64_t name_hash, std::uint32_t nonce, TimeNs now) const {
  if (idle_) {
    return false;
  }
  const std::uint32_t epoch = std::max(epoch_of(now), last_add_epoch_);
  if (epoch - last_add_epoch_ > age_max) {
    idle_ = true;
    return false;
  }
  const Place place = place_of(name_hash, nonce);
  const Bucket& bucket = *place.bucket;
  const std::uint32_t since_add = epoch - bucket.epoch;
  bool found = false;
  for (unsigned slot = 0; slot < bucket_slots; ++slot) {
    found |= bucket.low[slot] == place.low && (bucket.high[slot] & 0xfff0) == place.high &&
             age_at_last_add(bucket, slot) + std::uint64_t{since_add} <= age_max;
  }
  return found;
}

void DeadNonceList::add(std::uint64_t name_hash, std::uint32_t nonce, TimeNs now) {
  last_add_epoch_ = std::max(epoch_of(now), last_add_epoch_);
  idle_ = false;
  const Place place = place_of(name_hash, nonce);
  start_epoch(*place.bucket, last_add_epoch_);
  const unsigned slot = slot_for(place);
  place.bucket->low[slot] = place.low;
  place.bucket->high[slot] = static_cast<std::uint16_t>(place.high | (last_add_epoch_ & 15));
}

DeadNonceList::Place DeadNonceList::place_of(std::uint64_t name_hash, std::uint32_t nonce) const {
  const std::uint64_t key = mixed(name_hash ^ (nonce * 0x9e3779b97f4a7c15u));
  const auto low = static_cast<std::uint32_t>(key);
  const auto high = static_cast<std::uint16_t>((key >> 32 << 4) & 0xfff0);
  Bucket* const bucket = &buckets_[((key >> 32) * bucket_count_) >> 32];
  return {bucket, low == 0 && high == 0 ? 1u : low, high};
}

unsigned DeadNonceList::age_at_last_add(const Bucket& bucket, unsigned slot) {
  return (bucket.epoch - bucket.high[slot]) & 15;
}

/// Removes what is expired in `epoch`, which is not before the bucket's, and makes it the bucket's.
void DeadNonceList::start_epoch(Bucket& bucket, std::uint32_t epoch) {
  const std::uint64_t since_add = epoch - bucket.epoch;
  if (since_add == 0) {
    return;
  }
  for (unsigned slot = 0; slot < bucket_slots; ++slot) {
    if (age_at_last_add(bucket, slot) + since_add > age_max) {
      bucket.low[slot] = 0;
      bucket.high[slot] = 0;
    }
  }
  bucket.epoch = epoch;
}

/// The slot that holds this nonce already, else an empty one, else the oldest's.
unsigned DeadNonceList::slot_for(const Place& place) {
  const Bucket& bucket = *place.bucket;
  unsigned empty = bucket_slots;
  unsigned oldest = 0;
  for (unsigned slot = 0; slot < bucket_slots; ++slot) {
    const std::uint16_t high = bucket.high[slot] & 0xfff0;
    if (bucket.low[slot] == place.low && high == place.high) {
      return slot;
    }
    if (bucket.low[slot] == 0 && high == 0) {
      empty = slot;
    } else if (age_at_last_add(bucket, slot) > age_at_last_add(bucket, oldest)) {
      oldest = slot;
    }
  }
  if (empty != bucket_slots) {
    return empty;
  }
  ++forgotten_early_;
  return oldest;
}

}  // namespace augustus::table
