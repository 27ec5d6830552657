// SPDX-License-Identifier: Apache-2.0
// A partition's part of an SSD of which a stranger changed the header, the directory, the journal, the erased
// prefixes or an extent, and made their checksums right: it opens or is refused, what it then knows can be there,
// and closed and opened again it knows the same.
#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <tuple>

#include "fuzz/require.hh"
#include "store/ssd/extent_seal.hh"
#include "store/ssd/region.hh"
#include "unit/store/ssd/test_disk.hh"

namespace {

using namespace augustus::store;

constexpr std::uint32_t extent_bytes = 8192;
constexpr std::uint32_t extents_wanted = 24;
constexpr unsigned depth = 8;
constexpr std::uint32_t extras_max = 64;
constexpr std::size_t changes_max = 64;
constexpr std::size_t directory_at = 2 * block_bytes + 2 * disk::erased_bytes;

disk::Geometry geometry() {
  return {.store_id = 0x1234567890abcdef,
          .key_seed = 0xfedcba0987654321,
          .partitions = 1,
          .batch = 4,
          .extent_bytes = extent_bytes,
          .head_bytes = head_bytes_of(extent_bytes)};
}

using Items = std::vector<std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>>;

/// A region over a disk, and what it knows.
struct Life {
  explicit Life(std::shared_ptr<TestDisk> disk)
      : device(std::move(disk), depth),
        region(device.bytes(), geometry(), 0),
        index(region.extents(), extras_max, Replacement::lru) {}
  Items items() const {
    Items items;
    index.for_each_item([&](std::uint32_t extent, std::uint64_t key, std::uint32_t mask, bool) {
      require(extent < index.extents() && mask != 0 && key <= disk::key_mask);
      require(index.blocks(extent) * block_bytes <= extent_bytes);
      require(index.find(key, mask) == extent);
      items.emplace_back(extent, key, mask);
      require(items.size() <= index.extents() + extras_max);
    });
    std::ranges::sort(items);
    return items;
  }
  TestDevice device;
  Region region;
  ExtentIndex index;
};

void write_extent(Life& life, std::uint64_t key) {
  AlignedBuffer bytes(extent_bytes);
  const std::uint32_t extent = life.index.allocate();
  const disk::ExtentItem items[] = {{key << 1, 0xf, 0}, {key << 1 | 1, 1, 0}};
  auto& header = *new (bytes.all().data()) disk::ExtentHeader;
  header.store_id = geometry().store_id;
  header.sequence = life.region.next_sequence();
  header.extent = extent;
  header.used_bytes = geometry().head_bytes + 1024;
  header.items = 2;
  header.blocks = 2;
  std::memcpy(&header + 1, items, sizeof(items));
  header.checksum = disk::checksum_of(header);
  for (std::uint32_t at = geometry().head_bytes; at < header.used_bytes; at += 256) {
    auto& record = *new (bytes.all().data() + at) disk::SegmentRecord;
    record.live = 1;
    record.length = 224;
  }
  seal_records(bytes.all(), geometry().head_bytes);
  life.index.assign(extent, items, 2);
  require(life.device.run({IoKind::write, life.region.offset_of(extent), bytes.all()}));
  life.index.release(extent);
  life.region.note_written(extent, life.index);
}

/// A store that was filled, erased in part, and closed.
std::vector<std::uint8_t> make_image() {
  auto disk = std::make_shared<TestDisk>(directory_at + extents_wanted * extent_bytes + 16 * block_bytes);
  Life life(disk);
  require(life.region.open(life.device, life.index).made);
  for (std::uint64_t key = 1; key < 30; ++key) {
    write_extent(life, key * 0x1234567);
  }
  static constexpr std::uint8_t name[] = {8, 1, 'a'};
  require(life.region.erased().add(std::span<const std::uint8_t>(name), life.region.sequence()));
  require(life.device.run(life.region.write_erased()));
  require(life.region.close(life.device, life.index));
  return disk->bytes;
}

/// What stands at some place of the disk, to be changed and sealed again.
class Forger {
 public:
  explicit Forger(TestDisk& disk) : disk_(disk), region_(disk.bytes.size(), geometry(), 0) {}

  /// Eight bytes at most, anywhere in a structure chosen by `what` and `which`.
  void change(std::uint8_t what, std::uint8_t which, std::size_t at, std::span<const std::uint8_t> bytes) {
    const std::size_t start = place(what % 5, which);
    const std::size_t room = what % 5 == 3 ? 256 : block_bytes;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      disk_.bytes[start + (at + i) % room] = bytes[i];
    }
    if (what < 250) {
      seal(what % 5, start);
    }
  }

 private:
  std::size_t place(unsigned what, std::uint8_t which) const {
    const std::size_t journal = region_.offset_of(0) - ExtentJournal::blocks_for(region_.extents()) * block_bytes;
    switch (what) {
      case 0:
        return which % 2 * block_bytes;
      case 1:
        return directory_at;
      case 2:
        return journal + which % ExtentJournal::blocks_for(region_.extents()) * block_bytes;
      case 3:
        return 2 * block_bytes + which % 2 * disk::erased_bytes;
      default:
        return region_.offset_of(which % region_.extents());
    }
  }
  template <typename Structure>
  Structure& at(std::size_t place) {
    return *reinterpret_cast<Structure*>(disk_.bytes.data() + place);
  }
  void seal(unsigned what, std::size_t place) {
    const std::span block = std::span(disk_.bytes).subspan(place, block_bytes);
    if (what == 0) {
      auto& header = at<disk::RegionHeader>(place);
      header.checksum = disk::checksum_of(header);
    } else if (what == 1) {
      auto& header = at<disk::DirectoryHeader>(place);
      header.checksum = disk::checksum(block.subspan(sizeof(header)),
                                       std::max(at<disk::RegionHeader>(0).generation,
                                                at<disk::RegionHeader>(block_bytes).generation));
    } else if (what == 2) {
      at<disk::JournalHeader>(place).checksum = disk::checksum(block.subspan(16), geometry().store_id);
    } else if (what == 3) {
      auto& header = at<disk::ErasedHeader>(place);
      header.bytes %= disk::erased_bytes - sizeof(header);
      const std::span all = std::span(disk_.bytes).subspan(place, disk::erased_bytes);
      header.checksum = disk::checksum(
          all.subspan(sizeof(header), header.bytes),
          disk::checksum(all.first(offsetof(disk::ErasedHeader, checksum)), header.magic));
    } else if (auto& header = at<disk::ExtentHeader>(place); header.items <= block_bytes / sizeof(disk::ExtentItem) / 2) {
      header.checksum = disk::checksum_of(header);
    }
  }

  TestDisk& disk_;
  Region region_;
};

void look_at_extents(const TestDisk& disk, const Region& region) {
  for (std::uint32_t extent = 0; extent < region.extents(); ++extent) {
    const auto bytes = std::span(disk.bytes).subspan(region.offset_of(extent), extent_bytes);
    records_are_right(bytes, geometry().head_bytes);
    if (const auto* header = valid_header(bytes, geometry(), extent)) {
      for (const auto& item : items_of(*header)) {
        require(item.mask != 0 && item.key <= disk::key_mask);
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const std::vector<std::uint8_t> image = make_image();
  auto disk = std::make_shared<TestDisk>(0);
  disk->bytes = image;
  Forger forger(*disk);
  std::span<const std::uint8_t> left(bytes, size);
  for (std::size_t i = 0; i < changes_max && left.size() > 4; ++i) {
    const std::size_t at = static_cast<std::size_t>(left[2]) << 8 | left[3];
    const std::size_t count = std::min<std::size_t>(left[1] % 8 + 1, left.size() - 4);
    forger.change(left[0], left[1] >> 3, at, left.subspan(4, count));
    left = left.subspan(4 + count);
  }
  Items before;
  {
    Life life(disk);
    look_at_extents(*disk, life.region);
    try {
      life.region.open(life.device, life.index);
    } catch (const std::runtime_error&) {
      return 0;
    }
    life.items();
    static constexpr std::uint8_t name[] = {8, 1, 'a', 8, 1, 'b'};
    life.region.erased().covers(std::span<const std::uint8_t>(name), 7);
    write_extent(life, 0x7777777);
    before = life.items();
    require(life.region.close(life.device, life.index));
  }
  Life life(disk);
  RegionFound found = life.region.open(life.device, life.index);
  found.erased = false;  // nobody writes those again
  require(!found.made && !found.replayed && !found.scanned && found.damage().empty());
  require(life.items() == before);
  return 0;
}
