// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "face/port/ip_address.hh"

namespace augustus::face {

/// The one's complement sum over pieces of a packet (RFC 1071), in the machine's byte order until it is
/// stored.
class InternetChecksum {
 public:
  void add(std::span<const std::uint8_t> bytes);
  /// A field in the machine's byte order.
  void add(std::uint16_t value);
  /// What UDP, ICMPv6 and their like sum besides their own bytes (RFC 768, RFC 8200 8.1).
  void add_pseudo_header(const IpAddress& source, const IpAddress& destination, std::uint8_t protocol,
                         std::size_t length);

  /// The sum is that of bytes that include their right checksum.
  bool holds() const { return folded() == 0xffff; }
  /// Writes the checksum of what was added.
  void store(std::uint8_t* field) const;
  /// As store(), but 0, which means "none" in UDP, becomes 0xffff.
  void store_for_udp(std::uint8_t* field) const;
  /// Whether `field` has the plain sum, as a sender leaves it to a device to finish.
  bool unfinished_in(const std::uint8_t* field) const;

 private:
  std::uint16_t folded() const;

  std::uint64_t sum_ = 0;
  bool odd_ = false;  ///< an odd number of bytes so far: the next piece's bytes have changed places
};

}  // namespace augustus::face
