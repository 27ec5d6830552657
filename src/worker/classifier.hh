// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/counter.hh"
#include "base/keyed_hash.hh"
#include "face/face_table.hh"
#include "forward/arrival.hh"
#include "wire/parse_packet.hh"
#include "worker/partition_map.hh"

namespace augustus::worker {

/// The parse and hash stages of one thread: turns a received packet into a view and names its partition.
class Classifier {
 public:
  Classifier(const KeyedHash& hash, const PartitionMap& partitions, std::uint32_t batch)
      : hash_(hash), partitions_(partitions), batch_(batch) {}

  /// Parses the packet into `view` and hashes its name. False when it is malformed: counted, the packet is
  /// still the caller's.
  bool parse(rte_mbuf* packet, wire::PacketView& view);
  /// The same for packets one after the other, up to the first malformed one: returns how many came before.
  /// There are as many views.
  std::size_t parse(std::span<rte_mbuf* const> packets, wire::PacketView* views);
  std::uint32_t partition(rte_mbuf* packet, const wire::PacketView& view) const;

  const Counter& malformed(wire::ParseOutcome outcome) const {
    return malformed_[static_cast<std::size_t>(outcome)];
  }

 private:
  bool parse_other(rte_mbuf* packet, wire::PacketView& view);

  KeyedHash hash_;
  const PartitionMap& partitions_;
  std::uint32_t batch_;
  std::array<Counter, static_cast<std::size_t>(wire::ParseOutcome::count)> malformed_;
};

}  // namespace augustus::worker
