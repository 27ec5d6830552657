// SPDX-License-Identifier: Apache-2.0
#include "table/name_storage.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace augustus::table::name_storage_test {
namespace {

struct Stored {
  NameStorage::Block block;
  std::size_t length;
  std::uint8_t fill;
};

bool intact(const NameStorage& storage, const Stored& stored) {
  const std::uint8_t* const data = storage.data(stored.block);
  return std::all_of(data, data + stored.length, [&](std::uint8_t byte) { return byte == stored.fill; });
}

TEST(NameStorage, HoldsNothingWhenItHasNoBytes) {
  NameStorage storage(0);
  EXPECT_EQ(storage.allocate(1), NameStorage::none);
}

TEST(NameStorage, RefusesWhatIsTooLong) {
  NameStorage storage(1u << 20);
  EXPECT_EQ(storage.allocate(NameStorage::bytes_max + 1), NameStorage::none);
  EXPECT_NE(storage.allocate(NameStorage::bytes_max), NameStorage::none);
}

TEST(NameStorage, FillsToTheLastByte) {
  NameStorage storage(3 * 16384);
  for (unsigned i = 0; i < 3 * 128; ++i) {
    ASSERT_NE(storage.allocate(128), NameStorage::none);
  }
  EXPECT_EQ(storage.allocate(1), NameStorage::none);
}

TEST(NameStorage, JoinsFreedNeighbours) {
  NameStorage storage(16384);
  std::vector<NameStorage::Block> blocks;
  for (unsigned i = 0; i < 128; ++i) {
    blocks.push_back(storage.allocate(100));
  }
  for (unsigned i = 0; i < 128; ++i) {
    EXPECT_EQ(storage.allocate(16384), NameStorage::none);
    storage.release(blocks[(i * 37) % 128], 100);
  }
  EXPECT_NE(storage.allocate(16384), NameStorage::none);
}

RC_GTEST_PROP(NameStorage, NeverLendsAByteTwice, ()) {
  NameStorage storage(2 * 16384);
  std::vector<Stored> all;
  const auto length = rc::gen::oneOf(rc::gen::inRange(1, 300), rc::gen::inRange(1, 16385));
  const auto steps = *rc::gen::container<std::vector<std::tuple<bool, int, unsigned>>>(
      rc::gen::tuple(rc::gen::arbitrary<bool>(), length, rc::gen::inRange(0u, 1000u)));
  std::uint8_t fill = 0;
  for (const auto& [allocate, bytes, pick] : steps) {
    if (allocate) {
      const Stored stored{storage.allocate(static_cast<std::size_t>(bytes)), static_cast<std::size_t>(bytes),
                          ++fill};
      if (stored.block != NameStorage::none) {
        std::memset(storage.data(stored.block), stored.fill, stored.length);
        all.push_back(stored);
      }
    } else if (!all.empty()) {
      std::swap(all[pick % all.size()], all.back());
      storage.release(all.back().block, all.back().length);
      all.pop_back();
    }
    for (const auto& stored : all) {
      RC_ASSERT(intact(storage, stored));
    }
  }
  for (const auto& stored : all) {
    storage.release(stored.block, stored.length);
  }
  RC_ASSERT(storage.allocate(16384) != NameStorage::none);
  RC_ASSERT(storage.allocate(16384) != NameStorage::none);
}

}  // namespace
}  // namespace augustus::table::name_storage_test
