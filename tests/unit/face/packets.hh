// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <rte_mbuf.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/packet_pool.hh"
#include "face/transport.hh"
#include "forward/arrival.hh"
#include "forward/outgoing.hh"
#include "wire/tlv_writer.hh"

namespace augustus::face {

using Bytes = std::vector<std::uint8_t>;

/// The one pool of the test process.
inline PacketPool& pool() {
  static auto* pool = new PacketPool("face_test", 8191, 1023);
  return *pool;
}

/// An element of `bytes` bytes in all that looks like an Interest (0x05) or Data (0x06), told apart by
/// `seed`.
inline Bytes element(std::uint8_t type, std::size_t bytes, std::uint8_t seed = 0) {
  const std::size_t header = bytes <= 2 + 252 ? 2 : 4;
  Bytes value(bytes - header);
  for (std::size_t i = 0; i < value.size(); ++i) {
    value[i] = static_cast<std::uint8_t>(seed + i * 7 + (i >> 8));
  }
  return wire::TlvWriter().element(type, value).take();
}
inline Bytes interest(std::size_t bytes, std::uint8_t seed = 0) {
  return element(0x05, bytes, seed);
}
inline Bytes data(std::size_t bytes, std::uint8_t seed = 0) {
  return element(0x06, bytes, seed);
}

/// One NDNLPv2 fragment of a packet.
inline Bytes lp_fragment(std::uint64_t sequence, std::uint64_t index, std::uint64_t count,
                         std::span<const std::uint8_t> part) {
  Bytes number(8);
  for (std::size_t i = 0; i < number.size(); ++i) {
    number[i] = static_cast<std::uint8_t>(sequence >> (56 - 8 * i));
  }
  return wire::TlvWriter()
      .nested(0x64,
              [&](wire::TlvWriter& w) {
                w.element(0x51, number).number(0x52, index).number(0x53, count).element(0x50, part);
              })
      .take();
}

/// Keeps what a transport receives.
class Inbox : public Ingress {
 public:
  struct Item {
    Bytes bytes;
    forward::Arrival arrival;
    Bytes announcement;
  };

  void receive(rte_mbuf* packet) override {
    const auto bytes = packet_bytes(packet);
    const auto& arrival = forward::arrival_of(packet);
    const auto* start = static_cast<const std::uint8_t*>(packet->buf_addr) + arrival.announcement_offset;
    items.push_back(
        {Bytes(bytes.begin(), bytes.end()), arrival, Bytes(start, start + arrival.announcement_length)});
    EXPECT_EQ(packet->nb_segs, 1);
    rte_pktmbuf_free(packet);
  }

  std::vector<Item> items;
};

inline forward::Outgoing outgoing(FaceId face, const Bytes& bytes) {
  forward::Outgoing out;
  out.packet = pool().copy_of(bytes);
  EXPECT_NE(out.packet, nullptr);
  out.face = face;
  out.kind = bytes[0] == 0x05 ? wire::PacketKind::interest : wire::PacketKind::data;
  return out;
}

}  // namespace augustus::face
