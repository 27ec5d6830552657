// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "face/port/ip_view.hh"
#include "face/port/port_drop.hh"

namespace augustus::face {

inline constexpr std::uint8_t icmpv6_neighbour_solicitation = 135;
inline constexpr std::uint8_t icmpv6_neighbour_advertisement = 136;

enum class IcmpKind : std::uint8_t { echo_request, neighbour_discovery };

/// Checks an ICMP (RFC 792) or ICMPv6 (RFC 4443) message and its checksum; types that are of no use to a port
/// are icmp_ignored.
PortDrop decode_icmp(const IpView& ip, IcmpKind& kind);

/// Writes the answer to the echo request `ip` carries: as many bytes as its payload.
void write_echo_reply(std::uint8_t* out, const IpView& ip);

}  // namespace augustus::face
