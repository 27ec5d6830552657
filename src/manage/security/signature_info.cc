// SPDX-License-Identifier: Apache-2.0
#include "manage/security/signature_info.hh"

#include "wire/tlv_reader.hh"
#include "wire/tlv_type.hh"

namespace augustus::manage {

namespace {

bool read_key_locator(std::span<const std::uint8_t> value, SignatureInfo& info) {
  wire::TlvReader reader(value);
  const auto element = reader.next();
  if (!element) {
    return false;
  }
  if (element->type == wire::tlv_type::name) {
    info.key_locator = wire::Name::from_value(element->value);
    return info.key_locator.has_value();
  }
  return true;
}

bool read_field(const wire::TlvReader::Element& element, SignatureInfo& info) {
  switch (element.type) {
    case wire::tlv_type::key_locator:
      return read_key_locator(element.value, info);
    case wire::tlv_type::signature_time:
      info.time_ms = element.number();
      return info.time_ms.has_value();
    case ValidityPeriod::tlv_type:
      info.validity = ValidityPeriod::decode(element.value);
      return info.validity.has_value();
    case wire::tlv_type::signature_nonce:
    case wire::tlv_type::signature_sequence:
      return true;
    default:
      return element.type > 31 && element.type % 2 == 0;
  }
}

}  // namespace

std::optional<SignatureInfo> SignatureInfo::decode(std::span<const std::uint8_t> value) {
  wire::TlvReader reader(value);
  const auto type = reader.next();
  if (!type || type->type != wire::tlv_type::signature_type || !type->number()) {
    return std::nullopt;
  }
  SignatureInfo info;
  info.type = *type->number();
  while (!reader.at_end()) {
    const auto element = reader.next();
    if (!element || !read_field(*element, info)) {
      return std::nullopt;
    }
  }
  return info;
}

}  // namespace augustus::manage
