// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/field_reader.hh"

#include "manage/codec/nfd_tlv.hh"

namespace augustus::manage {

std::optional<std::span<const std::uint8_t>> FieldReader::optional_value(std::uint32_t type) {
  if (!ok() || reader_.peek_type() != type) {
    return std::nullopt;
  }
  const auto element = reader_.next();
  if (!element) {
    ok_ = false;
    return std::nullopt;
  }
  return element->value;
}

std::optional<std::uint64_t> FieldReader::optional_number(std::uint32_t type) {
  if (!ok() || reader_.peek_type() != type) {
    return std::nullopt;
  }
  const auto element = reader_.next();
  const auto number = element ? element->number() : std::nullopt;
  ok_ = number.has_value();
  return number;
}

std::uint64_t FieldReader::number(std::uint32_t type) {
  const auto found = optional_number(type);
  ok_ = ok_ && found.has_value();
  return found.value_or(0);
}

std::optional<std::string> FieldReader::optional_text(std::uint32_t type) {
  const auto value = optional_value(type);
  if (!value) {
    return std::nullopt;
  }
  return std::string(value->begin(), value->end());
}

std::string FieldReader::text(std::uint32_t type) {
  const auto found = optional_text(type);
  ok_ = ok_ && found.has_value();
  return found.value_or("");
}

wire::Name FieldReader::name() {
  const auto value = optional_value(nfd_tlv::name);
  const auto decoded = value ? wire::Name::from_value(*value) : std::nullopt;
  ok_ = ok_ && decoded.has_value();
  return decoded.value_or(wire::Name{});
}

wire::Name FieldReader::strategy() {
  const auto value = optional_value(nfd_tlv::strategy);
  if (!value) {
    ok_ = false;
    return {};
  }
  FieldReader inner(*value);
  wire::Name decoded = inner.name();
  ok_ = ok_ && inner.ok();
  return decoded;
}

std::optional<std::span<const std::uint8_t>> single_element(std::span<const std::uint8_t> bytes,
                                                            std::uint32_t type) {
  wire::TlvReader reader(bytes);
  const auto element = reader.next();
  if (!element || element->type != type || !reader.at_end()) {
    return std::nullopt;
  }
  return element->value;
}

}  // namespace augustus::manage
