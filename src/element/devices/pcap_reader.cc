// SPDX-License-Identifier: Apache-2.0
#include "element/devices/pcap_reader.hh"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace augustus::element {
namespace {

constexpr std::uint32_t pcap_microseconds = 0xa1b2c3d4;
constexpr std::uint32_t pcap_nanoseconds = 0xa1b23c4d;
constexpr std::size_t pcap_header_bytes = 24;
constexpr std::size_t record_header_bytes = 16;
constexpr std::uint32_t section_header = 0x0a0d0d0a;
constexpr std::uint32_t byte_order_magic = 0x1a2b3c4d;
constexpr std::uint32_t interface_description = 1;
constexpr std::uint32_t simple_packet = 3;
constexpr std::uint32_t enhanced_packet = 6;
constexpr std::size_t block_frame_bytes = 12;  ///< type, length, length again
constexpr std::size_t enhanced_header_bytes = 20;
constexpr std::uint16_t option_end = 0;
constexpr std::uint16_t option_flags = 2;
constexpr std::uint32_t direction_mask = 3;
constexpr std::uint32_t outbound = 2;

constexpr std::size_t padded(std::size_t bytes) {
  return (bytes + 3) / 4 * 4;
}

}  // namespace

PcapReader::PcapReader(const std::string& file, const std::string& path)
    : file_(file), in_(path, std::ios::binary) {
  if (!in_) {
    throw std::runtime_error(fmt::format("{}: {}", file, std::strerror(errno)));
  }
  if (!read(4)) {
    fail("this is no capture");
  }
  const std::uint32_t magic = number32(buffer_, 0);
  if (magic == section_header) {
    blocks_ = true;
    begin_section();
    return;
  }
  const bool swapped =
      magic == __builtin_bswap32(pcap_microseconds) || magic == __builtin_bswap32(pcap_nanoseconds);
  if (!swapped && magic != pcap_microseconds && magic != pcap_nanoseconds) {
    fail("this is neither pcap nor pcapng");
  }
  big_endian_ = swapped;
  if (!read(pcap_header_bytes - sizeof(magic))) {
    fail("it ends in its header");
  }
  link_type_ = static_cast<std::uint16_t>(number32(buffer_, 16) & 0xffff);
}

std::optional<PcapReader::Packet> PcapReader::next() {
  return blocks_ ? next_of_blocks() : next_record();
}

std::optional<PcapReader::Packet> PcapReader::next_record() {
  if (!read(record_header_bytes)) {
    if (in_.gcount() != 0) {
      fail("it ends in a packet");
    }
    return std::nullopt;
  }
  const std::uint32_t captured = number32(buffer_, 8);
  if (captured > packet_bytes_max) {
    fail("a packet is too long");
  }
  if (!read(captured)) {
    fail("it ends in a packet");
  }
  return Packet{.link_type = link_type_, .outgoing = false, .bytes = buffer_};
}

std::optional<PcapReader::Packet> PcapReader::next_of_blocks() {
  while (read(8)) {
    const std::uint32_t type = number32(buffer_, 0);
    if (type == section_header) {
      // Its length is in the byte order that it only tells.
      in_.seekg(-4, std::ios::cur);
      begin_section();
      continue;
    }
    const std::uint32_t length = number32(buffer_, 4);
    if (length < block_frame_bytes || length % 4 != 0 || length > block_bytes_max) {
      fail("the length of a block is wrong");
    }
    if (!read(length - 8)) {
      fail("it ends in a block");
    }
    const auto body = std::span<const std::uint8_t>(buffer_).first(length - block_frame_bytes);
    if (type == interface_description) {
      add_interface(body);
    } else if (auto packet = packet_of_block(type, body)) {
      return packet;
    }
  }
  if (in_.gcount() != 0) {
    fail("it ends in a block");
  }
  return std::nullopt;
}

/// Behind the block's type.
void PcapReader::begin_section() {
  interfaces_.clear();
  if (!read(8)) {
    fail("it ends in a section's header");
  }
  big_endian_ = false;
  const std::uint32_t magic = number32(buffer_, 4);
  big_endian_ = magic == __builtin_bswap32(byte_order_magic);
  if (!big_endian_ && magic != byte_order_magic) {
    fail("a section has no byte order");
  }
  const std::uint32_t length = number32(buffer_, 0);
  if (length < block_frame_bytes + 16 || length % 4 != 0 || length > block_bytes_max || !read(length - 12)) {
    fail("the length of a section's header is wrong");
  }
}

void PcapReader::add_interface(std::span<const std::uint8_t> body) {
  if (body.size() < 8 || interfaces_.size() == interfaces_max) {
    fail("an interface's description is wrong");
  }
  interfaces_.push_back(number16(body, 0));
}

std::optional<PcapReader::Packet> PcapReader::packet_of_block(std::uint32_t type,
                                                              std::span<const std::uint8_t> body) const {
  if (type == simple_packet && body.size() >= 4 && !interfaces_.empty()) {
    const std::size_t length = std::min<std::size_t>(number32(body, 0), body.size() - 4);
    return Packet{.link_type = interfaces_.front(), .outgoing = false, .bytes = body.subspan(4, length)};
  }
  if (type != enhanced_packet) {
    return std::nullopt;
  }
  if (body.size() < enhanced_header_bytes) {
    fail("a packet's block is too short");
  }
  const std::uint32_t interface = number32(body, 0);
  const std::size_t captured = number32(body, 12);
  if (interface >= interfaces_.size() || captured > body.size() - enhanced_header_bytes) {
    fail("a packet's block is wrong");
  }
  const std::size_t options = std::min(enhanced_header_bytes + padded(captured), body.size());
  return Packet{.link_type = interfaces_[interface],
                .outgoing = outgoing_of(body.subspan(options)),
                .bytes = body.subspan(enhanced_header_bytes, captured)};
}

bool PcapReader::outgoing_of(std::span<const std::uint8_t> options) const {
  while (options.size() >= 4) {
    const std::uint16_t code = number16(options, 0);
    const std::size_t length = number16(options, 2);
    if (code == option_end || options.size() - 4 < padded(length)) {
      return false;
    }
    if (code == option_flags && length == 4) {
      return (number32(options, 4) & direction_mask) == outbound;
    }
    options = options.subspan(4 + padded(length));
  }
  return false;
}

/// The next so many bytes into buffer_; false: they are not there.
bool PcapReader::read(std::size_t bytes) {
  buffer_.resize(bytes);
  in_.read(reinterpret_cast<char*>(buffer_.data()), static_cast<std::streamsize>(bytes));
  return static_cast<std::size_t>(in_.gcount()) == bytes;
}

std::uint16_t PcapReader::number16(std::span<const std::uint8_t> bytes, std::size_t at) const {
  return static_cast<std::uint16_t>(big_endian_ ? bytes[at] << 8 | bytes[at + 1]
                                                : bytes[at] | bytes[at + 1] << 8);
}

std::uint32_t PcapReader::number32(std::span<const std::uint8_t> bytes, std::size_t at) const {
  const std::uint32_t first = number16(bytes, at);
  const std::uint32_t second = number16(bytes, at + 2);
  return big_endian_ ? first << 16 | second : first | second << 16;
}

void PcapReader::fail(const char* what) const {
  throw std::runtime_error(fmt::format("{}: {}", file_, what));
}

}  // namespace augustus::element
