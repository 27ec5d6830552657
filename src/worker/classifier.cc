// SPDX-License-Identifier: Apache-2.0
#include "worker/classifier.hh"

#include "forward/read_view.hh"
#include "wire/compact_common.hh"
#include "wire/dispatch_hash.hh"
#include "wire/parse_common.hh"

namespace augustus::worker {

bool Classifier::parse(rte_mbuf* packet, wire::PacketView& view) {
  const auto bytes = packet_bytes(packet);
  const auto& arrival = forward::arrival_of(packet);
  const bool is_ndn = arrival.format == wire::PacketFormat::ndn;
  if (is_ndn ? !arrival.is_nack && wire::parse_common(bytes, hash_, view)
             : wire::parse_common_compact(bytes, arrival.format, hash_, view)) [[likely]] {
    return true;
  }
  const auto outcome = forward::parse_received(bytes, arrival, view);
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
