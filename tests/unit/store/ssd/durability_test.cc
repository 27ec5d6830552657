// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "ssd_fixture.hh"

namespace augustus::store::durability_test {
namespace {

constexpr unsigned objects = 12;

std::string object(unsigned number) {
  return "/o" + std::to_string(number);
}

void fill(SsdStore& store, unsigned first = 0, unsigned count = objects) {
  for (unsigned number = first; number < first + count; ++number) {
    store.insert_object(object(number), test_batch);
  }
}

/// Data of the objects that the store has; all of it must be right.
unsigned count_right(SsdStore& store, unsigned first = 0, unsigned count = objects) {
  unsigned right = 0;
  for (unsigned number = first; number < first + count; ++number) {
    for (unsigned segment = 0; segment < test_batch; ++segment) {
      if (const auto data = store.get(object(number), segment)) {
        EXPECT_EQ(data, object_data(object(number), segment));
        ++right;
      }
    }
  }
  return right;
}

TEST(SsdDurability, AClosedStoreHasEverythingWhenItIsOpenedAgain) {
  auto disk = test_disk();
  {
    SsdStore store(disk);
    fill(store);
    ASSERT_TRUE(store.close());
  }
  SsdStore store(disk);
  EXPECT_FALSE(store.found().scanned);
  EXPECT_EQ(count_right(store), objects * test_batch);
}

TEST(SsdDurability, ReplacementGoesOnInItsOrderAfterARestart) {
  auto disk = test_disk(16);
  {
    SsdStore store(disk);
    fill(store, 0, 14);
    ASSERT_TRUE(store.close());
  }
  SsdStore store(disk);
  fill(store, 100, 12);
  EXPECT_EQ(count_right(store, 0, 2), 0u);
  EXPECT_EQ(count_right(store, 100, 12), 12 * test_batch);
}

/// Calls visit(offset) for each block of the journal that was written.
template <typename Visit>
void for_each_journal_block(const TestDisk& disk, Visit&& visit) {
  for (std::size_t at = 0; at < disk.bytes.size(); at += block_bytes) {
    std::uint64_t magic = 0;
    std::memcpy(&magic, disk.bytes.data() + at, sizeof(magic));
    if (magic == disk::journal_magic) {
      visit(at);
    }
  }
}

TEST(SsdDurability, AfterACrashTheJournalSaysWhatExtentsHold) {
  auto disk = test_disk();
  {
    SsdStore store(disk);
    fill(store);
    store.settle();
  }
  SsdStore store(disk);
  EXPECT_TRUE(store.found().replayed);
  EXPECT_FALSE(store.found().scanned);
  // What was in memory is gone.
  EXPECT_GE(count_right(store), (objects - 8) * test_batch);
}

TEST(SsdDurability, WithoutAJournalTheExtentsSayWhatTheyHoldAndItIsMadeAnew) {
  auto disk = test_disk();
  {
    SsdStore store(disk);
    fill(store);
    store.settle();
  }
  for_each_journal_block(*disk, [&](std::size_t at) { disk->bytes[at + 100] ^= 1; });
  for (const bool scanned : {true, false}) {
    SsdStore store(disk);
    EXPECT_EQ(store.found().scanned, scanned);
    EXPECT_EQ(store.found().replayed, !scanned);
    EXPECT_GE(count_right(store), (objects - 8) * test_batch);
  }
}

TEST(SsdDurability, TheJournalNamesAllExtentsHoweverLongItIsWritten) {
  auto disk = test_disk(24);
  std::uint64_t there = 0;
  for (unsigned life = 0; life < 3; ++life) {
    SsdStore store(disk);
    EXPECT_EQ(store.store().ssd().index().segments(), there);
    fill(store, 1000 * life, 500);
    store.settle();
    there = store.store().ssd().index().segments();
    EXPECT_GT(there, 16u * test_batch);
  }
}

TEST(SsdDurability, WhatTheJournalNamesInVainIsForgottenWhenItIsRead) {
  auto disk = test_disk(16);
  std::vector<std::uint8_t> before;
  {
    SsdStore store(disk);
    fill(store, 0, 24);
    store.settle();
    before = disk->bytes;
    fill(store, 100, 24);
    store.settle();
  }
  for_each_journal_block(*disk, [&](std::size_t at) {
    std::copy_n(before.begin() + static_cast<long>(at), block_bytes, disk->bytes.begin() + static_cast<long>(at));
  });
  SsdStore store(disk);
  EXPECT_TRUE(store.found().replayed);
  const std::uint64_t named = store.store().ssd().index().segments();
  EXPECT_GT(named, 0u);
  EXPECT_EQ(count_right(store, 0, 24), 0u);
  EXPECT_EQ(store.counters().false_matches.value(), named);
  EXPECT_EQ(store.store().ssd().index().segments(), 0u);
}

TEST(SsdDurability, TheNewestCopyOfAHalfBatchCountsAfterACrash) {
  auto disk = test_disk();
  {
    SsdStore store(disk);
    store.insert(make_data("/a", 1000, 0, 1));
    fill(store, 0, 12);
    store.insert(make_data("/a", 1000, 0, 2));
    fill(store, 12, 12);
    store.settle();
  }
  SsdStore store(disk);
  EXPECT_EQ(store.get(wire::Name::literal("/a")), make_data("/a", 1000, 0, 2));
}

TEST(SsdDurability, ADamagedDirectoryIsFoundOutAndTheJournalIsRead) {
  auto disk = test_disk();
  {
    SsdStore store(disk);
    fill(store);
    ASSERT_TRUE(store.close());
  }
  disk->bytes[2 * block_bytes + 2 * disk::erased_bytes + 100] ^= 1;
  SsdStore store(disk);
  EXPECT_TRUE(store.found().replayed);
  EXPECT_EQ(count_right(store), objects * test_batch);
}

TEST(SsdDurability, ErasedNamesStayErasedAfterARestart) {
  auto disk = test_disk();
  {
    SsdStore store(disk);
    fill(store);
    ASSERT_TRUE(store.store().erase_ssd(wire::Name::literal("/o1").value()));
    store.parts().store().erase(wire::Name::literal("/o1").value(), 1000);
    store.settle();
    ASSERT_TRUE(store.close());
  }
  SsdStore store(disk);
  EXPECT_EQ(count_right(store, 1, 1), 0u);
  EXPECT_EQ(count_right(store, 2, 1), test_batch);
}

TEST(SsdDurability, NothingIsFreshWhenTheClockWentBack) {
  auto disk = test_disk();
  const TimeNs now = monotonic_now();
  {
    SsdStore store(disk);
    store.insert(object_data("/f", 0, 1700, 3'600'000), now);
    ASSERT_TRUE(store.close());
  }
  SsdStore store(disk);
  const Wanted fresh{.must_be_fresh = true};
  EXPECT_TRUE(store.get(segment_name("/f", 0), fresh, monotonic_now()).has_value());
  SsdStore again(disk);
  EXPECT_FALSE(again.get(segment_name("/f", 0), fresh, now - 60 * nanoseconds_per_second).has_value());
  EXPECT_TRUE(again.get(segment_name("/f", 0)).has_value());
}

TEST(SsdDurability, AFlippedBitAnywhereNeverMakesAWrongByte) {
  auto disk = test_disk(32);
  {
    SsdStore store(disk);
    fill(store);
    ASSERT_TRUE(store.close());
  }
  const auto whole = disk->bytes;
  std::mt19937 random(1);
  for (unsigned round = 0; round < 150; ++round) {
    disk->bytes = whole;
    for (unsigned flips = 0; flips < 40; ++flips) {
      disk->bytes[random() % whole.size()] ^= static_cast<std::uint8_t>(1u << random() % 8);
    }
    SsdStore store(disk);
    count_right(store);
  }
}

TEST(SsdDurability, ADamagedSegmentIsDroppedAndCountedAndTheOthersServed) {
  auto disk = test_disk();
  {
    SsdStore store(disk);
    fill(store, 0, 1);
    ASSERT_TRUE(store.close());
  }
  const auto data = object_data(object(0), 2);
  const auto place = std::search(disk->bytes.begin(), disk->bytes.end(), data.begin(), data.end());
  ASSERT_NE(place, disk->bytes.end());
  place[100] ^= 0x40;
  SsdStore store(disk);
  EXPECT_EQ(count_right(store, 0, 1), test_batch - 1);
  EXPECT_EQ(store.counters().damaged.value(), 1u);
  EXPECT_EQ(store.store().ssd().index().segments(), test_batch - 1);
}

TEST(SsdDurability, ReadErrorsSendInterestsUpstreamAndForgetTheExtent) {
  auto disk = test_disk();
  SsdStore store(disk);
  fill(store);
  store.settle();
  disk->fault = [](const IoRequest& request) {
    return request.kind == IoKind::read ? -EIO : static_cast<std::int32_t>(request.memory.size());
  };
  EXPECT_FALSE(store.get(object(0), 0).has_value());
  EXPECT_EQ(store.counters().read_errors.value(), 1u);
  disk->fault = nullptr;
  EXPECT_FALSE(store.get(object(0), 0).has_value());
  EXPECT_TRUE(store.get(object(1), 0).has_value());
}

TEST(SsdDurability, AFullDiskLosesWhatDoesNotFitAndNothingElse) {
  auto disk = test_disk();
  SsdStore store(disk);
  fill(store);
  disk->fault = [](const IoRequest& request) {
    return request.kind == IoKind::write ? -ENOSPC : static_cast<std::int32_t>(request.memory.size());
  };
  fill(store, 100, 12);
  disk->fault = nullptr;
  store.settle();
  EXPECT_GT(store.counters().write_errors.value(), 0u);
  EXPECT_GT(count_right(store, 0, objects), 0u);
  count_right(store, 100, 12);
}

TEST(SsdDurability, TornWritesAreFoundOut) {
  for (std::int32_t torn = 0; torn < static_cast<std::int32_t>(test_frame_bytes); torn += 512) {
    auto disk = test_disk(16);
    {
      SsdStore store(disk);
      fill(store, 0, 24);  // so that torn extents have an older life beneath
      // The device says that all was written.
      disk->fault = [torn](const IoRequest& request) {
        const auto bytes = static_cast<std::int32_t>(request.memory.size());
        return request.kind == IoKind::write && request.offset > 2 * block_bytes ? std::min(torn, bytes)
                                                                                 : bytes;
      };
      fill(store, 100, 12);
      store.settle();
      disk->fault = nullptr;
    }
    SsdStore store(disk);
    count_right(store, 0, 24);
    count_right(store, 100, 12);
  }
}

TEST(SsdDurability, TheJournalKeepsItsLastBlockWhenTheStoreIsClosedAndOpened) {
  auto disk = test_disk(64);
  unsigned there = 0;
  {
    SsdStore store(disk);
    fill(store);
    store.settle();
    ASSERT_TRUE(store.close());
  }
  {
    SsdStore store(disk);
    there = count_right(store);
    // Less than a turn of the journal, and no closing.
    fill(store, 100, 10);
    store.settle();
  }
  SsdStore store(disk);
  EXPECT_TRUE(store.found().replayed);
  EXPECT_EQ(count_right(store), there);
}

/// The newer copy of the region's header.
std::size_t newer_header(const TestDisk& disk) {
  const auto generation = [&](std::size_t copy) {
    disk::RegionHeader header;
    std::memcpy(&header, disk.bytes.data() + copy * block_bytes, sizeof(header));
    return header.generation;
  };
  return generation(0) > generation(1) ? 0 : block_bytes;
}

TEST(SsdDurability, WithTheNewerHeaderLostTheOlderOnesDirectoryIsNotBelieved) {
  auto disk = test_disk(16);
  {
    SsdStore store(disk);
    fill(store, 0, 14);
    ASSERT_TRUE(store.close());
  }
  {
    SsdStore store(disk);
    fill(store, 100, 24);
    store.settle();
  }
  disk->bytes[newer_header(*disk) + 20] ^= 1;
  SsdStore store(disk);
  EXPECT_TRUE(store.found().header);
  EXPECT_TRUE(store.found().replayed);
  EXPECT_NE(store.found().damage(), "");
  EXPECT_GT(count_right(store, 100, 24), 0u);
}

TEST(SsdDurability, WithBothHeadersLostTheStoreIsStillThereAndSaysSo) {
  for (const bool readable : {true, false}) {
    auto disk = test_disk();
    {
      SsdStore store(disk);
      fill(store);
      ASSERT_TRUE(store.close());
    }
    if (readable) {
      disk->bytes[20] ^= 1;
      disk->bytes[block_bytes + 20] ^= 1;
    } else {
      disk->instead = [reads = 0](const IoRequest& request) mutable -> std::optional<std::int32_t> {
        return request.kind == IoKind::read && reads++ < 2 ? std::optional(-EIO) : std::nullopt;
      };
    }
    SsdStore store(disk);
    EXPECT_FALSE(store.found().made);
    EXPECT_TRUE(store.found().header);
    EXPECT_EQ(count_right(store), objects * test_batch);
  }
}

TEST(SsdDurability, WhatWasErasedStaysErasedWithOneListDamagedAndIsSaidToBeBackWithBoth) {
  for (const unsigned damaged : {1u, 2u}) {
    for (unsigned first = 0; first < 2; ++first) {
      auto disk = test_disk();
      {
        SsdStore store(disk);
        fill(store);
        ASSERT_TRUE(store.store().erase_ssd(wire::Name::literal("/o1").value()));
        store.parts().store().erase(wire::Name::literal("/o1").value(), 1000);
        store.settle();
        ASSERT_TRUE(store.close());
      }
      for (unsigned i = 0; i < damaged; ++i) {
        disk->bytes[2 * block_bytes + (first + i) % 2 * disk::erased_bytes + 9] ^= 1;
      }
      SsdStore store(disk);
      EXPECT_EQ(store.found().erased, damaged == 2);
      EXPECT_EQ(count_right(store, 1, 1) == 0, damaged == 1);
    }
  }
}

TEST(SsdDurability, ShortWritesOfTheStoresOwnAreErrors) {
  auto disk = test_disk();
  SsdStore store(disk);
  fill(store);
  store.settle();
  disk->fault = [](const IoRequest& request) {
    const auto bytes = static_cast<std::int32_t>(request.memory.size());
    return request.kind == IoKind::write && request.memory.size() != test_frame_bytes ? bytes / 2 : bytes;
  };
  ASSERT_TRUE(store.store().erase_ssd(wire::Name::literal("/o1").value()));
  store.settle();
  EXPECT_EQ(store.counters().write_errors.value(), 1u);
  // It is tried again at the end.
  disk->fault = nullptr;
  ASSERT_TRUE(store.close());
  SsdStore again(disk);
  EXPECT_EQ(count_right(again, 1, 1), 0u);
}

TEST(SsdDurability, AShorterOrOtherStoreIsRefused) {
  auto disk = test_disk();
  {
    SsdStore store(disk);
    ASSERT_TRUE(store.close());
  }
  auto geometry = test_geometry();
  geometry.batch = 2;
  EXPECT_THROW(SsdStore(disk, ssd_options(), geometry), std::runtime_error);
}

}  // namespace
}  // namespace augustus::store::durability_test
