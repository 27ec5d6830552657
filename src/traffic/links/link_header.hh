// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "traffic/links/lp_reassembler.hh"
#include "traffic/links/packet.hh"

namespace augustus::traffic {

/// Bytes that encode_link_header writes at most.
inline constexpr std::size_t link_header_bytes_max = 48;

/// Writes what goes before the packet's bytes on a link: nothing, or an NDNLPv2 header that holds its PIT
/// token. Returns the bytes written.
std::size_t encode_link_header(const Packet& packet, std::uint8_t* to);

/// The bytes that encode_link_header writes before a packet of `packet_bytes` with a PIT token of
/// `token_bytes`.
std::size_t link_header_bytes(std::size_t packet_bytes, std::size_t token_bytes);

enum class LinkOutcome : std::uint8_t { packet, part, idle, malformed };

/// Takes the link header off an NDN packet. `parts` puts fragments together; `packet` refers to `bytes` or
/// to memory of `parts`.
LinkOutcome decode_link_packet(std::span<const std::uint8_t> bytes, LpReassembler& parts, Packet& packet);

}  // namespace augustus::traffic
