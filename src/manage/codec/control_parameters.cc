// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/control_parameters.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

namespace {

using Number = std::optional<std::uint64_t> ControlParameters::*;

struct NumberField {
  std::uint32_t type;
  Field field;
  Number member;
};

// In the order of the wire.
constexpr NumberField numbers_before_strategy[] = {
    {nfd_tlv::origin, Field::origin, &ControlParameters::origin},
    {nfd_tlv::cost, Field::cost, &ControlParameters::cost},
    {nfd_tlv::capacity, Field::capacity, &ControlParameters::capacity},
    {nfd_tlv::count, Field::count, &ControlParameters::count},
    {nfd_tlv::flags, Field::flags, &ControlParameters::flags},
    {nfd_tlv::mask, Field::mask, &ControlParameters::mask},
};
constexpr NumberField numbers_after_strategy[] = {
    {nfd_tlv::expiration_period, Field::expiration_period, &ControlParameters::expiration_period_ms},
    {nfd_tlv::face_persistency, Field::face_persistency, &ControlParameters::face_persistency},
    {nfd_tlv::base_congestion_marking_interval, Field::congestion_interval,
     &ControlParameters::congestion_interval_ns},
    {nfd_tlv::default_congestion_threshold, Field::congestion_threshold,
     &ControlParameters::congestion_threshold_bytes},
    {nfd_tlv::mtu, Field::mtu, &ControlParameters::mtu},
    {nfd_tlv::partition, Field::partition, &ControlParameters::partition},
    {nfd_tlv::worker, Field::worker, &ControlParameters::worker},
};
constexpr NumberField face_id_field = {nfd_tlv::face_id, Field::face_id, &ControlParameters::face_id};

void write(wire::TlvWriter& writer, const ControlParameters& parameters, const NumberField& field) {
  if (const auto& value = parameters.*field.member) {
    writer.number(field.type, *value);
  }
}

const NumberField* find_number(std::uint32_t type) {
  if (type == face_id_field.type) {
    return &face_id_field;
  }
  for (const auto& field : numbers_before_strategy) {
    if (field.type == type) {
      return &field;
    }
  }
  for (const auto& field : numbers_after_strategy) {
    if (field.type == type) {
      return &field;
    }
  }
  return nullptr;
}

bool read_field(const wire::TlvReader::Element& element, ControlParameters& parameters) {
  if (const NumberField* field = find_number(element.type)) {
    parameters.*field->member = element.number();
    return (parameters.*field->member).has_value();
  }
  switch (element.type) {
    case nfd_tlv::name:
      parameters.name = wire::Name::from_value(element.value);
      return parameters.name.has_value();
    case nfd_tlv::uri:
      parameters.uri = std::string(element.value.begin(), element.value.end());
      return true;
    case nfd_tlv::local_uri:
      parameters.local_uri = std::string(element.value.begin(), element.value.end());
      return true;
    case nfd_tlv::strategy: {
      FieldReader inner(element.value);
      parameters.strategy = inner.name();
      return inner.ok();
    }
    default:
      return true;
  }
}

}  // namespace

FieldSet ControlParameters::fields() const {
  FieldSet set = 0;
  const auto note = [&set](bool present, Field field) { set |= present ? only(field) : 0; };
  note(name.has_value(), Field::name);
  note(face_id.has_value(), Field::face_id);
  note(uri.has_value(), Field::uri);
  note(local_uri.has_value(), Field::local_uri);
  note(strategy.has_value(), Field::strategy);
  for (const auto& field : numbers_before_strategy) {
    note((this->*field.member).has_value(), field.field);
  }
  for (const auto& field : numbers_after_strategy) {
    note((this->*field.member).has_value(), field.field);
  }
  return set;
}

std::optional<bool> ControlParameters::flag(std::uint64_t bit) const {
  if ((mask.value_or(0) & bit) == 0) {
    return std::nullopt;
  }
  return (flags.value_or(0) & bit) != 0;
}

std::vector<std::uint8_t> ControlParameters::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::control_parameters, [this](wire::TlvWriter& inner) {
    if (name) {
      inner.element(nfd_tlv::name, name->value());
    }
    write(inner, *this, face_id_field);
    if (uri) {
      inner.text(nfd_tlv::uri, *uri);
    }
    if (local_uri) {
      inner.text(nfd_tlv::local_uri, *local_uri);
    }
    for (const auto& field : numbers_before_strategy) {
      write(inner, *this, field);
    }
    if (strategy) {
      inner.nested(nfd_tlv::strategy,
                   [this](wire::TlvWriter& nested) { nested.element(nfd_tlv::name, strategy->value()); });
    }
    for (const auto& field : numbers_after_strategy) {
      write(inner, *this, field);
    }
  });
  return writer.take();
}

std::optional<ControlParameters> ControlParameters::decode(std::span<const std::uint8_t> element) {
  const auto value = single_element(element, nfd_tlv::control_parameters);
  if (!value) {
    return std::nullopt;
  }
  ControlParameters parameters;
  wire::TlvReader reader(*value);
  while (!reader.at_end()) {
    const auto field = reader.next();
    if (!field || !read_field(*field, parameters)) {
      return std::nullopt;
    }
  }
  return parameters;
}

}  // namespace augustus::manage
