// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <rte_bus_vdev.h>
#include <rte_eth_ring.h>
#include <rte_ring.h>

#include <array>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "base/eal.hh"
#include "packets.hh"

namespace augustus::face {

/// A net_ring device whose wires end in the test: what the port sends is taken, what is given is received.
class PortRing {
 public:
  PortRing() : PortRing(make_ring("in"), make_ring("out"), true) {}
  /// The other end of `other`, for a second port.
  static std::unique_ptr<PortRing> joined_to(const PortRing& other) {
    return std::unique_ptr<PortRing>(new PortRing(other.out_, other.in_, false));
  }
  ~PortRing() {
    rte_vdev_uninit(device.c_str());
    if (owner_) {
      for (rte_ring* ring : {in_, out_}) {
        drain(ring);
        rte_ring_free(ring);
      }
    }
  }

  void give(const Bytes& frame) { give_chain({frame}); }
  /// A frame in several buffers.
  void give_chain(std::initializer_list<Bytes> pieces) {
    rte_mbuf* first = nullptr;
    for (const Bytes& piece : pieces) {
      rte_mbuf* buffer = pool().copy_of(piece);
      ASSERT_NE(buffer, nullptr);
      if (first == nullptr) {
        first = buffer;
      } else {
        ASSERT_EQ(rte_pktmbuf_chain(first, buffer), 0);
      }
    }
    ASSERT_EQ(rte_ring_enqueue(in_, first), 0);
  }
  /// What the port sent next; empty when nothing is there.
  Bytes take() {
    rte_mbuf* frame = next();
    if (frame == nullptr) {
      return {};
    }
    Bytes bytes(frame->pkt_len);
    const void* data = rte_pktmbuf_read(frame, 0, frame->pkt_len, bytes.data());
    if (data != bytes.data()) {
      std::copy_n(static_cast<const std::uint8_t*>(data), bytes.size(), bytes.begin());
    }
    rte_pktmbuf_free(frame);
    return bytes;
  }
  std::vector<Bytes> take_all() {
    std::vector<Bytes> frames;
    for (Bytes frame = take(); !frame.empty(); frame = take()) {
      frames.push_back(std::move(frame));
    }
    return frames;
  }

  std::string device;

 private:
  PortRing(rte_ring* in, rte_ring* out, bool owner) : in_(in), out_(out), owner_(owner) {
    const std::string name = "test" + std::to_string(number++);
    device = "net_ring_" + name;
    EXPECT_GE(rte_eth_from_rings(name.c_str(), &in_, 1, &out_, 1, 0), 0);
  }
  static rte_ring* make_ring(const char* kind) {
    start_eal(EalOptions{});
    const std::string name = kind + std::to_string(number++);
    rte_ring* ring = rte_ring_create(name.c_str(), 1024, SOCKET_ID_ANY, RING_F_SP_ENQ | RING_F_SC_DEQ);
    EXPECT_NE(ring, nullptr);
    return ring;
  }
  rte_mbuf* next() {
    void* frame = nullptr;
    return rte_ring_dequeue(out_, &frame) == 0 ? static_cast<rte_mbuf*>(frame) : nullptr;
  }
  static void drain(rte_ring* ring) {
    void* frame = nullptr;
    while (rte_ring_dequeue(ring, &frame) == 0) {
      rte_pktmbuf_free(static_cast<rte_mbuf*>(frame));
    }
  }

  static inline int number = 0;
  rte_ring* in_;
  rte_ring* out_;
  bool owner_;
};

}  // namespace augustus::face
