// SPDX-License-Identifier: Apache-2.0
#include "store/frame_memory.hh"

#include <rte_eal.h>

#include <cassert>
#include <new>

namespace augustus::store {

FrameMemory::FrameMemory(std::uint32_t frames, std::uint32_t frame_bytes)
    : bytes_(std::size_t{frames} * frame_bytes, "CS frames"),
      pins_memory_(frames * sizeof(Pins), "CS frame table"),
      pins_(static_cast<Pins*>(pins_memory_.data())) {}

FrameMemory* FrameMemory::create(std::uint32_t frames, std::uint32_t frame_bytes) {
  return new FrameMemory(frames, frame_bytes);
}

void FrameMemory::release() {
  for (std::uint32_t frame = 0; frame < prepared_; ++frame) {
    if (rte_mbuf_ext_refcnt_update(&pins_[frame].info, -1) == 0) {
      drop();
    }
  }
  drop();
}

void FrameMemory::freed(void* /*bytes*/, void* memory) {
  static_cast<FrameMemory*>(memory)->drop();
}

void FrameMemory::drop() {
  if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    delete this;
  }
}

void FrameMemory::prepare(std::uint32_t frame) {
  assert(frame == prepared_);
  auto& info = (new (&pins_[frame]) Pins)->info;
  info.free_cb = freed;
  info.fcb_opaque = this;
  rte_mbuf_ext_refcnt_set(&info, 1);
  references_.fetch_add(1, std::memory_order_relaxed);
  prepared_ = frame + 1;
}

bool FrameMemory::pinned(std::uint32_t frame) const {
  // Acquire: what other threads read through their packets comes before what we write next.
  return __atomic_load_n(&pins_[frame].info.refcnt, __ATOMIC_ACQUIRE) > 1;
}

bool FrameMemory::can_pin(std::uint32_t frame) const {
  return rte_mbuf_ext_refcnt_read(&pins_[frame].info) < references_max;
}

void FrameMemory::attach(std::uint32_t frame, rte_mbuf* packet, std::uint8_t* bytes, std::uint16_t length) {
  auto* info = &pins_[frame].info;
  const rte_iova_t iova =
      rte_eal_iova_mode() == RTE_IOVA_VA ? reinterpret_cast<rte_iova_t>(bytes) : RTE_BAD_IOVA;
  rte_mbuf_ext_refcnt_update(info, 1);
  rte_pktmbuf_attach_extbuf(packet, bytes, iova, length, info);
  packet->data_len = length;
  packet->pkt_len = length;
}

}  // namespace augustus::store
