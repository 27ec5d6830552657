// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/thread_status.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

std::vector<std::uint8_t> ThreadStatus::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::dataset_item, [this](wire::TlvWriter& inner) {
    inner.number(nfd_tlv::worker, number);
    inner.text(nfd_tlv::thread_kind, kind);
    if (cpu) {
      inner.number(nfd_tlv::cpu, *cpu);
    }
    inner.number(nfd_tlv::n_partitions, partitions);
    inner.number(nfd_tlv::n_packets, packets);
    inner.number(nfd_tlv::busy_per_mille, busy_per_mille);
  });
  return writer.take();
}

std::optional<ThreadStatus> ThreadStatus::decode(std::span<const std::uint8_t> value) {
  FieldReader reader(value);
  ThreadStatus status;
  status.number = reader.number(nfd_tlv::worker);
  status.kind = reader.text(nfd_tlv::thread_kind);
  status.cpu = reader.optional_number(nfd_tlv::cpu);
  status.partitions = reader.number(nfd_tlv::n_partitions);
  status.packets = reader.number(nfd_tlv::n_packets);
  status.busy_per_mille = reader.number(nfd_tlv::busy_per_mille);
  return reader.ok() ? std::optional(status) : std::nullopt;
}

}  // namespace augustus::manage
