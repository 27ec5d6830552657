// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "store/ssd/aligned_buffer.hh"
#include "store/ssd/block_device.hh"
#include "store/ssd/disk_format.hh"
#include "store/ssd/extent_index.hh"

namespace augustus::store {

/// What extents hold, written down as they are written, so that a store that was not closed in order opens
/// without reading them all: a ring of blocks. With each extent that was written, what another one holds is
/// written down again, in turn: so the ring's last turn names all that were there. Nothing relies on it. What
/// it lacks (the last block, a lost one) is not found, and what it names in vain is found out by reading.
class ExtentJournal {
 public:
  struct Found {
    std::uint64_t blocks = 0;         ///< that count; 0: there is no journal
    std::uint64_t next_sequence = 0;  ///< of writes: above all that there were
    std::uint64_t missing = 0;        ///< blocks of the last turn that should be there besides
    std::uint64_t readable = 0;       ///< blocks that could be read, whatever stood in them
  };

  /// A ring of so many blocks, at this offset of the region, whose records keep to the limits.
  ExtentJournal(std::uint64_t store_id, std::uint64_t offset, std::uint64_t blocks, const disk::Limits& limits);
  /// That a region of so many extents needs.
  static std::uint64_t blocks_for(std::uint64_t extents);

  // Blocking, while nothing is under way.
  /// Fills the (empty) index, about in order of replacement, and goes on behind what was there; nullptr: only
  /// that.
  Found replay(BlockDevice& device, ExtentIndex* index);
  /// Goes on as place() was when the region was closed.
  void resume(const disk::JournalPlace& place) {
    block_ = place.block;
    again_ = static_cast<std::uint32_t>(place.again);
  }
  /// Behind the last block, which may have been written with room left: the next life does not know what it has.
  disk::JournalPlace place() const { return {records_.empty() ? block_ : block_ + 1, again_}; }
  /// All that the index has. False: the disk failed.
  bool write_all(BlockDevice& device, const ExtentIndex& index, std::uint64_t next_sequence);
  /// What has not been written yet. False: the disk failed.
  bool flush(BlockDevice& device);

  /// The extent was written. `next_sequence`: of the region.
  void note(std::uint32_t extent, const ExtentIndex& index, std::uint64_t next_sequence);
  /// The block to write next; nothing: none, one is being written, or there is time yet. `idle`: nothing else
  /// is under way. To be followed by started() when a device took it.
  std::optional<IoRequest> next_write(bool idle);
  void started();
  void written() { writing_ = false; }
  bool writing() const { return writing_; }
  /// Whether something waits to be written.
  bool waits() const { return changed_; }

 private:
  struct Block {
    std::uint64_t number;
    std::uint64_t next_sequence;
    std::uint32_t again;
    std::vector<disk::DirectoryRecord> records;
  };
  std::vector<Block> read_all(BlockDevice& device, std::uint64_t& readable) const;
  std::optional<Block> read_block(std::span<const std::uint8_t> bytes, std::uint64_t place) const;
  bool append(std::uint32_t extent, const ExtentIndex& index, bool again);
  void note_another(const ExtentIndex& index);
  void seal();
  IoRequest request();
  void turn_over();

  std::uint64_t store_id_;
  std::uint64_t offset_;
  std::uint64_t blocks_;
  disk::Limits limits_;
  std::uint64_t block_ = 0;  ///< the one that is filled
  std::uint64_t next_sequence_ = 0;
  std::vector<disk::DirectoryRecord> records_;  ///< of it
  std::vector<disk::DirectoryRecord> group_;
  AlignedBuffer buffer_{block_bytes};
  bool changed_ = false;
  bool writing_ = false;
  std::uint32_t again_ = 0;  ///< the extent to be written down again next
};

}  // namespace augustus::store
