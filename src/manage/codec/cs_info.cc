// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/cs_info.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

std::vector<std::uint8_t> CsInfo::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::dataset_item, [this](wire::TlvWriter& inner) {
    inner.number(nfd_tlv::capacity, capacity);
    inner.number(nfd_tlv::flags, flags);
    inner.number(nfd_tlv::n_cs_entries, entries);
    inner.number(nfd_tlv::n_hits, hits);
    inner.number(nfd_tlv::n_misses, misses);
  });
  return writer.take();
}

std::optional<CsInfo> CsInfo::decode(std::span<const std::uint8_t> value) {
  FieldReader reader(value);
  CsInfo info;
  info.capacity = reader.number(nfd_tlv::capacity);
  info.flags = reader.number(nfd_tlv::flags);
  info.entries = reader.number(nfd_tlv::n_cs_entries);
  info.hits = reader.number(nfd_tlv::n_hits);
  info.misses = reader.number(nfd_tlv::n_misses);
  return reader.ok() ? std::optional(info) : std::nullopt;
}

}  // namespace augustus::manage
