// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "forward/arrival.hh"
#include "wire/compact_codec.hh"
#include "wire/parse_packet.hh"

namespace augustus::forward {

/// Parses an Interest or Data of any format. Hashes are not set.
inline wire::ParseOutcome parse_as(wire::PacketFormat format, std::span<const std::uint8_t> packet,
                                   wire::PacketView& view) {
  return format == wire::PacketFormat::ndn ? wire::parse_packet(packet, view)
                                           : wire::parse_compact(packet, format, view);
}

/// Parses a packet that was accepted before: an Interest whose HopLimit this router has decremented may stand
/// at 0. Hashes are not set. False: not a packet.
inline bool read_view(wire::PacketFormat format, std::span<const std::uint8_t> packet,
                      wire::PacketView& view) {
  const auto outcome = parse_as(format, packet, view);
  return outcome == wire::ParseOutcome::ok || outcome == wire::ParseOutcome::hop_limit_zero;
}

/// Parses a packet as a Face received it. What came as a Nack must be an Interest, gets its kind in the view
/// and may carry HopLimit 0: the upstream decremented it. Hashes are not set.
inline wire::ParseOutcome parse_received(std::span<const std::uint8_t> packet, const Arrival& arrival,
                                         wire::PacketView& view) {
  const auto outcome = parse_as(arrival.format, packet, view);
  if (!arrival.is_nack) {
    return outcome;
  }
  if (outcome != wire::ParseOutcome::ok && outcome != wire::ParseOutcome::hop_limit_zero) {
    return outcome;
  }
  if (view.kind != wire::PacketKind::interest) {
    return wire::ParseOutcome::unknown_packet_type;
  }
  view.kind = wire::PacketKind::nack;
  return wire::ParseOutcome::ok;
}

}  // namespace augustus::forward
