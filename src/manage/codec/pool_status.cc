// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/pool_status.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

std::vector<std::uint8_t> PoolStatus::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::dataset_item, [this](wire::TlvWriter& inner) {
    inner.text(nfd_tlv::pool, name).text(nfd_tlv::status_text, drop_reason);
    inner.number(nfd_tlv::capacity, capacity).number(nfd_tlv::n_in_use, in_use);
    inner.number(nfd_tlv::n_largest_holder, largest).number(nfd_tlv::n_refused, refused);
  });
  return writer.take();
}

std::optional<PoolStatus> PoolStatus::decode(std::span<const std::uint8_t> value) {
  FieldReader reader(value);
  PoolStatus status;
  status.name = reader.text(nfd_tlv::pool);
  status.drop_reason = reader.text(nfd_tlv::status_text);
  status.capacity = reader.number(nfd_tlv::capacity);
  status.in_use = reader.number(nfd_tlv::n_in_use);
  status.largest = reader.number(nfd_tlv::n_largest_holder);
  status.refused = reader.number(nfd_tlv::n_refused);
  return reader.ok() ? std::optional(status) : std::nullopt;
}

}  // namespace augustus::manage
