// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "store/ssd/block_device.hh"

// What stands on the disk (docs/store.md). Numbers are little-endian; a structure is whole blocks or stands
// where its neighbour says. Checksums are XXH3-64 with a seed.

namespace augustus::store::disk {

static_assert(std::endian::native == std::endian::little, "the format is written as it is in memory");

inline constexpr std::uint32_t version = 2;
inline constexpr std::uint32_t partitions_max = 1024;
inline constexpr std::uint64_t device_magic = 0x3144535355475541;     // "AUGUSSD1"
inline constexpr std::uint64_t region_magic = 0x314e474552475541;     // "AUGREGN1"
inline constexpr std::uint64_t extent_magic = 0x3154584547475541;     // "AUGGEXT1"
inline constexpr std::uint64_t directory_magic = 0x3152494447475541;  // "AUGGDIR1"
inline constexpr std::uint64_t journal_magic = 0x314c4e524a475541;    // "AUGJRNL1"
inline constexpr std::uint64_t erased_magic = 0x3153524547475541;     // "AUGGERS1"

/// What all parts of a store must agree on. Differs: the store is another one.
struct Geometry {
  std::uint64_t store_id = 0;  ///< drawn when the store was made
  std::uint64_t key_seed = 0;  ///< of the hash of batch names, drawn too: strangers cannot choose collisions
  std::uint32_t partitions = 0;    ///< of the router
  std::uint32_t batch = 0;         ///< segments
  std::uint32_t extent_bytes = 0;  ///< whole blocks
  std::uint32_t head_bytes = 0;    ///< of them, before the first segment
  std::uint32_t dispatch_version = 1;
  std::uint32_t segment_rule = 0;  ///< component type, marker, whether there is one
  bool operator==(const Geometry&) const = default;
};

/// Whether a store can have been made with these sizes: what is read may have been written by anybody.
bool plausible(const Geometry& geometry);

/// Block 0 of a device.
struct DeviceHeader {
  std::uint64_t magic = device_magic;
  std::uint32_t version = disk::version;
  std::uint32_t devices = 0;  ///< of the store; this is number `device` of them
  std::uint32_t device = 0;
  std::uint32_t regions = 0;  ///< region i is partition device + i * devices
  std::uint64_t region_bytes = 0;
  Geometry geometry;
  std::uint64_t checksum = 0;  ///< of all before
};

/// The regions of a device.
constexpr std::uint32_t regions_of(std::uint32_t partitions, std::uint32_t device, std::uint32_t devices) {
  return (partitions - device + devices - 1) / devices;
}
/// Whether the header is whole, and all it says goes together.
bool valid(const DeviceHeader& header);

/// Where a journal goes on.
struct JournalPlace {
  std::uint64_t block = 0;  ///< counted from the store's first; it stands at its rest by the ring's blocks
  std::uint64_t again = 0;  ///< the extent that is to be written down again next
};

/// Two copies in blocks 0 and 1 of a region; the valid one with the higher generation counts.
struct RegionHeader {
  std::uint64_t magic = region_magic;
  std::uint32_t version = disk::version;
  std::uint32_t partition = 0;
  Geometry geometry;
  std::uint64_t generation = 0;
  std::uint64_t next_sequence = 1;
  std::uint32_t extents = 0;
  std::uint32_t clean = 0;  ///< closed in order: the directory says what the extents hold
  std::uint64_t directory_records = 0;
  JournalPlace journal;           ///< clean: where it goes on
  std::uint64_t has_journal = 1;  ///< the journal names all extents, or there are none
  std::uint64_t checksum = 0;
};

inline constexpr std::size_t erased_bytes = 64u << 10;  ///< of each of the two copies of the erased prefixes

/// Before the erased prefixes: each is its sequence (8 B), the bytes of its name (3 B), its wire::PacketFormat
/// (1 B) and the name.
struct ErasedHeader {
  std::uint64_t magic = erased_magic;
  std::uint64_t generation = 0;
  std::uint32_t count = 0;
  std::uint32_t bytes = 0;     ///< behind this header
  std::uint64_t checksum = 0;  ///< of the header and those
};

/// One line of the directory: an item of an extent, oldest extent first.
struct DirectoryRecord {
  std::uint64_t key = 0;  ///< 48 bits; above them the item's kind
  std::uint32_t extent = 0;
  std::uint32_t mask = 0;
};
static_assert(sizeof(DirectoryRecord) == 16);

/// Above a record's 48 bits of key: the blocks of its extent, less one. The two bits on top are the journal's.
inline constexpr unsigned blocks_shift = 48;
inline constexpr unsigned blocks_bits = 14;
inline constexpr std::uint64_t key_mask = (1ull << blocks_shift) - 1;
/// Blocks of the record's extent that were written.
constexpr std::uint32_t blocks_of(const DirectoryRecord& record) {
  return static_cast<std::uint32_t>(record.key >> blocks_shift & ((1ull << blocks_bits) - 1)) + 1;
}

/// What a region has, which records must keep to.
struct Limits {
  std::uint32_t extents = 0;
  std::uint32_t extent_blocks = 0;
};
constexpr bool plausible(const DirectoryRecord& record, const Limits& limits) {
  return record.extent < limits.extents && record.mask != 0 && blocks_of(record) <= limits.extent_blocks;
}

struct DirectoryHeader {
  std::uint64_t magic_and_block = 0;  ///< directory_magic + number of the block
  std::uint64_t checksum = 0;         ///< of the records, seeded with the generation
};
inline constexpr std::size_t directory_records_per_block =
    (block_bytes - sizeof(DirectoryHeader)) / sizeof(DirectoryRecord);

/// One block of the journal; directory records follow. Their keys say besides whether a record is the first of
/// its extent, and whether the extent was written down again (store/ssd/extent_journal).
struct JournalHeader {
  std::uint64_t magic = journal_magic;
  std::uint64_t checksum = 0;  ///< of all behind it, seeded with the store's identity
  std::uint64_t block = 0;
  std::uint64_t next_sequence = 0;
  std::uint32_t records = 0;
  std::uint32_t again = 0;  ///< as in JournalPlace
};
inline constexpr std::size_t journal_records_per_block =
    (block_bytes - sizeof(JournalHeader)) / sizeof(DirectoryRecord);

/// A batch (or an unsegmented name) of which an extent has segments.
struct ExtentItem {
  std::uint64_t key = 0;   ///< 48 bits of the hash of the batch's name
  std::uint32_t mask = 0;  ///< bit i: segment batch * B + i; 1 for an unsegmented name
  std::uint32_t uses = 0;  ///< 0 (spare)
};
static_assert(sizeof(ExtentItem) == 16);

/// The start of an extent; items follow, then at head_bytes the segments, each behind its record.
struct ExtentHeader {
  std::uint64_t magic = extent_magic;
  std::uint64_t store_id = 0;
  std::uint64_t sequence = 0;      ///< grows with every write of the region
  std::uint64_t written_wall = 0;  ///< ns since 1970; before it the clock is wrong, and nothing is fresh
  std::uint32_t extent = 0;
  std::uint32_t used_bytes = 0;  ///< head, records and Data
  std::uint32_t items = 0;
  std::uint32_t blocks = 0;    ///< that were written
  std::uint64_t checksum = 0;  ///< of header and items
  std::uint64_t spare = 0;
};
static_assert(sizeof(ExtentHeader) == 64);

/// In front of each Data, on 32 bytes as the header it has in DRAM.
struct SegmentRecord {
  std::uint64_t checksum = 0;  ///< of the rest of the record and the Data, seeded with place and sequence
  std::uint64_t spare = 0;
  std::uint64_t fresh_until = 0;  ///< wall clock, ns; 0: never fresh
  std::uint32_t live = 0;    ///< 0: the place holds nothing any more; else 1 + wire::PacketFormat of the Data
  std::uint32_t length = 0;  ///< bytes of the Data's TLV
};
static_assert(sizeof(SegmentRecord) == 32);

std::uint64_t checksum(std::span<const std::uint8_t> bytes, std::uint64_t seed);
/// What `record`, at this offset of an extent and with this Data behind it, must have as checksum.
std::uint64_t checksum_of(const SegmentRecord& record, const std::uint8_t* data, const ExtentHeader& extent,
                          std::uint32_t offset);
/// The same of the header and the items behind it.
std::uint64_t checksum_of(const ExtentHeader& header);

/// The checksum of a structure whose member of that name is its last.
template <typename Structure>
std::uint64_t checksum_of(const Structure& structure) {
  return checksum({reinterpret_cast<const std::uint8_t*>(&structure), offsetof(Structure, checksum)},
                  structure.magic);
}

}  // namespace augustus::store::disk
