// SPDX-License-Identifier: Apache-2.0
#include "wire/sha256.hh"

#include <openssl/evp.h>

#include <memory>
#include <stdexcept>

namespace augustus::wire {

std::array<std::uint8_t, 32> sha256(std::initializer_list<std::span<const std::uint8_t>> parts) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  bool done = context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1;
  for (const auto part : parts) {
    done = done && EVP_DigestUpdate(context.get(), part.data(), part.size()) == 1;
  }
  std::array<std::uint8_t, 32> digest{};
  done = done && EVP_DigestFinal_ex(context.get(), digest.data(), nullptr) == 1;
  if (!done) {
    throw std::runtime_error("SHA-256 failed in OpenSSL");
  }
  return digest;
}

}  // namespace augustus::wire
