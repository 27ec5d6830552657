// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/disk_format.hh"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace augustus::store::disk {

std::uint64_t checksum(std::span<const std::uint8_t> bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

std::uint64_t checksum_of(const SegmentRecord& record, const std::uint8_t* data, const ExtentHeader& extent,
                          std::uint32_t offset) {
  const std::uint64_t seed = extent.store_id + extent.sequence * 0x9e3779b97f4a7c15 + offset;
  const auto* start = reinterpret_cast<const std::uint8_t*>(&record) + sizeof(record.checksum);
  const std::uint64_t own = checksum({start, sizeof(record) - sizeof(record.checksum)}, seed);
  return record.live != 0 ? checksum({data, record.length}, own) : own;
}

std::uint64_t checksum_of(const ExtentHeader& header) {
  const auto* start = reinterpret_cast<const std::uint8_t*>(&header);
  const std::uint64_t own = checksum({start, offsetof(ExtentHeader, checksum)}, extent_magic);
  return checksum({start + sizeof(header), header.items * sizeof(ExtentItem)}, own);
}

}  // namespace augustus::store::disk
