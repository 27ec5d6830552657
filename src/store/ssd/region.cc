// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/region.hh"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>

namespace augustus::store {
namespace {

constexpr std::uint64_t header_copies = 2;

/// Room for two items an extent.
std::uint64_t directory_blocks_for(std::uint64_t extents) {
  return (2 * extents + disk::directory_records_per_block - 1) / disk::directory_records_per_block;
}

}  // namespace

const disk::ExtentHeader* valid_header(std::span<const std::uint8_t> extent, const disk::Geometry& geometry,
                                       std::uint32_t number) {
  const auto* header = reinterpret_cast<const disk::ExtentHeader*>(extent.data());
  const bool plausible =
      header->magic == disk::extent_magic && header->store_id == geometry.store_id &&
      header->extent == number && header->used_bytes <= geometry.extent_bytes &&
      sizeof(*header) + std::uint64_t{header->items} * sizeof(disk::ExtentItem) <= geometry.head_bytes &&
      header->blocks != 0 && header->blocks * block_bytes <= geometry.extent_bytes;
  return plausible && disk::checksum_of(*header) == header->checksum ? header : nullptr;
}

Region::Region(std::uint64_t bytes, const disk::Geometry& geometry, std::uint32_t partition)
    : geometry_(geometry) {
  header_.partition = partition;
  header_.geometry = geometry;
  erased_offset_ = header_copies * block_bytes;
  directory_offset_ = erased_offset_ + 2 * disk::erased_bytes;
  const std::uint64_t left = bytes > directory_offset_ ? bytes - directory_offset_ : 0;
  std::uint64_t extents = left / geometry.extent_bytes;
  const auto beside = [](std::uint64_t count) {
    return (directory_blocks_for(count) + ExtentJournal::blocks_for(count)) * block_bytes;
  };
  while (extents > 0 && extents * geometry.extent_bytes + beside(extents) > left) {
    --extents;
  }
  extents_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(extents, std::uint64_t{1} << 31));
  directory_blocks_ = directory_blocks_for(extents_);
  const std::uint64_t journal_offset = directory_offset_ + directory_blocks_ * block_bytes;
  const std::uint64_t journal_blocks = ExtentJournal::blocks_for(extents_);
  journal_ = ExtentJournal(geometry.store_id, journal_offset, journal_blocks);
  extents_offset_ = journal_offset + journal_blocks * block_bytes;
  header_.extents = extents_;
}

bool Region::read_header(BlockDevice& device) {
  AlignedBuffer buffer(header_copies * block_bytes);
  if (!device.run({IoKind::read, 0, buffer.all()})) {
    throw std::runtime_error("SSD store: its header cannot be read");
  }
  const std::uint32_t partition = header_.partition;
  bool found = false;
  for (std::uint64_t copy = 0; copy < header_copies; ++copy) {
    disk::RegionHeader read;
    std::memcpy(&read, buffer.all().data() + copy * block_bytes, sizeof(read));
    if (read.magic != disk::region_magic || disk::checksum_of(read) != read.checksum ||
        read.geometry.store_id != geometry_.store_id) {
      continue;
    }
    if (read.version != disk::version || read.partition != partition || read.geometry != geometry_ ||
        read.extents != extents_) {
      throw std::runtime_error(
          fmt::format("SSD store: the region of partition {} was made with other sizes or by another version",
                      partition));
    }
    if (!found || read.generation > header_.generation) {
      header_ = read;
      found = true;
    }
  }
  return found;
}

bool Region::write_header(BlockDevice& device) {
  AlignedBuffer block(block_bytes);
  ++header_.generation;
  header_.checksum = disk::checksum_of(header_);
  std::memcpy(block.all().data(), &header_, sizeof(header_));
  const std::uint64_t copy = header_.generation % header_copies;
  return device.run({IoKind::write, copy * block_bytes, block.all()}) && device.run({IoKind::flush, 0, {}});
}

RegionFound Region::open(BlockDevice& device, ExtentIndex& index) {
  RegionFound result;
  result.made = !read_header(device);
  if (!result.made) {
    for (std::uint64_t copy = 0; copy < 2; ++copy) {
      if (device.run({IoKind::read, erased_offset_ + copy * disk::erased_bytes, erased_buffer_.all()})) {
        erased_.read(erased_buffer_.all(), erased_generation_);
      }
    }
    if (header_.clean != 0 && load_directory(device, index)) {
      journal_.resume(header_.journal);
    } else {
      recover(device, index, result);
    }
    header_.next_sequence = std::max(header_.next_sequence, erased_.newest_sequence());
  }
  header_.clean = 0;
  if (!write_header(device)) {
    throw std::runtime_error("SSD store: its header cannot be written");
  }
  return result;
}

void Region::recover(BlockDevice& device, ExtentIndex& index, RegionFound& found) {
  const bool has_journal = header_.has_journal != 0;
  const auto journal = journal_.replay(device, has_journal ? &index : nullptr);
  header_.next_sequence = std::max(header_.next_sequence, journal.next_sequence);
  found.replayed = has_journal && journal.blocks != 0;
  if (found.replayed) {
    return;
  }
  found.scanned = true;
  scan(device, index, found);
  // The journal is not to be relied on before it has all of that.
  header_.clean = 0;
  header_.has_journal = 0;
  if (write_header(device) && journal_.write_all(device, index, header_.next_sequence) &&
      device.run({IoKind::flush, 0, {}})) {
    header_.has_journal = 1;
  }
}

IoRequest Region::write_erased() {
  erased_.write(erased_buffer_.all(), ++erased_generation_);
  return {IoKind::write, erased_offset_ + erased_generation_ % 2 * disk::erased_bytes, erased_buffer_.all()};
}

}  // namespace augustus::store
