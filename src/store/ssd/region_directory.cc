// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <vector>

#include "store/ssd/region.hh"

// The two ways by which Region learns what its extents hold.

namespace augustus::store {
namespace {

/// What scanning found out about one item.
struct Scanned {
  std::uint64_t sequence;
  std::uint64_t key;
  std::uint32_t mask;
  std::uint32_t extent;
  std::uint32_t blocks;
};

/// Takes items in, oldest first.
class Filler {
 public:
  explicit Filler(ExtentIndex& index) : index_(index) {}
  ~Filler() { end(); }

  bool add(std::uint32_t extent, std::uint32_t blocks, std::uint64_t key, std::uint32_t mask) {
    if (extent != open_) {
      end();
      if (!index_.take(extent)) {
        return false;
      }
      open_ = extent;
    }
    index_.add(extent, key, mask);
    index_.set_blocks(extent, blocks);
    return true;
  }

 private:
  void end() {
    if (open_ != extent_none) {
      index_.release(open_);
      open_ = extent_none;
    }
  }
  ExtentIndex& index_;
  std::uint32_t open_ = extent_none;
};

}  // namespace

bool Region::close(BlockDevice& device, const ExtentIndex& index) {
  AlignedBuffer buffer(blocks_together * block_bytes);
  const std::uint64_t records_max = directory_blocks_ * disk::directory_records_per_block;
  // The records' checksums name the generation that the clean header will have.
  const std::uint64_t generation = header_.generation + 1;
  std::uint64_t records = 0;
  std::uint64_t written = 0;  // blocks
  std::uint64_t filled = 0;   // records of the buffer
  const bool journal_ok = journal_.flush(device);
  bool ok = device.run({IoKind::flush, 0, {}});
  const auto write_out = [&] {
    const std::uint64_t blocks =
        (filled + disk::directory_records_per_block - 1) / disk::directory_records_per_block;
    for (std::uint64_t block = 0; block < blocks; ++block) {
      auto bytes = buffer.all().subspan(block * block_bytes, block_bytes);
      disk::DirectoryHeader header{disk::directory_magic + written + block,
                                   disk::checksum(bytes.subspan(sizeof(disk::DirectoryHeader)), generation)};
      std::memcpy(bytes.data(), &header, sizeof(header));
    }
    ok = ok && device.run({IoKind::write, directory_offset_ + written * block_bytes,
                           buffer.all().first(blocks * block_bytes)});
    written += blocks;
    filled = 0;
    std::ranges::fill(buffer.all(), std::uint8_t{0});
  };
  index.for_each_item([&](std::uint32_t extent, std::uint64_t key, std::uint32_t mask, bool) {
    if (records == records_max) {
      return;
    }
    const std::uint64_t blocks = index.blocks(extent) - 1;
    const disk::DirectoryRecord record{key | blocks << disk::blocks_shift, extent, mask};
    const std::uint64_t block = filled / disk::directory_records_per_block;
    const std::uint64_t place = filled % disk::directory_records_per_block;
    std::memcpy(
        buffer.all().data() + block * block_bytes + sizeof(disk::DirectoryHeader) + place * sizeof(record),
        &record, sizeof(record));
    ++records;
    if (++filled == blocks_together * disk::directory_records_per_block) {
      write_out();
    }
  });
  write_out();
  ok = ok && device.run({IoKind::flush, 0, {}});
  if (!ok) {
    return false;
  }
  header_.clean = 1;
  header_.has_journal = journal_ok ? header_.has_journal : 0;
  header_.journal = journal_.place();
  header_.directory_records = records;
  return write_header(device);
}

/// All of it, or nothing: half a directory would be a store that does not know what it lost.
bool Region::load_directory(BlockDevice& device, ExtentIndex& index) {
  const disk::Limits limits{extents_, geometry_.extent_bytes / static_cast<std::uint32_t>(block_bytes)};
  std::vector<disk::DirectoryRecord> records;
  if (!read_directory(device, records) ||
      !std::ranges::all_of(records, [&](const auto& record) { return plausible(record, limits); })) {
    return false;
  }
  Filler filler(index);
  for (const auto& record : records) {
    filler.add(record.extent, blocks_of(record), record.key & disk::key_mask, record.mask);
  }
  return true;
}

bool Region::read_directory(BlockDevice& device, std::vector<disk::DirectoryRecord>& records) {
  if (header_.directory_records > directory_blocks_ * disk::directory_records_per_block) {
    return false;
  }
  AlignedBuffer buffer(blocks_together * block_bytes);
  records.reserve(header_.directory_records);
  for (std::uint64_t block = 0; records.size() < header_.directory_records; ++block) {
    const std::uint64_t place = block % blocks_together;
    if (place == 0) {
      const std::uint64_t left = directory_blocks_ - std::min(block, directory_blocks_);
      const auto part = buffer.all().first(std::min<std::uint64_t>(left, blocks_together) * block_bytes);
      if (part.empty() || !device.run({IoKind::read, directory_offset_ + block * block_bytes, part})) {
        return false;
      }
    }
    const auto bytes = buffer.all().subspan(place * block_bytes, block_bytes);
    disk::DirectoryHeader header;
    std::memcpy(&header, bytes.data(), sizeof(header));
    const auto content = bytes.subspan(sizeof(header));
    if (header.magic_and_block != disk::directory_magic + block ||
        header.checksum != disk::checksum(content, header_.generation)) {
      return false;
    }
    const auto count = std::min<std::uint64_t>(disk::directory_records_per_block,
                                               header_.directory_records - records.size());
    const std::size_t before = records.size();
    records.resize(before + count);
    std::memcpy(&records[before], content.data(), count * sizeof(disk::DirectoryRecord));
  }
  return true;
}

void Region::scan(BlockDevice& device, ExtentIndex& index, RegionFound& found) {
  const std::size_t head = (geometry_.head_bytes + block_bytes - 1) / block_bytes * block_bytes;
  const unsigned together = device.depth();
  AlignedBuffer buffer(head * together);
  std::vector<std::uint32_t> extent_of_slot(together);
  std::vector<unsigned> free_slots;
  for (unsigned slot = 0; slot < together; ++slot) {
    free_slots.push_back(slot);
  }
  std::vector<Scanned> items;
  std::uint32_t next = 0;
  while (next < extents_ || free_slots.size() < together) {
    while (next < extents_ && !free_slots.empty()) {
      const unsigned slot = free_slots.back();
      if (!device.start({IoKind::read, offset_of(next), buffer.all().subspan(slot * head, head), slot})) {
        break;
      }
      extent_of_slot[slot] = next++;
      free_slots.pop_back();
    }
    device.submit();
    IoResult result;
    if (device.finish({&result, 1}) == 0) {
      device.wait();
      continue;
    }
    const unsigned slot = result.tag;
    free_slots.push_back(slot);
    if (result.result != static_cast<std::int32_t>(head)) {
      ++found.unreadable;
      continue;
    }
    const auto* header =
        valid_header(buffer.all().subspan(slot * head, head), geometry_, extent_of_slot[slot]);
    if (header == nullptr) {
      continue;
    }
    header_.next_sequence = std::max(header_.next_sequence, header->sequence + 1);
    for (const auto& item : items_of(*header)) {
      items.push_back({header->sequence, item.key, item.mask, header->extent, header->blocks});
    }
  }
  std::ranges::stable_sort(items, {},
                           [](const Scanned& item) { return std::pair(item.sequence, item.extent); });
  Filler filler(index);
  for (const Scanned& item : items) {
    filler.add(item.extent, item.blocks, item.key, item.mask);
  }
}

}  // namespace augustus::store
