// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/clock.hh"
#include "manage/security/signature_info.hh"
#include "wire/data.hh"
#include "wire/name.hh"
#include "wire/tlv_writer.hh"

namespace augustus::test {

/// A key pair with the name of a certificate, as a client has it.
class SigningKey {
 public:
  SigningKey(std::uint64_t type, const std::string& identity)
      : type_(type), key_(generate(type), &EVP_PKEY_free) {
    key_name_ = wire::Name::literal(identity + "/KEY/1");
  }

  std::uint64_t type() const { return type_; }
  const wire::Name& key_name() const { return key_name_; }

  std::vector<std::uint8_t> sign(std::span<const std::uint8_t> bytes) const {
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    const EVP_MD* hash = type_ == manage::signature_type::ed25519 ? nullptr : EVP_sha256();
    std::size_t length = 1024;
    std::vector<std::uint8_t> value(length);
    if (EVP_DigestSignInit(context.get(), nullptr, hash, nullptr, key_.get()) != 1 ||
        EVP_DigestSign(context.get(), value.data(), &length, bytes.data(), bytes.size()) != 1) {
      throw std::runtime_error("cannot sign");
    }
    value.resize(length);
    return value;
  }

  /// SignatureInfo's value naming this key.
  std::vector<std::uint8_t> signature_info() const {
    wire::TlvWriter writer;
    writer.number(27, type_);
    writer.nested(28, [this](wire::TlvWriter& locator) { locator.element(7, key_name_.value()); });
    return writer.take();
  }

  /// A self-signed certificate; `validity` as "YYYYMMDDThhmmss" twice.
  wire::Data certificate(const std::string& not_before = "20200101T000000",
                         const std::string& not_after = "20991231T235959") const {
    wire::Data data;
    data.name = key_name_;
    data.name.append("self").append_number(wire::component_type::version, 1);
    data.content_type = 2;
    data.freshness_ms = 3600000;
    unsigned char* der = nullptr;
    const int length = i2d_PUBKEY(key_.get(), &der);
    data.content.assign(der, der + length);
    OPENSSL_free(der);
    wire::TlvWriter info;
    info.raw(signature_info());
    info.nested(253, [&](wire::TlvWriter& period) { period.text(254, not_before).text(255, not_after); });
    data.signature_info = info.take();
    data.signature_value = sign(data.signed_portion());
    return data;
  }

  /// Writes the certificate as ndnsec does; returns the path.
  std::string write_certificate(const std::string& path, const wire::Data& certificate) const {
    const auto bytes = certificate.encode();
    std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');
    EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), bytes.data(),
                    static_cast<int>(bytes.size()));
    text.pop_back();
    std::ofstream file(path);
    for (std::size_t i = 0; i < text.size(); i += 64) {
      file << text.substr(i, 64) << '\n';
    }
    return path;
  }

 private:
  static EVP_PKEY* generate(std::uint64_t type) {
    switch (type) {
      case manage::signature_type::rsa_sha256:
        return EVP_RSA_gen(2048);
      case manage::signature_type::ecdsa_sha256:
        return EVP_EC_gen("P-256");
      default:
        return EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
    }
  }

  std::uint64_t type_;
  std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key_;
  wire::Name key_name_;
};

}  // namespace augustus::test
