// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/face_query_filter.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

namespace {

void write_number(wire::TlvWriter& writer, std::uint32_t type, const std::optional<std::uint64_t>& value) {
  if (value) {
    writer.number(type, *value);
  }
}

void write_text(wire::TlvWriter& writer, std::uint32_t type, const std::optional<std::string>& value) {
  if (value) {
    writer.text(type, *value);
  }
}

}  // namespace

std::vector<std::uint8_t> FaceQueryFilter::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::face_query_filter, [this](wire::TlvWriter& inner) {
    write_number(inner, nfd_tlv::face_id, face_id);
    write_text(inner, nfd_tlv::uri_scheme, uri_scheme);
    write_text(inner, nfd_tlv::uri, remote_uri);
    write_text(inner, nfd_tlv::local_uri, local_uri);
    write_number(inner, nfd_tlv::face_scope, scope);
    write_number(inner, nfd_tlv::face_persistency, persistency);
    write_number(inner, nfd_tlv::link_type, link_type);
  });
  return writer.take();
}

std::optional<FaceQueryFilter> FaceQueryFilter::decode(std::span<const std::uint8_t> element) {
  const auto value = single_element(element, nfd_tlv::face_query_filter);
  if (!value) {
    return std::nullopt;
  }
  FieldReader reader(*value);
  FaceQueryFilter filter;
  filter.face_id = reader.optional_number(nfd_tlv::face_id);
  filter.uri_scheme = reader.optional_text(nfd_tlv::uri_scheme);
  filter.remote_uri = reader.optional_text(nfd_tlv::uri);
  filter.local_uri = reader.optional_text(nfd_tlv::local_uri);
  filter.scope = reader.optional_number(nfd_tlv::face_scope);
  filter.persistency = reader.optional_number(nfd_tlv::face_persistency);
  filter.link_type = reader.optional_number(nfd_tlv::link_type);
  return reader.ok() && reader.at_end() ? std::optional(filter) : std::nullopt;
}

}  // namespace augustus::manage
