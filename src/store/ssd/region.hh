// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "store/ssd/aligned_buffer.hh"
#include "store/ssd/batch_key.hh"
#include "store/ssd/block_device.hh"
#include "store/ssd/disk_format.hh"
#include "store/ssd/erased_prefixes.hh"
#include "store/ssd/extent_index.hh"
#include "store/ssd/extent_journal.hh"

namespace augustus::store {

/// What opening a region found.
struct RegionFound {
  bool made = false;             ///< there was none; it is empty now
  bool replayed = false;         ///< it was not closed in order: its journal was read
  bool scanned = false;          ///< there was no journal, or none to be relied on: its extents were read
  std::uint64_t unreadable = 0;  ///< extents that could not be read while scanning

  // What was damaged, and is not relied on.
  bool header = false;        ///< a copy of the header: that the region was closed in order is not believed
  bool directory = false;     ///< it was closed in order, and goes by its journal all the same
  bool erased = false;        ///< both lists of erased prefixes: what was erased may be there again
  std::uint64_t journal = 0;  ///< blocks of the journal: what they alone named is lost

  /// What was damaged, in words; empty: nothing.
  std::string damage() const;
};

/// One partition's part of a device: where things stand in it, how it is opened and closed. Blocking calls,
/// for start and end.
class Region {
 public:
  /// Where the parts of a region of so many bytes are; extents() is 0 when it is too small for any.
  Region(std::uint64_t bytes, const disk::Geometry& geometry, std::uint32_t partition);

  std::uint32_t extents() const { return extents_; }
  std::uint64_t offset_of(std::uint32_t extent) const {
    return extents_offset_ + std::uint64_t{extent} * geometry_.extent_bytes;
  }
  const disk::Geometry& geometry() const { return geometry_; }

  /// Fills the (empty) index from the directory or, after a crash, from the journal or the extents
  /// themselves; makes the region when there is none. It counts as unclean from now on. Throws std::runtime_error when the disk
  /// fails or holds something else.
  RegionFound open(BlockDevice& device, ExtentIndex& index);
  /// Writes the directory and marks the region clean. False: the disk failed; the next opening goes by the
  /// journal.
  bool close(BlockDevice& device, const ExtentIndex& index);

  std::uint64_t next_sequence() { return header_.next_sequence++; }
  std::uint64_t sequence() const { return header_.next_sequence; }

  /// Writes down what the extent, which was written, holds.
  void note_written(std::uint32_t extent, const ExtentIndex& index) {
    journal_.note(extent, index, header_.next_sequence);
  }
  ExtentJournal& journal() { return journal_; }
  const ExtentJournal& journal() const { return journal_; }

  ErasedPrefixes& erased() { return erased_; }
  /// The request that writes the erased prefixes, into a buffer of the region's: over the older copy, until
  /// erased_written() says that it is the newer one.
  IoRequest write_erased();
  void erased_written() { ++erased_generation_; }

 private:
  void read_header(BlockDevice& device, RegionFound& found);
  bool write_header(BlockDevice& device);
  bool make(BlockDevice& device);
  void read_erased(BlockDevice& device, RegionFound& found);
  bool load_directory(BlockDevice& device, ExtentIndex& index);
  bool read_directory(BlockDevice& device, std::vector<disk::DirectoryRecord>& records);
  void recover(BlockDevice& device, ExtentIndex& index, RegionFound& found);
  void scan(BlockDevice& device, ExtentIndex& index, RegionFound& found);

  disk::Geometry geometry_;
  disk::RegionHeader header_;
  std::uint32_t extents_ = 0;
  std::uint64_t erased_offset_ = 0;
  std::uint64_t directory_offset_ = 0;
  std::uint64_t directory_blocks_ = 0;
  std::uint64_t extents_offset_ = 0;
  std::uint64_t erased_generation_ = 0;
  bool header_read_ = false;  ///< a copy could be read, whatever stood in it
  ExtentJournal journal_{0, 0, 1, {}};
  ErasedPrefixes erased_;
  AlignedBuffer erased_buffer_{disk::erased_bytes};
};

/// A copy of a region's header where it is whole, of whichever store and version.
std::optional<disk::RegionHeader> region_header(std::span<const std::uint8_t> block);

/// The header of an extent in memory when it is whole and belongs at this place of this store; else nullptr.
const disk::ExtentHeader* valid_header(std::span<const std::uint8_t> extent, const disk::Geometry& geometry,
                                       std::uint32_t number);
inline std::span<const disk::ExtentItem> items_of(const disk::ExtentHeader& header) {
  return {reinterpret_cast<const disk::ExtentItem*>(&header + 1), header.items};
}

/// Whether some item has one of these segments; for a prefix, whether there is any item.
inline bool has_item(std::span<const disk::ExtentItem> items, std::uint64_t key, std::uint32_t mask) {
  return is_prefix_key(key) ? !items.empty() : std::ranges::any_of(items, [&](const disk::ExtentItem& item) {
    return item.key == key && (item.mask & mask) != 0;
  });
}

}  // namespace augustus::store
