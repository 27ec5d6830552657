// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "wire/compact_name.hh"
#include "wire/packet_format.hh"
#include "wire/packet_view.hh"

namespace augustus::traffic {

struct InterestFields {
  std::span<const std::uint8_t> name;  ///< the value of a Name TLV
  std::uint32_t nonce = 0;
  std::uint32_t lifetime_ms = 4000;
  bool can_be_prefix = false;  ///< not with a compact header
  bool must_be_fresh = false;  ///< not with a compact header
};

struct DataFields {
  std::span<const std::uint8_t> name;
  std::uint32_t freshness_ms = 0;  ///< 0: none
  std::span<const std::uint8_t> content;
  bool digest = false;  ///< a DigestSha256 signature, else a null one (type 200); none with a compact header
};

/// What a packet says; refers to it, or to memory of the codec that the next one read takes.
struct PacketFields {
  wire::PacketKind kind;
  std::span<const std::uint8_t> name;
  bool can_be_prefix = false;
  std::uint32_t nonce = 0;
  std::span<const std::uint8_t> content;  ///< of Data
};

/// Writes and reads the packets of one format. What is written is valid until the next one,
/// and what is read until the next one read.
class PacketCodec {
 public:
  explicit PacketCodec(wire::PacketFormat format);

  wire::PacketFormat format() const { return format_; }
  /// Empty: the name is longer than a packet or has no form in this format.
  std::span<const std::uint8_t> interest(const InterestFields& fields);
  std::span<const std::uint8_t> data(const DataFields& fields);
  /// The bytes of such a Data with `content_bytes` of content; 0: as above.
  std::size_t data_bytes(const DataFields& fields, std::size_t content_bytes);
  /// False: malformed. A Nack is read as the Interest that it brings back.
  bool read(std::span<const std::uint8_t> packet, PacketFields& fields);

 private:
  std::span<const std::uint8_t> compact(wire::PacketKind kind, std::span<const std::uint8_t> name,
                                        std::uint32_t nonce, std::uint32_t lifetime_ms,
                                        std::uint32_t freshness_ms, std::span<const std::uint8_t> content);
  std::span<const std::uint8_t> ndn_interest(const InterestFields& fields);
  std::span<const std::uint8_t> ndn_data(const DataFields& fields);
  bool read_ndn(std::span<const std::uint8_t> packet, PacketFields& fields) const;
  bool read_compact(std::span<const std::uint8_t> packet, PacketFields& fields);

  wire::PacketFormat format_;
  std::vector<std::uint8_t> out_;
  std::vector<std::uint8_t> read_name_;  ///< of the packet read last
  std::vector<std::uint8_t> compact_name_;
};

}  // namespace augustus::traffic
