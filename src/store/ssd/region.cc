// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/region.hh"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "base/clock.hh"
#include "store/segment.hh"

namespace augustus::store {
namespace {

constexpr std::uint64_t header_copies = 2;
constexpr std::uint64_t erased_copies = 2;

bool blank(std::span<const std::uint8_t> bytes) {
  return std::ranges::all_of(bytes, [](std::uint8_t byte) { return byte == 0; });
}

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
      header->used_bytes >= geometry.head_bytes && header->used_bytes % Segment::unit == 0 &&
      sizeof(*header) + std::uint64_t{header->items} * sizeof(disk::ExtentItem) <= geometry.head_bytes &&
      header->blocks != 0 && header->blocks * block_bytes <= geometry.extent_bytes;
  if (!plausible || disk::checksum_of(*header) != header->checksum) {
    return nullptr;
  }
  const bool items_plausible = std::ranges::all_of(items_of(*header), [](const disk::ExtentItem& item) {
    return item.mask != 0 && item.key <= disk::key_mask;
  });
  return items_plausible ? header : nullptr;
}

std::optional<disk::RegionHeader> region_header(std::span<const std::uint8_t> block) {
  disk::RegionHeader header;
  std::memcpy(&header, block.data(), sizeof(header));
  return header.magic == disk::region_magic && disk::checksum_of(header) == header.checksum
             ? std::optional(header)
             : std::nullopt;
}

std::string RegionFound::damage() const {
  std::string text;
  const auto say = [&text](bool there, const std::string& what) {
    text += there ? (text.empty() ? "" : ", ") + what : "";
  };
  say(header, "a copy of its header is damaged");
  say(directory, "its directory is damaged");
  say(journal != 0, fmt::format("{} blocks of its journal are damaged: extents they name may be lost", journal));
  say(unreadable != 0, fmt::format("{} extents cannot be read", unreadable));
  say(erased, "the list of erased prefixes is damaged: what was erased may be there again");
  return text;
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
  journal_ = ExtentJournal(geometry.store_id, journal_offset, journal_blocks,
                           {extents_, geometry.extent_bytes / static_cast<std::uint32_t>(block_bytes)});
  extents_offset_ = journal_offset + journal_blocks * block_bytes;
  header_.extents = extents_;
}

/// Takes the newer copy. Each opening and each closing writes one, so that the other one is of the generation
/// before; where it is not, one was lost, and with it perhaps what the region went through since.
void Region::read_header(BlockDevice& device, RegionFound& found) {
  AlignedBuffer block(block_bytes);
  std::array<std::optional<disk::RegionHeader>, header_copies> copies;
  std::uint64_t blanks = 0;
  bool other = false;
  for (std::uint64_t copy = 0; copy < header_copies; ++copy) {
    if (!device.run({IoKind::read, copy * block_bytes, block.all()})) {
      continue;
    }
    header_read_ = true;
    const auto read = region_header(block.all());
    if (!read || read->geometry.store_id != geometry_.store_id) {
      blanks += blank(block.all()) ? 1 : 0;
    } else if (read->version != disk::version || read->partition != header_.partition ||
               read->geometry != geometry_ || read->extents != extents_) {
      other = true;
    } else {
      copies[copy] = read;
    }
  }
  found.made = blanks == header_copies;
  if (!copies[0] && !copies[1]) {
    if (other) {
      throw std::runtime_error(
          fmt::format("SSD store: the region of partition {} was made with other sizes or by another version",
                      header_.partition));
    }
    found.header = !found.made;
    // Above any that there was.
    header_.generation = found.made ? 0 : static_cast<std::uint64_t>(wall_clock_now() / nanoseconds_per_second);
    return;
  }
  const bool first_newer = copies[0] && (!copies[1] || copies[0]->generation > copies[1]->generation);
  const auto& newer = copies[first_newer ? 0 : 1];
  const auto& older = copies[first_newer ? 1 : 0];
  header_ = *newer;
  const bool both = older ? newer->generation == older->generation + 1 : newer->generation == 1 && blanks == 1;
  if (!both) {
    found.header = true;
    header_.clean = 0;
  }
}

/// Writes it over the older copy, and reads it again: what a region says of itself must be there.
bool Region::write_header(BlockDevice& device) {
  AlignedBuffer block(block_bytes);
  AlignedBuffer written(block_bytes);
  ++header_.generation;
  header_.checksum = disk::checksum_of(header_);
  std::memcpy(block.all().data(), &header_, sizeof(header_));
  const std::uint64_t copy = header_.generation % header_copies;
  return device.run({IoKind::write, copy * block_bytes, block.all()}) && device.run({IoKind::flush, 0, {}}) &&
         device.run({IoKind::read, copy * block_bytes, written.all()}) &&
         std::ranges::equal(block.all(), written.all());
}

/// Leaves nothing of a store that was there before, whose list of erased prefixes would be taken for this one's.
bool Region::make(BlockDevice& device) {
  std::ranges::fill(erased_buffer_.all(), std::uint8_t{0});
  for (std::uint64_t copy = 0; copy < erased_copies; ++copy) {
    if (!device.run({IoKind::write, erased_offset_ + copy * disk::erased_bytes, erased_buffer_.all()})) {
      return false;
    }
  }
  return device.run({IoKind::flush, 0, {}});
}

void Region::read_erased(BlockDevice& device, RegionFound& found) {
  bool right = false;
  bool damaged = false;
  for (std::uint64_t copy = 0; copy < erased_copies; ++copy) {
    const bool read =
        device.run({IoKind::read, erased_offset_ + copy * disk::erased_bytes, erased_buffer_.all()});
    const bool is_list = read && erased_.read(erased_buffer_.all(), erased_generation_);
    right = right || is_list;
    damaged = damaged || !(is_list || (read && blank(erased_buffer_.all())));
  }
  found.erased = damaged && !right;
}

RegionFound Region::open(BlockDevice& device, ExtentIndex& index) {
  RegionFound result;
  read_header(device, result);
  if (result.made) {
    if (!make(device)) {
      throw std::runtime_error("SSD store: it cannot be written");
    }
  } else {
    read_erased(device, result);
    if (header_.clean != 0 && load_directory(device, index)) {
      journal_.resume(header_.journal);
    } else {
      result.directory = header_.clean != 0;
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
  if (!header_read_ && journal.readable == 0) {
    throw std::runtime_error("SSD store: neither its header nor its journal can be read");
  }
  found.journal = has_journal ? journal.missing : 0;
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
  const std::uint64_t generation = erased_generation_ + 1;
  erased_.write(erased_buffer_.all(), generation);
  return {IoKind::write, erased_offset_ + generation % erased_copies * disk::erased_bytes, erased_buffer_.all()};
}

}  // namespace augustus::store
