// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/types.h>

#include <cstdint>
#include <span>

namespace augustus::manage {

/// DigestSha256: the value is the SHA-256 of the signed bytes.
bool verify_digest(std::span<const std::uint8_t> signed_bytes, std::span<const std::uint8_t> value);

/// SignatureHmacWithSha256.
bool verify_hmac(std::span<const std::uint8_t> secret, std::span<const std::uint8_t> signed_bytes,
                 std::span<const std::uint8_t> value);

/// SignatureSha256WithRsa, SignatureSha256WithEcdsa or SignatureEd25519 (`type` as in SignatureInfo). False
/// also when the key is not of that type.
bool verify_public_key(EVP_PKEY* key, std::uint64_t type, std::span<const std::uint8_t> signed_bytes,
                       std::span<const std::uint8_t> value);

}  // namespace augustus::manage
