// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>
#include <span>

namespace augustus::face {

/// Room for `bytes` more at a packet's end, in one segment; empty where it has none.
inline std::span<std::uint8_t> append(rte_mbuf* packet, std::size_t bytes) {
  auto* at = reinterpret_cast<std::uint8_t*>(rte_pktmbuf_append(packet, static_cast<std::uint16_t>(bytes)));
  return at != nullptr ? std::span(at, bytes) : std::span<std::uint8_t>();
}

}  // namespace augustus::face
