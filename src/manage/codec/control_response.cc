// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/control_response.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_reader.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

std::vector<std::uint8_t> ControlResponse::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::control_response, [this](wire::TlvWriter& inner) {
    inner.number(nfd_tlv::status_code, code).text(nfd_tlv::status_text, text);
    if (body) {
      inner.raw(body->encode());
    }
  });
  return writer.take();
}

std::optional<ControlResponse> ControlResponse::decode(std::span<const std::uint8_t> element) {
  const auto value = single_element(element, nfd_tlv::control_response);
  if (!value) {
    return std::nullopt;
  }
  wire::TlvReader reader(*value);
  const auto code = reader.next();
  const auto text = reader.next();
  if (!code || code->type != nfd_tlv::status_code || !code->number() || !text ||
      text->type != nfd_tlv::status_text) {
    return std::nullopt;
  }
  ControlResponse response;
  response.code = *code->number();
  response.text.assign(text->value.begin(), text->value.end());
  if (const auto body = reader.next()) {
    response.body = ControlParameters::decode(body->tlv);
  }
  return response;
}

}  // namespace augustus::manage
