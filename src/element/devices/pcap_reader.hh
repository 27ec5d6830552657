// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace augustus::element {

/// Reads the packets of a capture one by one: pcap (draft-ietf-opsawg-pcap) or pcapng
/// (draft-ietf-opsawg-pcapng), of either byte order.
class PcapReader {
 public:
  static constexpr std::size_t packet_bytes_max = 1u << 18;
  static constexpr std::size_t block_bytes_max = packet_bytes_max + (1u << 16);
  static constexpr std::size_t interfaces_max = 1u << 16;
  static constexpr std::uint16_t link_type_ethernet = 1;

  struct Packet {
    std::uint16_t link_type = 0;
    bool outgoing = false;                ///< the file says that it was sent, not received
    std::span<const std::uint8_t> bytes;  ///< as far as they were captured; until the next call
  };

  /// Throws std::runtime_error when the file cannot be read or is no capture.
  explicit PcapReader(const std::string& file) : PcapReader(file, file) {}
  /// The same for the file at `path`, which messages call `file`.
  PcapReader(const std::string& file, const std::string& path);

  /// The next packet; std::nullopt at the end. Throws std::runtime_error where the file is damaged.
  std::optional<Packet> next();

 private:
  std::optional<Packet> next_record();
  std::optional<Packet> next_of_blocks();
  std::optional<Packet> packet_of_block(std::uint32_t type, std::span<const std::uint8_t> body) const;
  void begin_section();
  void add_interface(std::span<const std::uint8_t> body);
  bool read(std::size_t bytes);
  std::uint16_t number16(std::span<const std::uint8_t> bytes, std::size_t at) const;
  std::uint32_t number32(std::span<const std::uint8_t> bytes, std::size_t at) const;
  bool outgoing_of(std::span<const std::uint8_t> options) const;
  [[noreturn]] void fail(const char* what) const;

  std::string file_;
  std::ifstream in_;
  std::vector<std::uint8_t> buffer_;
  bool blocks_ = false;      ///< pcapng
  bool big_endian_ = false;  ///< of this section
  std::uint16_t link_type_ = 0;
  std::vector<std::uint16_t> interfaces_;  ///< of this section: link types
};

}  // namespace augustus::element
