// SPDX-License-Identifier: Apache-2.0
#include "manage/security/verify_signature.hh"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <memory>

#include "manage/security/signature_info.hh"
#include "wire/sha256.hh"

namespace augustus::manage {

namespace {

bool equal(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

int key_type_of(std::uint64_t type) {
  switch (type) {
    case signature_type::rsa_sha256:
      return EVP_PKEY_RSA;
    case signature_type::ecdsa_sha256:
      return EVP_PKEY_EC;
    case signature_type::ed25519:
      return EVP_PKEY_ED25519;
    default:
      return EVP_PKEY_NONE;
  }
}

}  // namespace

bool verify_digest(std::span<const std::uint8_t> signed_bytes, std::span<const std::uint8_t> value) {
  return equal(wire::sha256({signed_bytes}), value);
}

bool verify_hmac(std::span<const std::uint8_t> secret, std::span<const std::uint8_t> signed_bytes,
                 std::span<const std::uint8_t> value) {
  std::array<std::uint8_t, EVP_MAX_MD_SIZE> mac{};
  unsigned length = 0;
  if (HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()), signed_bytes.data(),
           signed_bytes.size(), mac.data(), &length) == nullptr) {
    return false;
  }
  return equal({mac.data(), length}, value);
}

bool verify_public_key(EVP_PKEY* key, std::uint64_t type, std::span<const std::uint8_t> signed_bytes,
                       std::span<const std::uint8_t> value) {
  const int wanted = key_type_of(type);
  if (wanted == EVP_PKEY_NONE || EVP_PKEY_get_base_id(key) != wanted) {
    return false;
  }
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  const EVP_MD* hash = type == signature_type::ed25519 ? nullptr : EVP_sha256();
  const bool verified = context && EVP_DigestVerifyInit(context.get(), nullptr, hash, nullptr, key) == 1 &&
                        EVP_DigestVerify(context.get(), value.data(), value.size(), signed_bytes.data(),
                                         signed_bytes.size()) == 1;
  ERR_clear_error();  // a forged signature leaves entries in this thread's queue
  return verified;
}

}  // namespace augustus::manage
