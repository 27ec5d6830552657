// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/mapped_memory.hh"
#include "base/packet_limit.hh"

namespace augustus {

/// Bytes of each packet buffer's private area; `forward::Arrival` lives in its first line. The rest is there
/// so that a received frame starts 16 bytes into a line: when a PIT token's header is put in front of a Data
/// the frame grows within the line it has touched already.
inline constexpr std::uint16_t packet_private_used_bytes = 64;
inline constexpr std::uint16_t packet_private_bytes = packet_private_used_bytes + 16;
/// Data room of a small buffer. 128 (rte_mbuf) + 80 (private) + 2176 are under 38 cache lines, with the
/// pool's own header 39: an odd number keeps consecutive buffers out of the same cache sets.
inline constexpr std::uint16_t small_packet_room = RTE_PKTMBUF_HEADROOM + 2048;
/// Data room of a large buffer: the NDN packet limit of 8800 B, its NDNLP headers and spare.
inline constexpr std::uint16_t large_packet_room = RTE_PKTMBUF_HEADROOM + 9216;

/// The packet buffers of the process: small ones for most packets, large ones for what exceeds 2048 B.
/// A received packet is one contiguous buffer when it reaches the stages; what is sent may be a chain.
/// Any thread may allocate and free. Owned by the process until the EAL ends.
class PacketPool {
 public:
  /// Starts the EAL if it is not running, then creates both pools. Throws std::runtime_error.
  PacketPool(const std::string& name, unsigned small_count, unsigned large_count);
  ~PacketPool();
  PacketPool(const PacketPool&) = delete;
  PacketPool& operator=(const PacketPool&) = delete;

  /// A buffer whose data room holds `bytes` in one piece, data length 0, private area zeroed; nullptr when
  /// the pool is empty or `bytes` exceeds a large buffer. The caller owns it.
  rte_mbuf* allocate(std::size_t bytes);

  /// A buffer holding a copy of `bytes` (data length set); nullptr as above.
  rte_mbuf* copy_of(std::span<const std::uint8_t> bytes);

  /// Buffers handed out and not yet freed.
  unsigned in_use() const;

  rte_mempool* small() { return small_; }
  rte_mempool* large() { return large_; }

 private:
  MappedMemory small_memory_;  ///< of the buffers, where the EAL has no huge pages
  MappedMemory large_memory_;
  rte_mempool* small_;
  rte_mempool* large_;
};

/// The bytes of a packet's first (for received packets: only) segment.
inline std::span<std::uint8_t> packet_bytes(rte_mbuf* packet) {
  return {rte_pktmbuf_mtod(packet, std::uint8_t*), packet->data_len};
}

}  // namespace augustus
