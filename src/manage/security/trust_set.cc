// SPDX-License-Identifier: Apache-2.0
#include "manage/security/trust_set.hh"

#include "manage/security/verify_signature.hh"

namespace augustus::manage {

void TrustSet::add(const TrustSource& source) {
  switch (source.kind) {
    case TrustSource::Kind::any:
      any_ = true;
      break;
    case TrustSource::Kind::certificate_file:
      certificates_.push_back(Certificate::load(source.certificate_file));
      break;
    case TrustSource::Kind::hmac_key:
      hmac_keys_.push_back(source.hmac);
      break;
  }
}

Trust TrustSet::judge(const SignatureInfo& info, std::span<const std::uint8_t> signed_bytes,
                      std::span<const std::uint8_t> value, TimeNs wall) const {
  Trust trust = Trust::unknown_signer;
  if (info.type == signature_type::digest_sha256) {
    if (!verify_digest(signed_bytes, value)) {
      return Trust::bad_signature;
    }
  } else if (info.type == signature_type::hmac_sha256) {
    trust = judge_by_hmac_key(info, signed_bytes, value);
  } else {
    trust = judge_by_certificate(info, signed_bytes, value, wall);
  }
  return trust == Trust::unknown_signer && any_ ? Trust::unquestioned : trust;
}

Trust TrustSet::judge_by_hmac_key(const SignatureInfo& info, std::span<const std::uint8_t> signed_bytes,
                                  std::span<const std::uint8_t> value) const {
  for (const HmacKey& key : hmac_keys_) {
    if (info.key_locator == key.name) {
      return verify_hmac(key.secret, signed_bytes, value) ? Trust::verified : Trust::bad_signature;
    }
  }
  return Trust::unknown_signer;
}

Trust TrustSet::judge_by_certificate(const SignatureInfo& info, std::span<const std::uint8_t> signed_bytes,
                                     std::span<const std::uint8_t> value, TimeNs wall) const {
  Trust trust = Trust::unknown_signer;
  if (!info.key_locator) {
    return trust;
  }
  for (const Certificate& certificate : certificates_) {
    if (!certificate.is_meant_by(*info.key_locator) || !certificate.valid_at(wall)) {
      continue;
    }
    if (verify_public_key(certificate.key(), info.type, signed_bytes, value)) {
      return Trust::verified;
    }
    trust = Trust::bad_signature;
  }
  return trust;
}

}  // namespace augustus::manage
