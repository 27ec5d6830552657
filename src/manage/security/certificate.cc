// SPDX-License-Identifier: Apache-2.0
#include "manage/security/certificate.hh"

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "manage/security/signature_info.hh"

namespace augustus::manage {

namespace {

constexpr std::size_t components_after_key_name = 2;  // issuer, version
constexpr std::size_t components_min = 4;             // KEY, key, issuer, version

std::optional<std::vector<std::uint8_t>> decode_base64(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  if (text.empty() || text.size() % 4 != 0) {
    return std::nullopt;
  }
  std::vector<std::uint8_t> bytes(text.size() / 4 * 3);
  const int length = EVP_DecodeBlock(bytes.data(), reinterpret_cast<const unsigned char*>(text.data()),
                                     static_cast<int>(text.size()));
  if (length < 0) {
    return std::nullopt;
  }
  const auto padding = std::count(text.end() - 2, text.end(), '=');
  bytes.resize(static_cast<std::size_t>(length - padding));
  return bytes;
}

}  // namespace

Certificate Certificate::load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::runtime_error("cannot open certificate " + path);
  }
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto bytes = decode_base64(text);
  if (!bytes) {
    throw std::runtime_error("certificate " + path + " is not base64");
  }
  const auto data = wire::Data::decode(*bytes);
  const auto certificate = data ? from_data(*data) : std::nullopt;
  if (!certificate) {
    throw std::runtime_error(path + " does not hold an NDN certificate");
  }
  return *certificate;
}

std::optional<Certificate> Certificate::from_data(const wire::Data& data) {
  const std::size_t size = data.name.size();
  if (size < components_min || !data.name[size - components_min].is_text("KEY")) {
    return std::nullopt;
  }
  const std::uint8_t* der = data.content.data();
  EVP_PKEY* key = d2i_PUBKEY(nullptr, &der, static_cast<long>(data.content.size()));
  if (key == nullptr) {
    return std::nullopt;
  }
  Certificate certificate;
  certificate.key_.reset(key, &EVP_PKEY_free);
  certificate.name_ = data.name;
  if (const auto info = SignatureInfo::decode(data.signature_info)) {
    certificate.validity_ = info->validity;
  }
  return certificate;
}

bool Certificate::is_meant_by(const wire::Name& key_locator) const {
  return key_locator.size() + components_after_key_name >= name_.size() && key_locator.is_prefix_of(name_);
}

}  // namespace augustus::manage
