// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/mapped_memory.hh"

namespace augustus::store {

/// The frames' bytes and how many packets in flight refer to each frame. A frame's count is that of DPDK's
/// external buffers, with one reference held by the store: whichever thread frees such a packet takes its
/// reference back, nothing else runs there. The memory outlives the store until the last such packet is
/// freed.
class FrameMemory {
 public:
  /// The caller owns one reference, given back by release(). Throws std::runtime_error without memory.
  static FrameMemory* create(std::uint32_t frames, std::uint32_t frame_bytes);
  /// The owner is done: unmaps now or when the last packet in flight is freed.
  void release();

  std::uint8_t* data() { return static_cast<std::uint8_t*>(bytes_.data()); }
  const std::uint8_t* data() const { return static_cast<const std::uint8_t*>(bytes_.data()); }
  /// All frames, for a port that must register memory it sends from.
  std::span<const std::uint8_t> all() const { return {data(), bytes_.bytes()}; }

  /// To be called before a frame's first use.
  void prepare(std::uint32_t frame);
  /// Whether a packet in flight refers to the frame. When not, its bytes may be written.
  bool pinned(std::uint32_t frame) const;
  /// Whether the count has room for another packet.
  bool can_pin(std::uint32_t frame) const;
  /// Makes the empty packet's data these bytes of the frame, pinning it until the packet is freed.
  void attach(std::uint32_t frame, rte_mbuf* packet, std::uint8_t* bytes, std::uint16_t length);

 private:
  /// A line of its own: other threads write it.
  struct alignas(64) Pins {
    rte_mbuf_ext_shared_info info;
  };
  static constexpr std::uint16_t references_max = 65000;

  FrameMemory(std::uint32_t frames, std::uint32_t frame_bytes);
  ~FrameMemory() = default;
  static void freed(void* bytes, void* memory);
  void drop();

  MappedMemory bytes_;
  MappedMemory pins_memory_;
  Pins* pins_;
  std::uint32_t prepared_ = 0;                ///< frames below this have been used
  std::atomic<std::uint32_t> references_{1};  ///< the owner and every prepared frame
};

}  // namespace augustus::store
