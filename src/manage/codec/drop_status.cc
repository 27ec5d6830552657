// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/drop_status.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

std::vector<std::uint8_t> DropStatus::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::dataset_item, [this](wire::TlvWriter& inner) {
    inner.text(nfd_tlv::status_text, reason).number(nfd_tlv::count, count);
  });
  return writer.take();
}

std::optional<DropStatus> DropStatus::decode(std::span<const std::uint8_t> value) {
  FieldReader reader(value);
  DropStatus status;
  status.reason = reader.text(nfd_tlv::status_text);
  status.count = reader.number(nfd_tlv::count);
  return reader.ok() ? std::optional(status) : std::nullopt;
}

}  // namespace augustus::manage
