// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/disk_format.hh"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "store/store_options.hh"

namespace augustus::store::disk {
namespace {

constexpr std::uint32_t batch_max = 32;
constexpr std::uint32_t extent_bytes_max = 128 * block_bytes;  ///< as many as the index counts
/// So that no sum of them overflows.
constexpr std::uint64_t region_bytes_max = 1ull << 50;

}  // namespace

bool plausible(const Geometry& geometry) {
  return geometry.store_id != 0 && geometry.partitions != 0 && geometry.partitions <= partitions_max &&
         geometry.batch != 0 && geometry.batch <= batch_max && geometry.extent_bytes != 0 &&
         geometry.extent_bytes % block_bytes == 0 && geometry.extent_bytes <= extent_bytes_max &&
         geometry.head_bytes == head_bytes_of(geometry.extent_bytes);
}

bool valid(const DeviceHeader& header) {
  return header.magic == device_magic && header.version == version && checksum_of(header) == header.checksum &&
         plausible(header.geometry) && header.device < header.devices &&
         header.devices <= header.geometry.partitions &&
         header.regions == regions_of(header.geometry.partitions, header.device, header.devices) &&
         header.region_bytes != 0 && header.region_bytes % block_bytes == 0 &&
         header.region_bytes <= region_bytes_max;
}

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
