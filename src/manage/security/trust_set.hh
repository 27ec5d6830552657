// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "manage/manager_options.hh"
#include "manage/security/certificate.hh"
#include "manage/security/signature_info.hh"

namespace augustus::manage {

enum class Trust : std::uint8_t {
  verified,       ///< signed by a key of this set
  unquestioned,   ///< any signer is allowed and nothing contradicts the signature
  bad_signature,  ///< the signature does not fit the key it names, or the digest is wrong
  unknown_signer,
};

/// The signers that are believed for one purpose.
class TrustSet {
 public:
  /// Loads certificates from their files; throws std::runtime_error.
  void add(const TrustSource& source);
  bool empty() const { return !any_ && certificates_.empty() && hmac_keys_.empty(); }

  /// Judges a signature over `signed_bytes`. `wall` is checked against the certificates' validity.
  Trust judge(const SignatureInfo& info, std::span<const std::uint8_t> signed_bytes,
              std::span<const std::uint8_t> value, TimeNs wall) const;

 private:
  Trust judge_by_certificate(const SignatureInfo& info, std::span<const std::uint8_t> signed_bytes,
                             std::span<const std::uint8_t> value, TimeNs wall) const;
  Trust judge_by_hmac_key(const SignatureInfo& info, std::span<const std::uint8_t> signed_bytes,
                          std::span<const std::uint8_t> value) const;

  bool any_ = false;
  std::vector<Certificate> certificates_;
  std::vector<HmacKey> hmac_keys_;
};

}  // namespace augustus::manage
