// SPDX-License-Identifier: Apache-2.0
#include "manage/security/command_signature.hh"

#include "manage/codec/field_reader.hh"
#include "wire/tlv_type.hh"

namespace augustus::manage {

namespace {

constexpr std::size_t legacy_components = 4;  // timestamp, nonce, SignatureInfo, SignatureValue

CommandSignature::Found extract_legacy(const wire::Name& name, CommandSignature& signature) {
  using Found = CommandSignature::Found;
  const std::size_t size = name.size();
  if (size < legacy_components) {
    return Found::absent;
  }
  const auto value = single_element(name[size - 1].value, wire::tlv_type::signature_value);
  const auto info = single_element(name[size - 2].value, wire::tlv_type::signature_info);
  if (!value || !info) {
    return Found::absent;
  }
  const auto decoded = SignatureInfo::decode(*info);
  if (!decoded) {
    return Found::malformed;
  }
  signature.info = *decoded;
  signature.info.time_ms = name[size - 4].number();
  signature.value.assign(value->begin(), value->end());
  const wire::Name covered = name.prefix(size - 1);
  signature.signed_bytes.assign(covered.value().begin(), covered.value().end());
  return Found::yes;
}

}  // namespace

CommandSignature::Found CommandSignature::extract(const wire::Interest& interest,
                                                  CommandSignature& signature) {
  if (!interest.signature_info) {
    return extract_legacy(interest.name, signature);
  }
  const auto info = SignatureInfo::decode(*interest.signature_info);
  if (!info || !interest.signature_value || !interest.parameters_digest_valid()) {
    return Found::malformed;
  }
  signature.info = *info;
  signature.value = *interest.signature_value;
  signature.signed_bytes = interest.signed_portion();
  return Found::yes;
}

}  // namespace augustus::manage
