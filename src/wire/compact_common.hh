// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/keyed_hash.hh"
#include "wire/packet_view.hh"

namespace augustus::wire {

/// Parses a compact Interest or Data of the common form and hashes its name, in one pass: component offsets
/// are its only TLV, and name at most 31 of them. On true every field of `view` is as parse_compact and
/// hash_name would set it. False says nothing of the packet but that they must be asked; `view` holds nothing
/// of use then. Reads nothing outside `packet`. `format`: not ndn.
bool parse_common_compact(std::span<const std::uint8_t> packet, PacketFormat format, const KeyedHash& hash,
                          PacketView& view);

/// dispatch_hash() of a packet that parse_compact would accept, read off its bytes. Reads nothing outside
/// `packet`; of one that is malformed the hash of what is there.
std::uint64_t dispatch_hash_of_compact(std::span<const std::uint8_t> packet, PacketFormat format,
                                       std::uint32_t batch);

}  // namespace augustus::wire
