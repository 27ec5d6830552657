// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "wire/packet_view.hh"

namespace augustus::wire {

/// As batch size: all segments of a content meet, however many (the content store paper's content hashing).
inline constexpr std::uint32_t batch_whole_content = 0;

/// The public dispatch hash, version 1: XXH3-64 (seed 0) of the key name's component TLVs; when the last
/// component is a segment number (type 50, or a generic component 0x00 + number), that component is left out
/// and the little-endian 64-bit quotient segment / batch (0 with batch_whole_content) is hashed after the
/// rest, so that all segments of a batch meet in one partition. Public and stable: senders pick a port by it,
/// a store on disk outlives us. A trailing implicit digest is not part of it. Of a compact name the plain
/// bytes are hashed, and a last component of 4 bytes is its segment number.
std::uint64_t dispatch_hash(const std::uint8_t* packet, const PacketView& view, std::uint32_t batch);

/// The same of a compact name whose last component begins at byte `last`.
std::uint64_t dispatch_hash_of_compact_name(std::span<const std::uint8_t> name, std::size_t last,
                                            std::uint32_t batch);

/// The same for the segment one batch later (a name without a segment number: its own).
std::uint64_t dispatch_hash_of_next_batch(const std::uint8_t* packet, const PacketView& view,
                                          std::uint32_t batch);

/// The same for the first `components` components as a name of its own: the home of a CanBePrefix Interest.
std::uint64_t dispatch_hash_of_prefix(const std::uint8_t* packet, const PacketView& view, unsigned components,
                                      std::uint32_t batch);

}  // namespace augustus::wire
