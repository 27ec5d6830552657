// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace augustus::manage {

/// One item of augustus-partition/threads, a dataset of this router alone: a thread of the data plane and its
/// load.
struct ThreadStatus {
  std::uint64_t number = 0;
  std::string kind;                  ///< "worker", "dispatcher"
  std::optional<std::uint64_t> cpu;  ///< absent: not pinned
  std::uint64_t partitions = 0;
  std::uint64_t packets = 0;         ///< that its partitions received
  std::uint64_t busy_per_mille = 0;  ///< of the last second or two

  /// The whole element.
  std::vector<std::uint8_t> encode() const;
  /// From the element's value.
  static std::optional<ThreadStatus> decode(std::span<const std::uint8_t> value);
  bool operator==(const ThreadStatus&) const = default;
};

}  // namespace augustus::manage
