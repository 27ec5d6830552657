// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/ring_wire.hh"

#include <rte_bus_vdev.h>
#include <rte_eth_ring.h>
#include <rte_mbuf.h>
#include <rte_ring.h>

#include <algorithm>
#include <stdexcept>

#include "base/packet_pool.hh"

namespace augustus::scenario {
namespace {

constexpr unsigned slots = 1024;

/// Whose buffers the frames are that devices receive.
PacketPool& frame_pool() {
  static PacketPool pool("scenario_frames", 1023, 31);
  return pool;
}

rte_ring* make_ring(const std::string& name) {
  rte_ring* ring = rte_ring_create(name.c_str(), slots, SOCKET_ID_ANY, RING_F_SP_ENQ | RING_F_SC_DEQ);
  if (ring == nullptr) {
    throw std::runtime_error("no ring for a wire");
  }
  return ring;
}

rte_mbuf* next(rte_ring* ring) {
  void* frame = nullptr;
  return rte_ring_dequeue(ring, &frame) == 0 ? static_cast<rte_mbuf*>(frame) : nullptr;
}

void free_ring(rte_ring* ring) {
  while (rte_mbuf* frame = next(ring)) {
    rte_pktmbuf_free(frame);
  }
  rte_ring_free(ring);
}

}  // namespace

RingWire::RingWire(unsigned receive_queues, unsigned send_queues) {
  static unsigned number = 0;
  const std::string name = "wire" + std::to_string(number++);
  for (unsigned queue = 0; queue < receive_queues; ++queue) {
    in_.push_back(make_ring(name + "_in" + std::to_string(queue)));
  }
  for (unsigned queue = 0; queue < send_queues; ++queue) {
    out_.push_back(make_ring(name + "_out" + std::to_string(queue)));
  }
  if (rte_eth_from_rings(name.c_str(), in_.data(), receive_queues, out_.data(), send_queues, 0) < 0) {
    throw std::runtime_error("no device for a wire");
  }
  device_ = "net_ring_" + name;
}

RingWire::~RingWire() {
  rte_vdev_uninit(device_.c_str());
  std::for_each(in_.begin(), in_.end(), free_ring);
  std::for_each(out_.begin(), out_.end(), free_ring);
}

void RingWire::give(std::span<const std::uint8_t> bytes, unsigned queue) {
  rte_mbuf* frame = frame_pool().copy_of(bytes);
  if (frame == nullptr || rte_ring_enqueue(in_[queue], frame) != 0) {
    rte_pktmbuf_free(frame);
    throw std::runtime_error("no room on the wire");
  }
}

std::optional<Bytes> RingWire::take() {
  rte_mbuf* frame = nullptr;
  for (std::size_t i = 0; i < out_.size() && frame == nullptr; ++i) {
    frame = next(out_[next_out_++ % out_.size()]);
  }
  if (frame == nullptr) {
    return std::nullopt;
  }
  Bytes bytes(frame->pkt_len);
  const void* data = rte_pktmbuf_read(frame, 0, frame->pkt_len, bytes.data());
  if (data != bytes.data()) {
    std::copy_n(static_cast<const std::uint8_t*>(data), bytes.size(), bytes.begin());
  }
  rte_pktmbuf_free(frame);
  return bytes;
}

}  // namespace augustus::scenario
