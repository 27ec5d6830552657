// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace augustus::manage {

/// One item of augustus-partition/list, a dataset of this router alone: a partition and its load.
struct PartitionStatus {
  std::uint64_t partition = 0;
  std::uint64_t worker = 0;
  std::uint64_t packets = 0;  ///< received since the start
  std::uint64_t pit_entries = 0, cs_entries = 0;
  std::uint64_t busy_per_mille = 0;  ///< of its worker's busy time in the last second or two
  std::string pit_structure;         ///< as `[tables] pit_structure` names it

  /// The whole element.
  std::vector<std::uint8_t> encode() const;
  /// From the element's value.
  static std::optional<PartitionStatus> decode(std::span<const std::uint8_t> value);
  bool operator==(const PartitionStatus&) const = default;
};

}  // namespace augustus::manage
