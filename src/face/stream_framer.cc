// SPDX-License-Identifier: Apache-2.0
#include "face/stream_framer.hh"

#include "base/packet_limit.hh"

namespace augustus::face {
namespace {

constexpr std::uint64_t type_lp_packet = 0x64;

struct Number {
  FrameOutcome outcome;
  std::uint64_t value = 0;
  std::size_t bytes = 0;
};

Number read_number(std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) {
    return {FrameOutcome::incomplete};
  }
  const std::uint8_t first = bytes[0];
  if (first < 253) {
    return {FrameOutcome::whole, first, 1};
  }
  const std::size_t size = std::size_t{2} << (first - 253);
  if (bytes.size() < 1 + size) {
    return {FrameOutcome::incomplete};
  }
  std::uint64_t value = 0;
  for (std::size_t i = 1; i <= size; ++i) {
    value = value << 8 | bytes[i];
  }
  const std::uint64_t smallest = size == 2 ? 253 : size == 4 ? 1ull << 16 : 1ull << 32;
  return {value < smallest ? FrameOutcome::malformed : FrameOutcome::whole, value, 1 + size};
}

}  // namespace

Frame next_frame(std::span<const std::uint8_t> bytes) {
  const Number type = read_number(bytes);
  if (type.outcome != FrameOutcome::whole) {
    return {type.outcome};
  }
  if (type.value == 0 || type.value >= 1ull << 32) {
    return {FrameOutcome::malformed};
  }
  const Number length = read_number(bytes.subspan(type.bytes));
  if (length.outcome != FrameOutcome::whole) {
    return {length.outcome};
  }
  const std::size_t limit = type.value == type_lp_packet ? link_packet_bytes_max : packet_bytes_max;
  const std::size_t header = type.bytes + length.bytes;
  if (length.value > limit - header) {
    return {FrameOutcome::malformed};
  }
  const std::size_t whole = header + static_cast<std::size_t>(length.value);
  return {whole <= bytes.size() ? FrameOutcome::whole : FrameOutcome::incomplete, whole};
}

}  // namespace augustus::face
