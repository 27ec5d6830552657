// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/keyed_hash.hh"
#include "wire/packet_view.hh"

namespace augustus::wire {

/// Parses an Interest or Data of the common form and hashes its name, in one pass. Common are names of at
/// most 32 components without digests, types of one byte, and only elements that this revision of the format
/// knows, without ForwardingHint, parameters or FinalBlockId. On true every field of `view` is as
/// parse_packet and hash_name would set it. False says nothing of the packet but that they must be asked;
/// `view` holds nothing of use then. Reads nothing outside `packet`.
bool parse_common(std::span<const std::uint8_t> packet, const KeyedHash& hash, PacketView& view);

}  // namespace augustus::wire
