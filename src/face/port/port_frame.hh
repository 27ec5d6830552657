// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>
#include <span>

#include "base/packet_pool.hh"
#include "face/port/port_counters.hh"

namespace augustus::face {

/// Makes the buffer's data the bytes of `part`, which lie within it.
void cut_frame(rte_mbuf* frame, std::span<const std::uint8_t> part);

/// The received frame in one buffer of a kind that can become a packet of the stages and that nobody else
/// holds. Short ones leave large buffers, of which there are few. nullptr: there was no buffer, which is
/// counted.
rte_mbuf* sole_frame(rte_mbuf* frame, PacketPool& pool, PortCounters& counters);

}  // namespace augustus::face
