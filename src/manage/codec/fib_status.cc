// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/fib_status.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

std::vector<std::uint8_t> FibStatus::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::dataset_item, [this](wire::TlvWriter& inner) {
    inner.element(nfd_tlv::name, prefix.value());
    for (const NextHop& hop : next_hops) {
      inner.nested(nfd_tlv::next_hop_record, [&hop](wire::TlvWriter& record) {
        record.number(nfd_tlv::face_id, hop.face_id).number(nfd_tlv::cost, hop.cost);
      });
    }
  });
  return writer.take();
}

std::optional<FibStatus> FibStatus::decode(std::span<const std::uint8_t> value) {
  FieldReader reader(value);
  FibStatus status;
  status.prefix = reader.name();
  while (reader.ok() && !reader.at_end()) {
    const auto record = reader.optional_value(nfd_tlv::next_hop_record);
    if (!record) {
      return std::nullopt;
    }
    FieldReader fields(*record);
    NextHop hop;
    hop.face_id = fields.number(nfd_tlv::face_id);
    hop.cost = fields.number(nfd_tlv::cost);
    if (!fields.ok()) {
      return std::nullopt;
    }
    status.next_hops.push_back(hop);
  }
  return reader.ok() ? std::optional(status) : std::nullopt;
}

}  // namespace augustus::manage
