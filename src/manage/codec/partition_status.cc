// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/partition_status.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

std::vector<std::uint8_t> PartitionStatus::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::dataset_item, [this](wire::TlvWriter& inner) {
    inner.number(nfd_tlv::partition, partition);
    inner.number(nfd_tlv::worker, worker);
    inner.number(nfd_tlv::n_packets, packets);
    inner.number(nfd_tlv::n_pit_entries, pit_entries);
    inner.number(nfd_tlv::n_cs_entries, cs_entries);
    inner.number(nfd_tlv::busy_per_mille, busy_per_mille);
    inner.text(nfd_tlv::pit_structure, pit_structure);
  });
  return writer.take();
}

std::optional<PartitionStatus> PartitionStatus::decode(std::span<const std::uint8_t> value) {
  FieldReader reader(value);
  PartitionStatus status;
  status.partition = reader.number(nfd_tlv::partition);
  status.worker = reader.number(nfd_tlv::worker);
  status.packets = reader.number(nfd_tlv::n_packets);
  status.pit_entries = reader.number(nfd_tlv::n_pit_entries);
  status.cs_entries = reader.number(nfd_tlv::n_cs_entries);
  status.busy_per_mille = reader.number(nfd_tlv::busy_per_mille);
  status.pit_structure = reader.text(nfd_tlv::pit_structure);
  return reader.ok() ? std::optional(status) : std::nullopt;
}

}  // namespace augustus::manage
