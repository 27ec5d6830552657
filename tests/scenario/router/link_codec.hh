// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/face_id.hh"
#include "scenario/driver.hh"
#include "scenario/router/face_end.hh"

namespace augustus::scenario {

/// NDNLPv2 as a neighbour speaks it, written apart from the router's own codec.
class LinkCodec {
 public:
  /// The link packets of up to `mtu` bytes that carry the packet; bare where it needs no header. `face_of`
  /// gives the FaceId for a Face's number in the scenario.
  std::vector<Bytes> encode(const Packet& packet, std::size_t mtu,
                            const std::function<FaceId(unsigned)>& face_of);

  /// What a link packet brings: a packet, once all its fragments have come. Throws std::runtime_error when it
  /// is not a link packet.
  std::optional<Packet> decode(std::span<const std::uint8_t> link_packet);

 private:
  struct Message {
    Packet packet;  ///< its header fields
    std::map<std::uint64_t, Bytes> parts;
  };

  std::uint64_t next_sequence_ = 1;
  std::map<std::uint64_t, Message> messages_;  ///< in parts, by the sequence number of their first
};

}  // namespace augustus::scenario
