// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "wire/name.hh"

namespace augustus::wire {

/// An owned Data for the control plane, clients and tests (the packet path uses PacketView).
struct Data {
  Name name;
  std::uint64_t content_type = 0;
  std::optional<std::uint64_t> freshness_ms;
  std::optional<std::vector<std::uint8_t>> final_block_id;  ///< a whole name component TLV
  std::vector<std::uint8_t> content;
  std::vector<std::uint8_t> signature_info;   ///< SignatureInfo's value; empty: DigestSha256
  std::vector<std::uint8_t> signature_value;  ///< empty with DigestSha256: encode() computes it
  /// Set by decode(): the signed portion as it was received. While it says the same as the fields above,
  /// signed_portion() and encode() give it back byte for byte (other programs may write a default value or
  /// an element we do not know, and have signed that); once a field differs it has no effect.
  std::vector<std::uint8_t> received_portion;

  std::vector<std::uint8_t> encode() const;
  /// std::nullopt when `packet` is not exactly one well-formed Data.
  static std::optional<Data> decode(std::span<const std::uint8_t> packet);
  /// Name TLV through SignatureInfo TLV: what the signature covers.
  std::vector<std::uint8_t> signed_portion() const;
};

/// SHA-256 over the whole Data TLV: the value of its ImplicitSha256DigestComponent.
std::array<std::uint8_t, 32> implicit_digest(std::span<const std::uint8_t> data_tlv);

}  // namespace augustus::wire
