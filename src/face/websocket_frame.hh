// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "face/stream_framer.hh"

namespace augustus::face {

enum class WebSocketOpcode : std::uint8_t {
  continuation = 0,
  text = 1,
  binary = 2,
  close = 8,
  ping = 9,
  pong = 10
};

/// One WebSocket frame from a client (RFC 6455, section 5.2).
struct WebSocketFrame {
  FrameOutcome outcome = FrameOutcome::incomplete;
  WebSocketOpcode opcode = WebSocketOpcode::continuation;
  bool final = false;
  std::size_t header_bytes = 0;
  std::size_t payload_bytes = 0;
  std::array<std::uint8_t, 4> mask{};

  bool is_control() const { return static_cast<std::uint8_t>(opcode) >= 8; }
};

/// Looks for a frame at the front of `bytes`. Malformed: an extension or opcode nobody agreed on, no mask, a
/// control frame in pieces or above 125 B, or a payload above link_packet_bytes_max.
WebSocketFrame next_websocket_frame(std::span<const std::uint8_t> bytes);

/// Takes the mask off a payload, in place.
void unmask(std::span<std::uint8_t> payload, const std::array<std::uint8_t, 4>& mask);

/// Writes the header of an unmasked, unfragmented frame to `out` (4 bytes of room); returns its length.
std::size_t write_websocket_header(WebSocketOpcode opcode, std::size_t payload_bytes, std::uint8_t* out);

}  // namespace augustus::face
