// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/clock.hh"
#include "base/mapped_memory.hh"

namespace augustus::table {

/// Remembers (name, nonce) of Interests that left the PIT, for 6 s (NFD's lifetime), so that a looping
/// Interest is recognised after its PIT record is gone. Bounded: when more arrive than fit, the oldest of the
/// bucket are forgotten early and counted. A false positive drops a valid Interest: rate below 2^-40 an
/// Interest at full load. Needs 13 bytes a nonce; one line is touched a call, none while nothing was added
/// for the lifetime.
class DeadNonceList {
 public:
  /// Of `capacity` nonces (clamped to 2^23) within 7/6 of the lifetime, less than 1 % are forgotten early.
  explicit DeadNonceList(std::uint32_t capacity, TimeNs lifetime = 6 * nanoseconds_per_second);

  void prefetch(std::uint64_t name_hash, std::uint32_t nonce) const;
  /// Nothing was added for the lifetime, as far as contains() has seen.
  bool idle() const { return idle_; }
  bool contains(std::uint64_t name_hash, std::uint32_t nonce, TimeNs now) const;
  void add(std::uint64_t name_hash, std::uint32_t nonce, TimeNs now);
  std::uint64_t forgotten_early() const { return forgotten_early_; }

 private:
  static constexpr unsigned bucket_slots = 10;

  /// One cache line. A slot is a fingerprint of 44 bits (never 0: 0 is an empty slot) and, in 4 bits, the
  /// epoch it was added in. Each add removes what has expired, so ages stay below 16 epochs and 4 bits tell
  /// them.
  struct alignas(64) Bucket {
    std::uint32_t low[bucket_slots];   ///< fingerprint, low 32 bits
    std::uint16_t high[bucket_slots];  ///< fingerprint, next 12 bits; below them the epoch modulo 16
    std::uint32_t epoch;               ///< of the last add
  };
  static_assert(sizeof(Bucket) == 64);

  struct Place {
    Bucket* bucket;
    std::uint32_t low;
    std::uint16_t high;  ///< epoch bits zero
  };

  Place place_of(std::uint64_t name_hash, std::uint32_t nonce) const;
  std::uint32_t epoch_of(TimeNs now) const { return static_cast<std::uint32_t>(now / epoch_ns_); }
  static unsigned age_at_last_add(const Bucket& bucket, unsigned slot);
  static void start_epoch(Bucket& bucket, std::uint32_t epoch);
  unsigned slot_for(const Place& place);

  MappedMemory memory_;
  Bucket* buckets_;
  std::uint64_t bucket_count_;
  TimeNs epoch_ns_;
  std::uint32_t last_add_epoch_ = 0;
  mutable bool idle_ = true;  ///< nothing in the list is alive
  std::uint64_t forgotten_early_ = 0;
};

}  // namespace augustus::table
