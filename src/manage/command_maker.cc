// SPDX-License-Identifier: Apache-2.0
#include "manage/command_maker.hh"

#include <openssl/rand.h>

#include <array>
#include <stdexcept>

#include "manage/security/signature_info.hh"
#include "wire/sha256.hh"
#include "wire/tlv_type.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

namespace {

std::vector<std::uint8_t> digest_signature_info(TimeNs wall) {
  std::array<std::uint8_t, 8> nonce{};
  if (RAND_bytes(nonce.data(), static_cast<int>(nonce.size())) != 1) {
    throw std::runtime_error("no random numbers for a signature nonce");
  }
  wire::TlvWriter writer;
  writer.number(wire::tlv_type::signature_type, signature_type::digest_sha256);
  writer.element(wire::tlv_type::signature_nonce, nonce);
  writer.number(wire::tlv_type::signature_time, wall / nanoseconds_per_millisecond);
  return writer.take();
}

}  // namespace

wire::Interest make_command(const wire::Name& prefix, std::string_view module, std::string_view verb,
                            const ControlParameters& parameters, TimeNs wall) {
  wire::Interest interest;
  interest.name = prefix;
  interest.name.append(module).append(verb);
  interest.name.append(wire::component_type::generic, parameters.encode());
  interest.must_be_fresh = true;
  interest.parameters.emplace();
  interest.signature_info = digest_signature_info(wall);
  const auto digest = wire::sha256({interest.signed_portion()});
  interest.signature_value.emplace(digest.begin(), digest.end());
  return interest;
}

}  // namespace augustus::manage
