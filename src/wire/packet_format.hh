// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace augustus::wire {

/// How a packet's bytes are laid out. Names of different formats never match each other: each format is a
/// name space of its own.
enum class PacketFormat : std::uint8_t {
  ndn,           ///< NDN packet format 0.3
  compact,       ///< draft-ccn-packet-header-00
  compact_2016,  ///< Augustus 0.1 (2016), after its IPv4 header
};

}  // namespace augustus::wire
