// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "face/port/ip_address.hh"

namespace augustus::face {

inline constexpr std::uint8_t protocol_icmp = 1;
inline constexpr std::uint8_t protocol_udp = 17;
inline constexpr std::uint8_t protocol_icmpv6 = 58;
/// That of the compact header, as in the 2016 release: one for experiments (RFC 3692).
inline constexpr std::uint8_t protocol_compact = 253;

/// What the headers of an IPv4 or IPv6 packet say, extension headers included.
struct IpView {
  IpAddress source;
  IpAddress destination;
  std::uint8_t protocol;  ///< of the payload; of a later fragment's: as the first one has it
  std::uint8_t hop_limit;
  bool is_fragment;
  bool more_fragments;
  std::uint16_t fragment_offset;  ///< bytes
  std::uint32_t fragment_id;
  std::span<const std::uint8_t> payload;  ///< as long as the IP header says
};

}  // namespace augustus::face
