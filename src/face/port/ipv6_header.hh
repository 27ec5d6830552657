// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "face/port/ip_view.hh"
#include "face/port/port_drop.hh"

namespace augustus::face {

inline constexpr std::size_t ipv6_header_bytes = 40;

/// Reads an IPv6 packet (RFC 8200). At most eight extension headers are skipped; a routing header that is not
/// used up and options that ask for a discard are refused; a fragment header ends the walk, unless it is the
/// only fragment of its packet (RFC 6946).
PortDrop decode_ipv6(std::span<const std::uint8_t> bytes, IpView& view);

/// Writes a header before `payload_bytes`; returns the byte behind it.
std::uint8_t* write_ipv6(std::uint8_t* out, const IpAddress& source, const IpAddress& destination,
                         std::uint8_t protocol, std::uint8_t hop_limit, std::size_t payload_bytes);

}  // namespace augustus::face
