// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/rib_status.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

namespace {

void write_route(wire::TlvWriter& writer, const RibStatus::Route& route) {
  writer.number(nfd_tlv::face_id, route.face_id);
  writer.number(nfd_tlv::origin, route.origin);
  writer.number(nfd_tlv::cost, route.cost);
  writer.number(nfd_tlv::flags, route.flags);
  if (route.expiration_period_ms) {
    writer.number(nfd_tlv::expiration_period, *route.expiration_period_ms);
  }
}

std::optional<RibStatus::Route> read_route(std::span<const std::uint8_t> value) {
  FieldReader fields(value);
  RibStatus::Route route;
  route.face_id = fields.number(nfd_tlv::face_id);
  route.origin = fields.number(nfd_tlv::origin);
  route.cost = fields.number(nfd_tlv::cost);
  route.flags = fields.number(nfd_tlv::flags);
  route.expiration_period_ms = fields.optional_number(nfd_tlv::expiration_period);
  return fields.ok() ? std::optional(route) : std::nullopt;
}

}  // namespace

std::vector<std::uint8_t> RibStatus::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::dataset_item, [this](wire::TlvWriter& inner) {
    inner.element(nfd_tlv::name, prefix.value());
    for (const Route& route : routes) {
      inner.nested(nfd_tlv::route, [&route](wire::TlvWriter& item) { write_route(item, route); });
    }
  });
  return writer.take();
}

std::optional<RibStatus> RibStatus::decode(std::span<const std::uint8_t> value) {
  FieldReader reader(value);
  RibStatus status;
  status.prefix = reader.name();
  while (reader.ok() && !reader.at_end()) {
    const auto item = reader.optional_value(nfd_tlv::route);
    const auto route = item ? read_route(*item) : std::nullopt;
    if (!route) {
      return std::nullopt;
    }
    status.routes.push_back(*route);
  }
  return reader.ok() ? std::optional(status) : std::nullopt;
}

}  // namespace augustus::manage
