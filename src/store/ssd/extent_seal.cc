// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/extent_seal.hh"

#include <cstring>

#include "store/segment.hh"
#include "store/ssd/disk_format.hh"

namespace augustus::store {

void seal_records(std::span<std::uint8_t> extent, std::uint32_t head_bytes) {
  const auto& header = *reinterpret_cast<const disk::ExtentHeader*>(extent.data());
  for (std::uint32_t at = head_bytes; at < header.used_bytes;) {
    auto& record = *reinterpret_cast<disk::SegmentRecord*>(extent.data() + at);
    record.checksum = disk::checksum_of(record, extent.data() + at + sizeof(record), header, at);
    at += Segment::footprint(record.length);
  }
}

bool records_are_right(std::span<const std::uint8_t> extent, std::uint32_t head_bytes) {
  disk::ExtentHeader header;
  std::memcpy(&header, extent.data(), sizeof(header));
  if (header.used_bytes > extent.size()) {
    return false;
  }
  for (std::uint32_t at = head_bytes; at < header.used_bytes;) {
    disk::SegmentRecord record;
    const std::uint32_t room = header.used_bytes - at;
    if (room < sizeof(record)) {
      return false;
    }
    std::memcpy(&record, extent.data() + at, sizeof(record));
    if (record.length > room || Segment::footprint(record.length) > room ||
        disk::checksum_of(record, extent.data() + at + sizeof(record), header, at) != record.checksum) {
      return false;
    }
    at += Segment::footprint(record.length);
  }
  return true;
}

}  // namespace augustus::store
