// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "manage/security/validity_period.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// Signature types (NDN packet specification 0.3, Signature).
namespace signature_type {
inline constexpr std::uint64_t digest_sha256 = 0;
inline constexpr std::uint64_t rsa_sha256 = 1;
inline constexpr std::uint64_t ecdsa_sha256 = 3;
inline constexpr std::uint64_t hmac_sha256 = 4;
inline constexpr std::uint64_t ed25519 = 5;
}  // namespace signature_type

/// SignatureInfo of Data or InterestSignatureInfo, decoded.
struct SignatureInfo {
  std::uint64_t type = signature_type::digest_sha256;
  std::optional<wire::Name> key_locator;   ///< absent, or not a Name: std::nullopt
  std::optional<std::uint64_t> time_ms;    ///< SignatureTime, milliseconds since 1970
  std::optional<ValidityPeriod> validity;  ///< certificates

  /// From the element's value; unrecognised non-critical elements are ignored. std::nullopt when malformed.
  static std::optional<SignatureInfo> decode(std::span<const std::uint8_t> value);
};

}  // namespace augustus::manage
