// SPDX-License-Identifier: Apache-2.0
#include "main/client/packet_frame.hh"

namespace augustus::client {
namespace {

using Status = PacketFrame::Status;

/// Reads a variable-size number (1, 3 or 5 bytes, shortest form) and moves `offset` behind it.
Status read_number(std::span<const std::uint8_t> bytes, std::size_t& offset, std::uint64_t& number) {
  if (offset == bytes.size()) {
    return Status::incomplete;
  }
  const std::uint8_t first = bytes[offset];
  if (first < 253) {
    number = first;
    ++offset;
    return Status::complete;
  }
  if (first == 255) {
    return Status::malformed;
  }
  const std::size_t size = first == 253 ? 2 : 4;
  if (bytes.size() - offset - 1 < size) {
    return Status::incomplete;
  }
  number = 0;
  for (std::size_t index = 1; index <= size; ++index) {
    number = number << 8 | bytes[offset + index];
  }
  offset += 1 + size;
  return number > (first == 253 ? 252u : 0xffffu) ? Status::complete : Status::malformed;
}

}  // namespace

PacketFrame frame_packet(std::span<const std::uint8_t> bytes) {
  std::size_t offset = 0;
  std::uint64_t type = 0;
  std::uint64_t length = 0;
  for (std::uint64_t* number : {&type, &length}) {
    if (const Status status = read_number(bytes, offset, *number); status != Status::complete) {
      return {status, 0};
    }
  }
  if (type == 0 || length > framed_bytes_max - offset) {
    return {Status::malformed, 0};
  }
  const std::size_t total = offset + length;
  return {total <= bytes.size() ? Status::complete : Status::incomplete, total};
}

}  // namespace augustus::client
