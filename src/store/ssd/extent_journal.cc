// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/extent_journal.hh"

#include <algorithm>
#include <cstring>

namespace augustus::store {
namespace {

using disk::DirectoryRecord;

/// On top of a record's key: what it is.
constexpr std::uint64_t first_of_extent = 1ull << 63;
constexpr std::uint64_t written_again = 1ull << 62;
/// Records for each extent: all there are once again in a turn, those written meanwhile, and some more items.
constexpr std::uint64_t records_per_extent = 3;
constexpr std::uint64_t blocks_min = 4;
/// Of an extent that has more, the first are written down.
constexpr std::size_t group_max = 96;
/// A block with less room is sent off.
constexpr std::size_t room_min = group_max;
/// Extents without anything that are passed by at once.
constexpr unsigned blocks_looked_at_max = 16;
/// Writes that the journal may not know of.
constexpr std::uint64_t sequence_margin = 1u << 20;

std::uint64_t checksum_of(std::span<const std::uint8_t> block, std::uint64_t store_id) {
  return disk::checksum(block.subspan(offsetof(disk::JournalHeader, checksum) + sizeof(std::uint64_t)), store_id);
}

/// The records of one extent, at the front of these.
std::span<const DirectoryRecord> first_group(std::span<const DirectoryRecord> records) {
  std::size_t count = 1;
  while (count < records.size() && (records[count].key & first_of_extent) == 0) {
    ++count;
  }
  return records.first(count);
}

bool holds_the_same(const ExtentIndex& index, std::span<const DirectoryRecord> group) {
  std::size_t same = 0;
  std::size_t held = 0;
  index.for_each_item_of(group.front().extent, [&](std::uint32_t, std::uint64_t key, std::uint32_t mask, bool) {
    ++held;
    same += std::ranges::any_of(group, [&](const DirectoryRecord& record) {
      return (record.key & disk::key_mask) == key && record.mask == mask;
    }) ? 1 : 0;
  });
  return same == group.size() && held == group.size();
}

void apply(ExtentIndex& index, std::span<const DirectoryRecord> group) {
  const std::uint32_t extent = group.front().extent;
  if (((group.front().key & written_again) != 0 && index.knows(extent) && holds_the_same(index, group))) {
    return;
  }
  if (index.knows(extent)) {
    index.forget_extent(extent);
  }
  if (!index.take(extent)) {
    return;
  }
  for (const DirectoryRecord& record : group) {
    index.add(extent, record.key & disk::key_mask, record.mask);
  }
  index.set_blocks(extent, blocks_of(group.front()));
  index.release(extent);
}

}  // namespace

ExtentJournal::ExtentJournal(std::uint64_t store_id, std::uint64_t offset, std::uint64_t blocks,
                             const disk::Limits& limits)
    : store_id_(store_id), offset_(offset), blocks_(blocks), limits_(limits) {
  records_.reserve(disk::journal_records_per_block);
  group_.reserve(disk::journal_records_per_block);
}

std::uint64_t ExtentJournal::blocks_for(std::uint64_t extents) {
  return records_per_extent * extents / (disk::journal_records_per_block - room_min) + blocks_min;
}

std::optional<ExtentJournal::Block> ExtentJournal::read_block(std::span<const std::uint8_t> bytes,
                                                              std::uint64_t place) const {
  disk::JournalHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.magic != disk::journal_magic || header.block % blocks_ != place || header.records == 0 ||
      header.records > disk::journal_records_per_block || header.checksum != checksum_of(bytes, store_id_)) {
    return std::nullopt;
  }
  Block block{header.block, header.next_sequence, header.again, std::vector<DirectoryRecord>(header.records)};
  std::memcpy(block.records.data(), bytes.data() + sizeof(header), header.records * sizeof(DirectoryRecord));
  const bool right =
      std::ranges::all_of(block.records, [this](const auto& record) { return plausible(record, limits_); });
  return right ? std::optional(std::move(block)) : std::nullopt;
}

/// The valid ones, by their numbers.
std::vector<ExtentJournal::Block> ExtentJournal::read_all(BlockDevice& device, std::uint64_t& readable) const {
  std::vector<Block> found;
  AlignedBuffer buffer(blocks_together * block_bytes);
  const auto read = [&](std::uint64_t first, std::uint64_t count) {
    const auto part = buffer.all().first(count * block_bytes);
    if (!device.run({IoKind::read, offset_ + first * block_bytes, part})) {
      return false;
    }
    readable += count;
    for (std::uint64_t place = 0; place < count; ++place) {
      if (auto block = read_block(part.subspan(place * block_bytes, block_bytes), first + place)) {
        found.push_back(std::move(*block));
      }
    }
    return true;
  };
  for (std::uint64_t first = 0; first < blocks_; first += blocks_together) {
    const std::uint64_t count = std::min<std::uint64_t>(blocks_together, blocks_ - first);
    if (read(first, count)) {
      continue;
    }
    // Of blocks that cannot be read together, most can be one by one.
    for (std::uint64_t place = 0; place < count; ++place) {
      read(first + place, 1);
    }
  }
  std::ranges::sort(found, {}, &Block::number);
  return found;
}

ExtentJournal::Found ExtentJournal::replay(BlockDevice& device, ExtentIndex* index) {
  Found result;
  const std::vector<Block> found = read_all(device, result.readable);
  if (found.empty()) {
    return result;
  }
  const std::uint64_t newest = found.back().number;
  for (const Block& block : found) {
    if (block.number + blocks_ <= newest) {
      continue;  // of the turn before, where one of this turn was lost
    }
    ++result.blocks;
    result.next_sequence = std::max(result.next_sequence, block.next_sequence + sequence_margin);
    for (std::span<const DirectoryRecord> left = block.records; index != nullptr && !left.empty();) {
      const auto group = first_group(left);
      apply(*index, group);
      left = left.subspan(group.size());
    }
  }
  result.missing = std::min(newest + 1, blocks_) - result.blocks;
  resume({.block = newest + 1, .again = found.back().again});
  return result;
}

bool ExtentJournal::append(std::uint32_t extent, const ExtentIndex& index, bool again) {
  group_.clear();
  const std::uint64_t blocks = index.blocks(extent) - 1;
  index.for_each_item_of(extent, [&](std::uint32_t, std::uint64_t key, std::uint32_t mask, bool) {
    if (group_.size() < group_max) {
      group_.push_back({key | blocks << disk::blocks_shift | (group_.empty() ? first_of_extent : 0) |
                            (again ? written_again : 0),
                        extent, mask});
    }
  });
  if (records_.size() + group_.size() > disk::journal_records_per_block) {
    return false;
  }
  records_.insert(records_.end(), group_.begin(), group_.end());
  changed_ = changed_ || !group_.empty();
  return true;
}

void ExtentJournal::note(std::uint32_t extent, const ExtentIndex& index, std::uint64_t next_sequence) {
  next_sequence_ = next_sequence;
  // Without room it is written down when its turn comes.
  append(extent, index, false);
  note_another(index);
}

void ExtentJournal::note_another(const ExtentIndex& index) {
  for (unsigned looks = 0; looks < blocks_looked_at_max; ++looks) {
    const std::uint32_t extent = index.knows(again_) ? again_ : 0;
    if (index.occupied(extent) && !index.held(extent)) {
      again_ = append(extent, index, true) ? extent + 1 : extent;
      return;
    }
    again_ = extent + 1;
  }
}

void ExtentJournal::seal() {
  const auto bytes = buffer_.all();
  std::ranges::fill(bytes, std::uint8_t{0});
  std::memcpy(bytes.data() + sizeof(disk::JournalHeader), records_.data(),
              records_.size() * sizeof(DirectoryRecord));
  disk::JournalHeader header;
  header.block = block_;
  header.next_sequence = next_sequence_;
  header.records = static_cast<std::uint32_t>(records_.size());
  header.again = again_;
  std::memcpy(bytes.data(), &header, sizeof(header));
  header.checksum = checksum_of(bytes, store_id_);
  std::memcpy(bytes.data(), &header, sizeof(header));
}

IoRequest ExtentJournal::request() {
  return {IoKind::write, offset_ + block_ % blocks_ * block_bytes, buffer_.all()};
}

std::optional<IoRequest> ExtentJournal::next_write(bool idle) {
  if (writing_ || !changed_ || !(idle || records_.size() + room_min > disk::journal_records_per_block)) {
    return std::nullopt;
  }
  seal();
  return request();
}

void ExtentJournal::started() {
  writing_ = true;
  changed_ = false;
  // One with room is written again, at the same place.
  if (records_.size() + room_min > disk::journal_records_per_block) {
    turn_over();
  }
}

void ExtentJournal::turn_over() {
  records_.clear();
  ++block_;
}

bool ExtentJournal::flush(BlockDevice& device) {
  if (changed_) {
    seal();
    changed_ = !device.run(request());
    turn_over();
  }
  return !changed_;
}

bool ExtentJournal::write_all(BlockDevice& device, const ExtentIndex& index, std::uint64_t next_sequence) {
  next_sequence_ = next_sequence;
  bool ok = true;
  std::uint32_t last = extent_none;
  index.for_each_item([&](std::uint32_t extent, std::uint64_t, std::uint32_t, bool) {
    if (extent != last && !append(extent, index, false)) {
      ok = flush(device) && ok;
      append(extent, index, false);
    }
    last = extent;
  });
  return flush(device) && ok;
}

}  // namespace augustus::store
