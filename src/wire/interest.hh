// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "wire/name.hh"

namespace augustus::wire {

/// An owned Interest for the control plane, clients and tests (the packet path uses PacketView).
struct Interest {
  Name name;
  bool can_be_prefix = false;
  bool must_be_fresh = false;
  std::vector<Name> forwarding_hint;
  std::optional<std::uint32_t> nonce;  ///< encode() draws one when absent
  std::optional<std::uint64_t> lifetime_ms;
  std::optional<std::uint8_t> hop_limit;
  std::optional<std::vector<std::uint8_t>> parameters;      ///< ApplicationParameters' value
  std::optional<std::vector<std::uint8_t>> signature_info;  ///< InterestSignatureInfo's value
  std::optional<std::vector<std::uint8_t>> signature_value;

  /// The Interest TLV. With `parameters` set, the name's ParametersSha256Digest component is appended or
  /// replaced so that it is right.
  std::vector<std::uint8_t> encode() const;
  /// std::nullopt when `packet` is not exactly one well-formed Interest.
  static std::optional<Interest> decode(std::span<const std::uint8_t> packet);

  /// The bytes a signature of this Interest covers: all name components but the digest, then
  /// ApplicationParameters and InterestSignatureInfo (specification 0.3, Signed Interest).
  std::vector<std::uint8_t> signed_portion() const;
  /// True when there are no parameters, or the name's digest component matches them.
  bool parameters_digest_valid() const;
};

}  // namespace augustus::wire
