// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <vector>

#include "base/clock.hh"
#include "wire/data.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// Published versions of status datasets, cut into segments on request (NFD wiki StatusDataset). A version
/// stays answerable for a while after its last segment was asked for; number and bytes of versions are
/// bounded.
class DatasetStore {
 public:
  static constexpr std::size_t segment_bytes_max = 8000;
  static constexpr std::size_t versions_max = 64;
  static constexpr std::size_t bytes_max = std::size_t{512} << 20;
  static constexpr TimeNs lifetime = 30 * nanoseconds_per_second;
  static constexpr std::uint64_t freshness_ms = 1000;

  /// Keeps `payload` as a new version below `name` and returns its first segment.
  wire::Data publish(const wire::Name& name, std::vector<std::uint8_t> payload, TimeNs now, TimeNs wall);

  /// The segment a name with version and segment asks for, or the first segment for one with a version only;
  /// std::nullopt when it is not kept.
  std::optional<wire::Data> find(const wire::Name& name, TimeNs now);

 private:
  struct Version {
    wire::Name name;
    std::vector<std::uint8_t> payload;
    TimeNs used;
  };

  static wire::Data segment(const Version& version, std::uint64_t number);
  void forget(TimeNs now);

  std::list<Version> versions_;  // oldest first
  std::size_t bytes_ = 0;
  std::uint64_t last_version_ = 0;
};

}  // namespace augustus::manage
