// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <vector>

#include "base/clock.hh"
#include "base/pool_shares.hh"
#include "wire/data.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// Published versions of status datasets, cut into segments on request (NFD wiki StatusDataset). A version
/// stays answerable for a while after its last segment was asked for. Number and bytes of versions are bounded, and so is
/// each asker's part of them: who asks for many loses his own oldest (base/pool_shares). Where others have left
/// nothing, who has most of what is missing, numbers or bytes, loses his.
class DatasetStore {
 public:
  static constexpr std::size_t segment_bytes_max = 8000;
  static constexpr std::size_t versions_max = 256;
  static constexpr std::size_t segments_max = 1u << 16;  ///< 512 MB
  static constexpr TimeNs lifetime = 30 * nanoseconds_per_second;
  static constexpr std::uint64_t freshness_ms = 1000;

  DatasetStore();
  /// `secret`: of who shares a part with whom, drawn where it is not given.
  explicit DatasetStore(std::uint64_t secret);

  /// Keeps `payload` as a new version below `name` for who asked for it (Peer::source), and returns its first segment.
  wire::Data publish(const wire::Name& name, std::vector<std::uint8_t> payload, TimeNs now, TimeNs wall,
                     std::uint64_t asker = 0);

  /// The segment a name with version and segment asks for, or the first segment for one with a version only;
  /// std::nullopt when it is not kept.
  std::optional<wire::Data> find(const wire::Name& name, TimeNs now);

  PoolFigures figures() const { return segments_.figures(); }

 private:
  struct Version {
    wire::Name name;
    std::vector<std::uint8_t> payload;
    TimeNs used;
    PoolShares::Holder holder;
    std::uint32_t segments;
  };
  using Versions = std::list<Version>;

  static wire::Data segment(const Version& version, std::uint64_t number);
  void forget(TimeNs now);
  void make_room(PoolShares::Holder holder, std::uint32_t segments);
  Versions::iterator erase(Versions::iterator version);
  bool erase_oldest_of(PoolShares::Holder holder);

  Versions versions_;  // oldest first
  PoolShares numbers_;   // of versions
  PoolShares segments_;  // of segments
  std::uint64_t last_version_ = 0;
};

}  // namespace augustus::manage
