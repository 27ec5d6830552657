// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace augustus::face {

/// Bytes of the largest link packet received: an 8800 B packet and its NDNLP headers.
inline constexpr std::size_t link_packet_bytes_max = 9216;

enum class FrameOutcome : std::uint8_t { whole, incomplete, malformed };

struct Frame {
  FrameOutcome outcome;
  std::size_t bytes = 0;  ///< of the whole element
};

/// Looks for one TLV element at the front of a byte stream. Malformed, and the stream lost: a type or length
/// not in shortest form, type 0, or more bytes than 8800 (an LpPacket: than link_packet_bytes_max).
Frame next_frame(std::span<const std::uint8_t> bytes);

}  // namespace augustus::face
