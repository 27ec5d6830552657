// SPDX-License-Identifier: Apache-2.0
#include "face/websocket_frame.hh"

#include <algorithm>

namespace augustus::face {
namespace {

constexpr std::uint8_t final_bit = 0x80;
constexpr std::uint8_t reserved_bits = 0x70;
constexpr std::uint8_t mask_bit = 0x80;
constexpr std::size_t control_bytes_max = 125;

bool is_known(std::uint8_t opcode) {
  return opcode <= 2 || (opcode >= 8 && opcode <= 10);
}

}  // namespace

WebSocketFrame next_websocket_frame(std::span<const std::uint8_t> bytes) {
  WebSocketFrame frame;
  if (bytes.size() < 2) {
    return frame;
  }
  const std::uint8_t opcode = bytes[0] & 0x0f;
  frame.opcode = static_cast<WebSocketOpcode>(opcode);
  frame.final = (bytes[0] & final_bit) != 0;
  const std::uint8_t short_length = bytes[1] & 0x7f;
  if ((bytes[0] & reserved_bits) != 0 || !is_known(opcode) || (bytes[1] & mask_bit) == 0 ||
      (frame.is_control() && (!frame.final || short_length > control_bytes_max))) {
    frame.outcome = FrameOutcome::malformed;
    return frame;
  }
  const std::size_t length_bytes = short_length == 126 ? 2 : short_length == 127 ? 8 : 0;
  frame.header_bytes = 2 + length_bytes + frame.mask.size();
  if (bytes.size() < 2 + length_bytes) {
    return frame;
  }
  std::uint64_t length = length_bytes == 0 ? short_length : 0;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    length = length << 8 | bytes[2 + i];
  }
  if (length > link_packet_bytes_max) {
    frame.outcome = FrameOutcome::malformed;
    return frame;
  }
  frame.payload_bytes = static_cast<std::size_t>(length);
  if (bytes.size() >= frame.header_bytes + frame.payload_bytes) {
    std::copy_n(bytes.begin() + 2 + static_cast<std::ptrdiff_t>(length_bytes), frame.mask.size(),
                frame.mask.begin());
    frame.outcome = FrameOutcome::whole;
  }
  return frame;
}

void unmask(std::span<std::uint8_t> payload, const std::array<std::uint8_t, 4>& mask) {
  for (std::size_t i = 0; i < payload.size(); ++i) {
    payload[i] ^= mask[i % mask.size()];
  }
}

std::size_t write_websocket_header(WebSocketOpcode opcode, std::size_t payload_bytes, std::uint8_t* out) {
  out[0] = static_cast<std::uint8_t>(final_bit | static_cast<std::uint8_t>(opcode));
  if (payload_bytes <= control_bytes_max) {
    out[1] = static_cast<std::uint8_t>(payload_bytes);
    return 2;
  }
  out[1] = 126;
  out[2] = static_cast<std::uint8_t>(payload_bytes >> 8);
  out[3] = static_cast<std::uint8_t>(payload_bytes);
  return 4;
}

}  // namespace augustus::face
