// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace augustus::traffic {

/// What became of the names that were asked for last: a table where each takes the place of an older one.
class RecentNames {
 public:
  enum class End : std::uint8_t { unknown, answered, given_up };

  explicit RecentNames(std::uint32_t pending)
      : places_(std::clamp<std::size_t>(std::bit_ceil(std::size_t{pending} * 4), 1u << 12, 1u << 20)) {}

  void note(std::uint64_t hash, End end) {
    places_[hash & (places_.size() - 1)] = hash << 2 | static_cast<std::uint64_t>(end);
  }
  End find(std::uint64_t hash) const {
    const std::uint64_t place = places_[hash & (places_.size() - 1)];
    return place >> 2 == (hash & ~std::uint64_t{0} >> 2) ? static_cast<End>(place & 3) : End::unknown;
  }

 private:
  std::vector<std::uint64_t> places_;
};

}  // namespace augustus::traffic
