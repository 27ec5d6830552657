// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "wire/packet_format.hh"
#include "wire/packet_view.hh"

namespace augustus::wire {

/// Private TLV type: the elements of an Interest that the compact header has no field for (CanBePrefix,
/// MustBeFresh, ForwardingHint, ApplicationParameters and what follows), as they are. For Data, the
/// signature TLV holds all elements but Name and Content.
inline constexpr std::uint16_t compact_tlv_ndn_elements = 0x8001;

/// What a translation adds to a packet's length at most, besides 4 bytes a component.
inline constexpr std::size_t translation_growth_max = 128;

/// Writes an NDN Interest or Data (accepted by parse_packet) with a compact header of `format`. The bytes
/// written; 0 when `out` is too small or compact_from_name cannot express its name. Translated back it is the
/// same packet, but for a HopLimit that was not there.
std::size_t translate_to_compact(std::span<const std::uint8_t> packet, const PacketView& view,
                                 PacketFormat format, std::span<std::uint8_t> out);

/// Writes a compact packet (accepted by parse_compact) as NDN's. Data that was not NDN's before, having no
/// signature of NDN's in it, gets a DigestSha256 signature. The bytes written; 0 when `out` is too small or
/// name_from_compact refuses the name.
std::size_t translate_from_compact(std::span<const std::uint8_t> packet, const PacketView& view,
                                   std::span<std::uint8_t> out);

}  // namespace augustus::wire
