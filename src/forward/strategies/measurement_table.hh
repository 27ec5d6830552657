// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/clock.hh"

namespace augustus::forward {

/// What a strategy learned, by 64-bit key, for a limited time and in limited space: four places a set; a new
/// key takes the place that expires first. `Value` is default constructed for a new key. Keys are hashes: a
/// collision mixes two measurements, which strategies stand.
template <typename Value>
class MeasurementTable {
 public:
  /// `sets_log2`: the table holds 4 << sets_log2 values. `lifetime`: of a value that is not touched.
  MeasurementTable(unsigned sets_log2, TimeNs lifetime)
      : places_(std::size_t{ways} << sets_log2),
        mask_((std::uint64_t{1} << sets_log2) - 1),
        lifetime_(lifetime) {}

  Value* find(std::uint64_t key, TimeNs now) {
    Place* set = set_of(key);
    for (unsigned way = 0; way < ways; ++way) {
      if (set[way].key == key && set[way].expiry > now) {
        return &set[way].value;
      }
    }
    return nullptr;
  }

  /// The key's value, made if need be, good for another lifetime.
  Value& touch(std::uint64_t key, TimeNs now) {
    Place* set = set_of(key);
    Place* victim = set;
    for (unsigned way = 0; way < ways; ++way) {
      if (set[way].key == key && set[way].expiry > now) {
        set[way].expiry = now + lifetime_;
        return set[way].value;
      }
      if (set[way].expiry < victim->expiry) {
        victim = &set[way];
      }
    }
    *victim = {key, now + lifetime_, Value{}};
    return victim->value;
  }

 private:
  static constexpr unsigned ways = 4;
  struct Place {
    std::uint64_t key = 0;
    TimeNs expiry = 0;
    Value value{};
  };

  Place* set_of(std::uint64_t key) { return &places_[((key * 0x9e3779b97f4a7c15ULL) >> 32 & mask_) * ways]; }

  std::vector<Place> places_;
  std::uint64_t mask_;
  TimeNs lifetime_;
};

}  // namespace augustus::forward
