// SPDX-License-Identifier: Apache-2.0
// Signatures of commands in both forms, certificates and prefix announcements, from whole packets.
#include "fuzz/require.hh"
#include "manage/rib/prefix_announcement.hh"
#include "manage/security/certificate.hh"
#include "manage/security/command_signature.hh"
#include "manage/security/verify_signature.hh"
#include "wire/data.hh"
#include "wire/interest.hh"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace augustus;
  const std::span<const std::uint8_t> packet(bytes, size);
  if (const auto interest = wire::Interest::decode(packet)) {
    manage::CommandSignature signature;
    if (manage::CommandSignature::extract(*interest, signature) == manage::CommandSignature::Found::yes) {
      require(!signature.signed_bytes.empty());
      manage::verify_digest(signature.signed_bytes, signature.value);
    }
  }
  if (const auto data = wire::Data::decode(packet)) {
    if (const auto announcement = manage::PrefixAnnouncement::from_data(*data)) {
      require(announcement->prefix.is_prefix_of(data->name));
      require(announcement->lifetime_ms(wall_clock_now()) <= announcement->expiration_ms);
    }
    if (const auto certificate = manage::Certificate::from_data(*data)) {
      require(certificate->is_meant_by(data->name));
      manage::verify_public_key(certificate->key(), manage::signature_type::ecdsa_sha256,
                                data->signed_portion(), data->signature_value);
    }
  }
  return 0;
}
