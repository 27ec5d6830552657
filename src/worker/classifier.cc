// SPDX-License-Identifier: Apache-2.0
#include "worker/classifier.hh"

#include "forward/read_view.hh"
#include "wire/compact_common.hh"
#include "wire/dispatch_hash.hh"
#include "wire/parse_common.hh"

namespace augustus::worker {

namespace {

[[gnu::always_inline]] inline bool parse_most(rte_mbuf* packet, const KeyedHash& hash,
                                              wire::PacketView& view) {
  const auto bytes = packet_bytes(packet);
  const auto& arrival = forward::arrival_of(packet);
  return arrival.format == wire::PacketFormat::ndn
             ? !arrival.is_nack && wire::parse_common(bytes, hash, view)
             : wire::parse_common_compact(bytes, arrival.format, hash, view);
}

}  // namespace

bool Classifier::parse(rte_mbuf* packet, wire::PacketView& view) {
  return parse_most(packet, hash_, view) || parse_other(packet, view);
}

std::size_t Classifier::parse(std::span<rte_mbuf* const> packets, wire::PacketView* views) {
  std::size_t parsed = 0;
  while (parsed < packets.size() &&
         (parse_most(packets[parsed], hash_, views[parsed]) || parse_other(packets[parsed], views[parsed]))) {
    ++parsed;
  }
  return parsed;
}

bool Classifier::parse_other(rte_mbuf* packet, wire::PacketView& view) {
  const auto bytes = packet_bytes(packet);
  const auto outcome = forward::parse_received(bytes, forward::arrival_of(packet), view);
  if (outcome != wire::ParseOutcome::ok) {
    malformed_[static_cast<std::size_t>(outcome)].add();
    return false;
  }
  wire::hash_name(hash_, bytes.data(), view);
  return true;
}

std::uint32_t Classifier::partition(rte_mbuf* packet, const wire::PacketView& view) const {
  if (partitions_.count() == 1) {
    return 0;
  }
  return partitions_.partition_of(wire::dispatch_hash(packet_bytes(packet).data(), view, batch_));
}

}  // namespace augustus::worker
