// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/log_status.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

std::vector<std::uint8_t> LogStatus::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::dataset_item, [this](wire::TlvWriter& inner) {
    inner.text(nfd_tlv::status_text, module).text(nfd_tlv::log_level, level);
  });
  return writer.take();
}

std::optional<LogStatus> LogStatus::decode(std::span<const std::uint8_t> value) {
  FieldReader reader(value);
  LogStatus status;
  status.module = reader.text(nfd_tlv::status_text);
  status.level = reader.text(nfd_tlv::log_level);
  return reader.ok() ? std::optional(status) : std::nullopt;
}

}  // namespace augustus::manage
