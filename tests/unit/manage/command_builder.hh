// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <string_view>

#include "hex.hh"
#include "manage/codec/control_parameters.hh"
#include "manage/manager_options.hh"
#include "signing_key.hh"
#include "wire/interest.hh"
#include "wire/sha256.hh"

namespace augustus::test {

inline constexpr TimeNs some_wall = 1'700'000'000 * nanoseconds_per_second;

/// An unsigned command Interest of specification 0.3.
inline wire::Interest unsigned_command(std::string_view module, std::string_view verb,
                                       const manage::ControlParameters& parameters,
                                       const wire::Name& prefix = wire::Name::literal("/localhost/nfd")) {
  wire::Interest interest;
  interest.name = prefix;
  interest.name.append(module).append(verb);
  interest.name.append(wire::component_type::generic, parameters.encode());
  interest.parameters.emplace();
  return interest;
}

inline void set_signature_info(wire::Interest& interest, const std::vector<std::uint8_t>& base, TimeNs wall) {
  wire::TlvWriter writer;
  writer.raw(base);
  writer.number(40, wall / nanoseconds_per_millisecond);
  interest.signature_info = writer.take();
}

inline wire::Interest reparse(const wire::Interest& interest) {
  return *wire::Interest::decode(interest.encode());
}

inline wire::Interest sign_digest(wire::Interest interest, TimeNs wall = some_wall) {
  set_signature_info(interest, from_hex("1b0100"), wall);
  const auto digest = wire::sha256({interest.signed_portion()});
  interest.signature_value.emplace(digest.begin(), digest.end());
  return reparse(interest);
}

inline wire::Interest sign_with(const SigningKey& key, wire::Interest interest, TimeNs wall = some_wall) {
  set_signature_info(interest, key.signature_info(), wall);
  interest.signature_value = key.sign(interest.signed_portion());
  return reparse(interest);
}

inline wire::Interest sign_hmac(const manage::HmacKey& key, wire::Interest interest,
                                TimeNs wall = some_wall) {
  wire::TlvWriter info;
  info.number(27, manage::signature_type::hmac_sha256);
  info.nested(28, [&key](wire::TlvWriter& locator) { locator.element(7, key.name.value()); });
  set_signature_info(interest, info.take(), wall);
  const auto portion = interest.signed_portion();
  std::vector<std::uint8_t> mac(32);
  unsigned length = 0;
  HMAC(EVP_sha256(), key.secret.data(), static_cast<int>(key.secret.size()), portion.data(), portion.size(),
       mac.data(), &length);
  interest.signature_value = mac;
  return reparse(interest);
}

/// The same command with one bit of the signature changed.
inline wire::Interest forge(wire::Interest interest) {
  interest.signature_value->at(interest.signature_value->size() / 2) ^= 1;
  return reparse(interest);
}

}  // namespace augustus::test
