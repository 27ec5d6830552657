// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/face_status.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

namespace {

struct CounterField {
  std::uint32_t type;
  std::uint64_t FaceStatus::*member;
};

constexpr CounterField counter_fields[] = {
    {nfd_tlv::n_in_interests, &FaceStatus::in_interests},
    {nfd_tlv::n_in_data, &FaceStatus::in_data},
    {nfd_tlv::n_in_nacks, &FaceStatus::in_nacks},
    {nfd_tlv::n_out_interests, &FaceStatus::out_interests},
    {nfd_tlv::n_out_data, &FaceStatus::out_data},
    {nfd_tlv::n_out_nacks, &FaceStatus::out_nacks},
    {nfd_tlv::n_in_bytes, &FaceStatus::in_bytes},
    {nfd_tlv::n_out_bytes, &FaceStatus::out_bytes},
    {nfd_tlv::flags, &FaceStatus::flags},
};

void write_optional(wire::TlvWriter& writer, std::uint32_t type, const std::optional<std::uint64_t>& value) {
  if (value) {
    writer.number(type, *value);
  }
}

}  // namespace

std::vector<std::uint8_t> FaceStatus::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::dataset_item, [this](wire::TlvWriter& inner) {
    inner.number(nfd_tlv::face_id, face_id);
    inner.text(nfd_tlv::uri, remote_uri).text(nfd_tlv::local_uri, local_uri);
    write_optional(inner, nfd_tlv::expiration_period, expiration_period_ms);
    inner.number(nfd_tlv::face_scope, scope);
    inner.number(nfd_tlv::face_persistency, persistency);
    inner.number(nfd_tlv::link_type, link_type);
    write_optional(inner, nfd_tlv::base_congestion_marking_interval, congestion_interval_ns);
    write_optional(inner, nfd_tlv::default_congestion_threshold, congestion_threshold_bytes);
    write_optional(inner, nfd_tlv::mtu, mtu);
    for (const auto& field : counter_fields) {
      inner.number(field.type, this->*field.member);
    }
  });
  return writer.take();
}

std::optional<FaceStatus> FaceStatus::decode(std::span<const std::uint8_t> value) {
  FieldReader reader(value);
  FaceStatus status;
  status.face_id = reader.number(nfd_tlv::face_id);
  status.remote_uri = reader.text(nfd_tlv::uri);
  status.local_uri = reader.text(nfd_tlv::local_uri);
  status.expiration_period_ms = reader.optional_number(nfd_tlv::expiration_period);
  status.scope = reader.number(nfd_tlv::face_scope);
  status.persistency = reader.number(nfd_tlv::face_persistency);
  status.link_type = reader.number(nfd_tlv::link_type);
  status.congestion_interval_ns = reader.optional_number(nfd_tlv::base_congestion_marking_interval);
  status.congestion_threshold_bytes = reader.optional_number(nfd_tlv::default_congestion_threshold);
  status.mtu = reader.optional_number(nfd_tlv::mtu);
  for (const auto& field : counter_fields) {
    status.*field.member = reader.number(field.type);
  }
  return reader.ok() ? std::optional(status) : std::nullopt;
}

}  // namespace augustus::manage
