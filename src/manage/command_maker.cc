// SPDX-License-Identifier: Apache-2.0
#include "manage/command_maker.hh"

#include <openssl/rand.h>

#include <array>
#include <stdexcept>

#include "manage/security/signature_info.hh"
#include "wire/sha256.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

namespace {

constexpr std::uint32_t tlv_signature_type = 27;
constexpr std::uint32_t tlv_signature_nonce = 38;
constexpr std::uint32_t tlv_signature_time = 40;

std::vector<std::uint8_t> digest_signature_info(TimeNs wall) {
  std::array<std::uint8_t, 8> nonce{};
  if (RAND_bytes(nonce.data(), static_cast<int>(nonce.size())) != 1) {
    throw std::runtime_error("no random numbers for a signature nonce");
  }
  wire::TlvWriter writer;
  writer.number(tlv_signature_type, signature_type::digest_sha256);
  writer.element(tlv_signature_nonce, nonce);
  writer.number(tlv_signature_time, wall / nanoseconds_per_millisecond);
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
