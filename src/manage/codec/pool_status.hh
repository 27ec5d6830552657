// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/pool_list.hh"

namespace augustus::manage {

/// One item of status/pools, a dataset of this router alone: a pool that strangers can draw from.
struct PoolStatus {
  std::string name;
  std::string drop_reason;  ///< as status/drops names it
  std::uint64_t capacity = 0;
  std::uint64_t in_use = 0;
  std::uint64_t largest = 0;  ///< that the largest holder has
  std::uint64_t refused = 0;

  static PoolStatus of(const NamedPool& pool) {
    const PoolFigures& figures = pool.figures;
    return {pool.name, pool.drop_reason, figures.capacity, figures.in_use, figures.largest, figures.refused};
  }

  /// The whole element.
  std::vector<std::uint8_t> encode() const;
  /// From the element's value.
  static std::optional<PoolStatus> decode(std::span<const std::uint8_t> value);
  bool operator==(const PoolStatus&) const = default;
};

}  // namespace augustus::manage
