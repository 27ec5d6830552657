// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/face_event_notification.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

std::vector<std::uint8_t> FaceEventNotification::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::face_event_notification, [this](wire::TlvWriter& inner) {
    inner.number(nfd_tlv::face_event_kind, kind);
    inner.number(nfd_tlv::face_id, face_id);
    inner.text(nfd_tlv::uri, remote_uri);
    inner.text(nfd_tlv::local_uri, local_uri);
    inner.number(nfd_tlv::face_scope, scope);
    inner.number(nfd_tlv::face_persistency, persistency);
    inner.number(nfd_tlv::link_type, link_type);
    inner.number(nfd_tlv::flags, flags);
  });
  return writer.take();
}

std::optional<FaceEventNotification> FaceEventNotification::decode(std::span<const std::uint8_t> element) {
  const auto value = single_element(element, nfd_tlv::face_event_notification);
  if (!value) {
    return std::nullopt;
  }
  FieldReader reader(*value);
  FaceEventNotification event;
  event.kind = reader.number(nfd_tlv::face_event_kind);
  event.face_id = reader.number(nfd_tlv::face_id);
  event.remote_uri = reader.text(nfd_tlv::uri);
  event.local_uri = reader.text(nfd_tlv::local_uri);
  event.scope = reader.number(nfd_tlv::face_scope);
  event.persistency = reader.number(nfd_tlv::face_persistency);
  event.link_type = reader.number(nfd_tlv::link_type);
  event.flags = reader.number(nfd_tlv::flags);
  return reader.ok() ? std::optional(event) : std::nullopt;
}

}  // namespace augustus::manage
