// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "scenario/router/face_end.hh"

namespace augustus::scenario {

using Mac = std::array<std::uint8_t, 6>;
using Ipv4 = std::array<std::uint8_t, 4>;

/// An address of a host on an Ethernet link.
struct LanAddress {
  Mac mac;
  Ipv4 ip;
};

/// Frames as a host on the link writes and reads them, apart from the router's own code.
struct LanFrame {
  enum class Kind { arp_request, udp, ndn, other };

  Kind kind = Kind::other;
  Mac source{};
  Ipv4 asked{};                           ///< ARP: whose address is asked for
  Ipv4 asker{};                           ///< ARP: who asks
  std::uint16_t destination_port = 0;     ///< UDP
  std::span<const std::uint8_t> payload;  ///< UDP and NDN: within the frame

  /// Throws std::runtime_error when a checksum is wrong.
  static LanFrame read(std::span<const std::uint8_t> frame);
};

/// UDP over IPv4.
Bytes udp_frame(const LanAddress& from, std::uint16_t from_port, const LanAddress& to, std::uint16_t to_port,
                std::span<const std::uint8_t> payload);
/// NDN over Ethernet (type 0x8624), to the NDN group.
Bytes ndn_frame(const Mac& from, std::span<const std::uint8_t> payload);
Bytes arp_reply(const LanAddress& from, const LanAddress& to);

}  // namespace augustus::scenario
