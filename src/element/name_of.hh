// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "element/packet.hh"
#include "forward/read_view.hh"

namespace augustus::element {

/// The components of the packet's name. Empty for what has none (malformed). What leaves is read again: a
/// packet out of the content store has no view.
inline std::span<const std::uint8_t> name_of(Packet packet) {
  const auto* bytes = rte_pktmbuf_mtod(packet.buffer(), const std::uint8_t*);
  if (!packet.is_leaving()) {
    return wire::name_bytes(*packet.item().view, bytes);
  }
  wire::PacketView view;
  const bool read =
      forward::read_view(wire::PacketFormat::ndn, {bytes, rte_pktmbuf_data_len(packet.buffer())}, view);
  return read ? wire::name_bytes(view, bytes) : std::span<const std::uint8_t>{};
}

}  // namespace augustus::element
