// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace augustus::client {

/// Largest packet a client takes from a stream: an NDN packet (8800 B) and its link header.
inline constexpr std::size_t framed_bytes_max = 9200;

/// Where the first packet of a stream's bytes ends.
struct PacketFrame {
  enum class Status : std::uint8_t { complete, incomplete, malformed };

  Status status = Status::incomplete;
  std::size_t bytes = 0;  ///< of the whole TLV, when complete
};

/// Finds the first TLV in `bytes`. Malformed: a number not in shortest form, or a TLV over framed_bytes_max.
PacketFrame frame_packet(std::span<const std::uint8_t> bytes);

}  // namespace augustus::client
