// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "face/port/ip_view.hh"
#include "face/port/port_drop.hh"

namespace augustus::face {

inline constexpr std::size_t ipv4_header_bytes = 20;

/// Reads an IPv4 packet (RFC 791); options are skipped, the header checksum is verified.
PortDrop decode_ipv4(std::span<const std::uint8_t> bytes, IpView& view);

/// Writes a header without options, Don't Fragment set and its checksum, before `payload_bytes`; returns the
/// byte behind it.
std::uint8_t* write_ipv4(std::uint8_t* out, const IpAddress& source, const IpAddress& destination,
                         std::uint8_t protocol, std::size_t payload_bytes);
/// Corrects length and checksum of such a header.
void set_ipv4_payload(std::uint8_t* header, std::size_t payload_bytes);

}  // namespace augustus::face
