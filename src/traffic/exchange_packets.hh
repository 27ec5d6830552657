// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "face/port/compact_header.hh"
#include "traffic/name_list.hh"
#include "traffic/packet_template.hh"
#include "traffic/reference_forwarder.hh"

namespace augustus::traffic {

/// The packets of an ExchangeLoad in one format: how they are written into frames, and what is read back from
/// those the router sent. A frame is frame_bytes() of headers and the link packet. Used by one thread.
class ExchangePackets {
 public:
  /// What a Data that came to the consumer says. The exchange is known by its PIT token where the format has
  /// one, else by its name.
  struct Answer {
    std::optional<std::uint64_t> token;
    std::uint32_t name;
    std::span<const std::uint8_t> bare;
  };

  /// `names` outlives this. `payload`: content bytes of a Data.
  ExchangePackets(const NameList& names, std::size_t payload);

  /// An Interest of such a name.
  static PacketTemplate interest_template(const NameList& names);

  std::size_t frame_bytes() const { return frame_bytes_; }
  /// Of the link packets.
  std::size_t interest_bytes() const { return interest_.size(); }
  std::size_t data_bytes() const { return data_.size(); }

  void write_interest(std::uint8_t* frame, std::uint32_t name, std::uint64_t token,
                      std::uint32_t nonce) const;
  void write_data(std::uint8_t* frame, std::uint32_t name, std::uint64_t token) const;

  /// The name of an Interest as the router sent it on; std::nullopt when it is not as long as it must be.
  std::optional<std::uint32_t> read_interest(std::span<const std::uint8_t> packet) const;
  std::optional<Answer> read_data(std::span<const std::uint8_t> packet) const;

  /// Whether the Interest is what a reference forwarder makes of the one that was written so.
  bool compare_interest(std::span<const std::uint8_t> packet, std::uint32_t name, std::uint64_t token,
                        std::uint32_t nonce);
  /// Whether the Data is the one that was written; with `forwarded`, also what the reference forwarder makes
  /// of it, to which compare_interest() was shown its Interest.
  bool compare_data(const Answer& answer, std::uint32_t name, std::uint64_t token, bool forwarded);

 private:
  bool is_ndn() const { return names_.shape().format == wire::PacketFormat::ndn; }
  void write_header(std::uint8_t* frame, std::size_t packet_bytes) const;

  const NameList& names_;
  face::CompactHeader header_;
  std::size_t frame_bytes_;
  PacketTemplate interest_;
  PacketTemplate data_;
  ReferenceForwarder reference_;
  std::vector<std::uint8_t> scratch_;
};

}  // namespace augustus::traffic
