// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "wire/packet_format.hh"
#include "wire/packet_view.hh"

namespace augustus::traffic {

/// A packet whose name, PIT token and nonce are filled in anew each time; all packets of one template are
/// equally long. Wire format: NDN 0.3 in NDNLPv2, or compact.
class PacketTemplate {
 public:
  static constexpr std::size_t token_bytes = 8;

  /// An Interest with a Nonce, in an LpPacket with a PIT token of 8 bytes.
  static PacketTemplate interest(std::size_t name_bytes, bool can_be_prefix = false,
                                 std::uint32_t lifetime_ms = 0);
  /// A Data of `payload` content bytes, signed with a dummy DigestSha256; in an LpPacket with a PIT token if
  /// `token`.
  static PacketTemplate data(std::size_t name_bytes, std::size_t payload, bool token);

  /// A compact packet whose name has components ending at `ends`: an Interest without a nonce, or a Data of
  /// `payload` bytes behind its headers.
  static PacketTemplate compact(wire::PacketFormat format, wire::PacketKind kind,
                                std::span<const std::uint16_t> ends, std::size_t payload);

  std::size_t size() const { return bytes_.size(); }
  /// Bytes in front of the bare Interest or Data.
  std::size_t link_bytes() const { return link_bytes_; }
  /// From the bare packet's first byte to the name's.
  std::size_t name_offset() const { return name_at_ - link_bytes_; }

  /// Writes size() bytes. `token` and `nonce` are ignored where the template has none.
  void write(std::uint8_t* to, std::span<const std::uint8_t> name, std::uint64_t token,
             std::uint32_t nonce) const;

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t link_bytes_ = 0;
  std::size_t name_at_ = 0;
  std::size_t token_at_ = 0;  ///< 0: none
  std::size_t nonce_at_ = 0;  ///< 0: none
};

}  // namespace augustus::traffic
