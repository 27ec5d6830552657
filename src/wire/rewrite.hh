// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "wire/packet_view.hh"

namespace augustus::wire {

/// Writes `nonce` over the Interest's existing Nonce (view.has_nonce). In place.
void set_nonce(std::span<std::uint8_t> interest, const PacketView& view, std::uint32_t nonce);

/// Writes `hop_limit` over the Interest's existing HopLimit. In place.
void set_hop_limit(std::span<std::uint8_t> interest, const PacketView& view, std::uint8_t hop_limit);

/// Copies the Interest into `out` with a Nonce added where the specification orders it (view has none).
/// Returns the bytes written, 0 when `out` is too small. The outer length is rewritten in shortest form.
std::size_t copy_with_nonce(std::span<const std::uint8_t> interest, const PacketView& view,
                            std::uint32_t nonce, std::span<std::uint8_t> out);

/// Copies the Interest into `out` without its ForwardingHint. Returns the bytes written, 0 when `out` is too
/// small.
std::size_t copy_without_hint(std::span<const std::uint8_t> interest, const PacketView& view,
                              std::span<std::uint8_t> out);

/// Calls `visit(std::span<const std::uint8_t> name_value)` for each delegation Name of the hint, in order,
/// until it returns true. The hint was checked by parse_packet.
template <typename Visitor>
void visit_hint(std::span<const std::uint8_t> interest, const PacketView& view, Visitor&& visit);

}  // namespace augustus::wire

#include "wire/rewrite_inline.hh"  // visit_hint's definition
