// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "store/store_options.hh"

namespace augustus::store {

/// Decides what a tier takes. k-LRU keeps k - 1 caches of names only, here as one table of keys with a count,
/// in which a key replaces another of its place: what came k - 1 times before and is still remembered is
/// taken.
class AdmissionPolicy {
 public:
  /// `remembered` keys, for k-LRU.
  AdmissionPolicy(const AdmissionOptions& options, std::uint32_t remembered)
      : kind_(options.kind),
        k_(options.k),
        threshold_(static_cast<std::uint64_t>(options.probability * 4294967296.0)),
        seen_(options.kind == Admission::k_lru ? remembered : 0) {}

  bool admits_everything() const { return kind_ == Admission::everything; }

  /// `key`: 48 bits of a hash of the name.
  bool admits(std::uint64_t key) {
    switch (kind_) {
      case Admission::everything:
        return true;
      case Admission::probability:
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return (state_ >> 32) < threshold_;
      case Admission::k_lru:
        return was_seen(key);
    }
    return true;
  }

 private:
  struct Seen {
    std::uint32_t tag = 0;
    std::uint32_t times = 0;
  };

  bool was_seen(std::uint64_t key) {
    Seen& place = seen_[(key >> 16 & 0xffff'ffff) * seen_.size() >> 32];
    const auto tag = static_cast<std::uint32_t>(key);
    if (place.tag != tag) {
      place = {tag, 0};
    }
    return place.times + 1 >= k_ || (++place.times, false);
  }

  Admission kind_;
  unsigned k_;
  std::uint64_t threshold_;
  std::uint64_t state_ = 0x2545f4914f6cdd1d;
  std::vector<Seen> seen_;
};

}  // namespace augustus::store
