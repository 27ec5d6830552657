// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/tier_status.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

std::vector<std::uint8_t> TierStatus::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::dataset_item, [this](wire::TlvWriter& inner) {
    inner.element(nfd_tlv::name, name.value());
    inner.number(nfd_tlv::capacity, capacity);
    inner.number(nfd_tlv::flags, flags);
    inner.number(nfd_tlv::n_cs_entries, entries);
    inner.number(nfd_tlv::n_hits, hits);
    inner.number(nfd_tlv::n_misses, misses);
    inner.number(nfd_tlv::capacity_bytes, capacity_bytes);
    inner.number(nfd_tlv::n_bytes, bytes);
    inner.number(nfd_tlv::n_evicted, evicted);
    inner.number(nfd_tlv::n_reads, reads);
    inner.number(nfd_tlv::n_writes, writes);
    inner.number(nfd_tlv::n_busy, busy);
    inner.number(nfd_tlv::n_damaged, damaged);
    inner.number(nfd_tlv::verifying, verifying);
    inner.number(nfd_tlv::n_verified, verified);
    inner.number(nfd_tlv::n_found_damaged, found_damaged);
    inner.text(nfd_tlv::admission, admission);
    inner.number(nfd_tlv::n_not_admitted, not_admitted);
  });
  return writer.take();
}

std::optional<TierStatus> TierStatus::decode(std::span<const std::uint8_t> value) {
  FieldReader reader(value);
  TierStatus status;
  status.name = reader.name();
  status.capacity = reader.number(nfd_tlv::capacity);
  status.flags = reader.number(nfd_tlv::flags);
  status.entries = reader.number(nfd_tlv::n_cs_entries);
  status.hits = reader.number(nfd_tlv::n_hits);
  status.misses = reader.number(nfd_tlv::n_misses);
  status.capacity_bytes = reader.number(nfd_tlv::capacity_bytes);
  status.bytes = reader.number(nfd_tlv::n_bytes);
  status.evicted = reader.number(nfd_tlv::n_evicted);
  status.reads = reader.number(nfd_tlv::n_reads);
  status.writes = reader.number(nfd_tlv::n_writes);
  status.busy = reader.number(nfd_tlv::n_busy);
  status.damaged = reader.number(nfd_tlv::n_damaged);
  status.verifying = reader.number(nfd_tlv::verifying);
  status.verified = reader.number(nfd_tlv::n_verified);
  status.found_damaged = reader.number(nfd_tlv::n_found_damaged);
  status.admission = reader.text(nfd_tlv::admission);
  status.not_admitted = reader.number(nfd_tlv::n_not_admitted);
  return reader.ok() ? std::optional(status) : std::nullopt;
}

}  // namespace augustus::manage
