// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>

#include "ssd_fixture.hh"

// What a stranger wrote on the disk, checksums and all: it opens, or is refused, and no more comes of it.

namespace augustus::store::foreign_content_test {
namespace {

constexpr unsigned objects = 12;
constexpr std::size_t directory_at = 2 * block_bytes + 2 * disk::erased_bytes;

std::string object(unsigned number) {
  return "/o" + std::to_string(number);
}

template <typename Structure>
Structure read_at(const TestDisk& disk, std::size_t at) {
  Structure structure;
  std::memcpy(&structure, disk.bytes.data() + at, sizeof(structure));
  return structure;
}

template <typename Structure>
void write_at(TestDisk& disk, std::size_t at, const Structure& structure) {
  std::memcpy(disk.bytes.data() + at, &structure, sizeof(structure));
}

/// A store of some objects that was closed in order.
std::shared_ptr<TestDisk> closed_disk() {
  auto disk = test_disk(24);
  SsdStore store(disk);
  for (unsigned number = 0; number < objects; ++number) {
    store.insert_object(object(number), test_batch);
  }
  EXPECT_TRUE(store.close());
  return disk;
}

/// The newer copy of the region's header.
std::size_t header_at(const TestDisk& disk) {
  return read_at<disk::RegionHeader>(disk, 0).generation >
                 read_at<disk::RegionHeader>(disk, block_bytes).generation
             ? 0
             : block_bytes;
}

/// Calls visit(offset) for each block that starts with this number.
template <typename Visit>
void for_each_block(const TestDisk& disk, std::uint64_t magic, Visit&& visit) {
  for (std::size_t at = 0; at < disk.bytes.size(); at += block_bytes) {
    if (read_at<std::uint64_t>(disk, at) == magic) {
      visit(at);
    }
  }
}

/// Changes the records of the directory's first block, and makes its checksum right.
template <typename Change>
void change_directory(TestDisk& disk, Change&& change) {
  auto* records = reinterpret_cast<disk::DirectoryRecord*>(disk.bytes.data() + directory_at +
                                                           sizeof(disk::DirectoryHeader));
  change(records);
  auto header = read_at<disk::DirectoryHeader>(disk, directory_at);
  header.checksum = disk::checksum(std::span(disk.bytes).subspan(directory_at + sizeof(header),
                                                                 block_bytes - sizeof(header)),
                                   read_at<disk::RegionHeader>(disk, header_at(disk)).generation);
  write_at(disk, directory_at, header);
}

/// The same of all blocks of the journal, which then is what the store goes by.
template <typename Change>
void change_journal(TestDisk& disk, Change&& change) {
  disk.bytes[directory_at] ^= 1;
  for_each_block(disk, disk::journal_magic, [&](std::size_t at) {
    change(reinterpret_cast<disk::DirectoryRecord*>(disk.bytes.data() + at + sizeof(disk::JournalHeader)));
    auto header = read_at<disk::JournalHeader>(disk, at);
    header.checksum = disk::checksum(std::span(disk.bytes).subspan(at + 16, block_bytes - 16),
                                     test_geometry().store_id);
    write_at(disk, at, header);
  });
}

/// The same of all extents: `change(header, items, first record)`.
template <typename Change>
void change_extents(TestDisk& disk, Change&& change) {
  for_each_block(disk, disk::extent_magic, [&](std::size_t at) {
    auto& header = *reinterpret_cast<disk::ExtentHeader*>(disk.bytes.data() + at);
    auto* items = reinterpret_cast<disk::ExtentItem*>(&header + 1);
    const std::uint32_t head = head_bytes_of(test_frame_bytes);
    auto& record = *reinterpret_cast<disk::SegmentRecord*>(disk.bytes.data() + at + head);
    change(header, items, record);
    if (record.length < test_frame_bytes - head) {
      record.checksum = disk::checksum_of(record, reinterpret_cast<std::uint8_t*>(&record + 1), header, head);
    }
    if (header.items < head / sizeof(disk::ExtentItem)) {
      header.checksum = disk::checksum_of(header);
    }
  });
}

/// Opens it, asks for everything, fills it, and closes it. Data that were there.
unsigned live(const std::shared_ptr<TestDisk>& disk) {
  SsdStore store(disk);
  unsigned there = 0;
  for (unsigned number = 0; number < objects; ++number) {
    for (unsigned segment = 0; segment < test_batch; ++segment) {
      if (const auto data = store.get(object(number), segment)) {
        EXPECT_EQ(data, object_data(object(number), segment));
        ++there;
      }
    }
  }
  for (unsigned number = 100; number < 130; ++number) {
    store.insert_object(object(number), test_batch);
  }
  EXPECT_TRUE(store.close());
  return there;
}

TEST(SsdForeignContent, AHeaderMayPromiseAnyDirectory) {
  for (const std::uint64_t records : {~0ull, 1ull << 60, 1ull << 20, 600ull}) {
    auto disk = closed_disk();
    const std::size_t at = header_at(*disk);
    auto header = read_at<disk::RegionHeader>(*disk, at);
    header.directory_records = records;
    header.checksum = disk::checksum_of(header);
    write_at(*disk, at, header);
    EXPECT_EQ(live(disk), objects * test_batch) << records;
  }
}

TEST(SsdForeignContent, ADirectorysRecordsMaySayAnything) {
  const disk::DirectoryRecord absurd[] = {
      {1, 0, 0},                                     // no segments
      {2, 0xffffffff, 1},                            // an extent that there cannot be
      {2 | 127ull << disk::blocks_shift, 0, 0xf},    // longer than any
      {~0ull, 0, ~0u},                               // all at once
  };
  for (const auto& record : absurd) {
    auto disk = closed_disk();
    change_directory(*disk, [&](disk::DirectoryRecord* records) { records[0] = records[2] = record; });
    EXPECT_EQ(live(disk), objects * test_batch);
  }
  auto disk = closed_disk();
  change_directory(*disk, [&](disk::DirectoryRecord* records) { std::swap(records[0].extent, records[3].extent); });
  live(disk);
}

TEST(SsdForeignContent, AJournalsRecordsMaySayAnything) {
  const disk::DirectoryRecord absurd[] = {
      {1, 0, 0},
      {2 | 1ull << 63, 0xffffffff, 1},
      {2 | 127ull << disk::blocks_shift | 1ull << 63, 0, 0xf},
      {~0ull, 0, ~0u},
  };
  for (const auto& record : absurd) {
    auto disk = closed_disk();
    change_journal(*disk, [&](disk::DirectoryRecord* records) { records[0] = record; });
    live(disk);
  }
}

TEST(SsdForeignContent, ExtentsMaySayAnything) {
  using Header = disk::ExtentHeader;
  using Item = disk::ExtentItem;
  using Record = disk::SegmentRecord;
  const std::vector<std::function<void(Header&, Item*, Record&)>> changes = {
      [](Header&, Item* items, Record&) { items[0].key = ~0ull; },
      [](Header&, Item* items, Record&) { items[0].mask = 0; },
      [](Header& header, Item*, Record&) { header.items = ~0u; },
      [](Header& header, Item*, Record&) { header.blocks = 0x80000001; },
      [](Header& header, Item*, Record&) { header.used_bytes = 8; },
      [](Header& header, Item*, Record&) { header.used_bytes = test_frame_bytes - 1; },
      [](Header& header, Item*, Record&) { header.used_bytes = head_bytes_of(test_frame_bytes) + 8; },
      [](Header&, Item*, Record& record) { record.length = 0; },
      [](Header&, Item*, Record& record) { record.length = 0xffffffe0; },
      [](Header&, Item*, Record& record) { record.live = 200; },
      [](Header&, Item*, Record& record) { record.live = 2; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    for (const bool scanned : {false, true}) {
      SCOPED_TRACE(i);
      auto disk = closed_disk();
      change_extents(*disk, changes[i]);
      if (scanned) {
        disk->bytes[directory_at] ^= 1;
        for_each_block(*disk, disk::journal_magic, [&](std::size_t at) { disk->bytes[at] ^= 1; });
      }
      live(disk);
    }
  }
}

TEST(SsdForeignContent, ErasedPrefixesOfAStoreThatWasThereBeforeAreNotThisOnes) {
  auto disk = test_disk(24);
  {
    SsdStore store(disk);
    for (unsigned number = 0; number < objects; ++number) {
      store.insert_object(object(number), test_batch);
    }
    ASSERT_TRUE(store.store().erase_ssd({}));
    store.settle();
    ASSERT_TRUE(store.close());
  }
  // As for another store: nobody has opened its regions.
  std::fill_n(disk->bytes.begin(), 2 * block_bytes, std::uint8_t{0});
  auto geometry = test_geometry();
  geometry.store_id += 2;
  {
    SsdStore store(disk, ssd_options(), geometry);
    store.insert_object("/o1", test_batch);
    ASSERT_TRUE(store.close());
  }
  SsdStore store(disk, ssd_options(), geometry);
  EXPECT_EQ(store.get("/o1", 0), object_data("/o1", 0));
}

}  // namespace
}  // namespace augustus::store::foreign_content_test
