// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/forwarder_status.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

namespace {

struct NumberField {
  std::uint32_t type;
  std::uint64_t ForwarderStatus::*member;
};

constexpr NumberField number_fields[] = {
    {nfd_tlv::start_timestamp, &ForwarderStatus::start_ms},
    {nfd_tlv::current_timestamp, &ForwarderStatus::current_ms},
    {nfd_tlv::n_name_tree_entries, &ForwarderStatus::name_entries},
    {nfd_tlv::n_fib_entries, &ForwarderStatus::fib_entries},
    {nfd_tlv::n_pit_entries, &ForwarderStatus::pit_entries},
    {nfd_tlv::n_measurements_entries, &ForwarderStatus::measurements_entries},
    {nfd_tlv::n_cs_entries, &ForwarderStatus::cs_entries},
    {nfd_tlv::n_in_interests, &ForwarderStatus::in_interests},
    {nfd_tlv::n_in_data, &ForwarderStatus::in_data},
    {nfd_tlv::n_in_nacks, &ForwarderStatus::in_nacks},
    {nfd_tlv::n_out_interests, &ForwarderStatus::out_interests},
    {nfd_tlv::n_out_data, &ForwarderStatus::out_data},
    {nfd_tlv::n_out_nacks, &ForwarderStatus::out_nacks},
    {nfd_tlv::n_satisfied_interests, &ForwarderStatus::satisfied_interests},
    {nfd_tlv::n_unsatisfied_interests, &ForwarderStatus::unsatisfied_interests},
};

}  // namespace

std::vector<std::uint8_t> ForwarderStatus::encode() const {
  wire::TlvWriter writer;
  writer.text(nfd_tlv::nfd_version, version);
  for (const auto& field : number_fields) {
    writer.number(field.type, this->*field.member);
  }
  return writer.take();
}

std::optional<ForwarderStatus> ForwarderStatus::decode(std::span<const std::uint8_t> content) {
  FieldReader reader(content);
  ForwarderStatus status;
  status.version = reader.text(nfd_tlv::nfd_version);
  for (const auto& field : number_fields) {
    status.*field.member = reader.number(field.type);
  }
  return reader.ok() ? std::optional(status) : std::nullopt;
}

}  // namespace augustus::manage
