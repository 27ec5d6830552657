// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/extent_index.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <optional>

namespace augustus::store::extent_index_test {
namespace {

using Item = disk::ExtentItem;

void write(ExtentIndex& index, std::vector<Item> items) {
  const std::uint32_t extent = index.allocate();
  ASSERT_NE(extent, extent_none);
  index.assign(extent, items, 1);
  index.release(extent);
}

/// Spread as hashes are, and even: odd ones are prefixes.
std::uint64_t key(std::uint32_t number) {
  return std::uint64_t{number * 0x9e3779b9u} << 16;
}

TEST(ExtentIndex, CostsAtMostFourBytesASegmentOfFullBatchesOfEight) {
  constexpr std::uint32_t extents = 1u << 16;
  // With the room that a store has for further items, all of it used.
  ExtentIndex index(extents, extents / 8, Replacement::lru);
  EXPECT_LE(static_cast<double>(index.bytes()) / (8.0 * extents), 3.6);
  for (unsigned i = 0; i < extents; ++i) {
    std::vector<Item> items{{key(i), 0xff, 0}};
    if (i % 8 == 0) {
      items.push_back({key(extents + i), 1, 0});
    }
    write(index, items);
  }
  EXPECT_EQ(index.segments(), 8u * extents + extents / 8);
  EXPECT_LE(static_cast<double>(index.bytes()) / (8.0 * extents), 4.0);
}

TEST(ExtentIndex, OfATerabyteTakesLessThanSixHundredMegabytes) {
  constexpr std::uint64_t terabyte = 1'000'000'000'000;
  constexpr auto extents = static_cast<std::uint32_t>(terabyte / frame_bytes_for_batch(8));
  constexpr std::uint64_t extra_bytes = 24;
  const ExtentIndex index(extents, extents / 8, Replacement::lru);
  EXPECT_LE(index.bytes() + extents / 8 * extra_bytes, 600'000'000u);
}

TEST(ExtentIndex, FindsTheExtentOfEachSegmentOfABatch) {
  ExtentIndex index(8, 8, Replacement::fifo);
  write(index, {{key(1), 0b0011, 0}});
  write(index, {{key(1), 0b1100, 0}, {key(2), 1, 0}});
  EXPECT_EQ(index.find(key(1), 0b0001), 0u);
  EXPECT_EQ(index.find(key(1), 0b1000), 1u);
  EXPECT_EQ(index.find(key(2), 1), 1u);
  EXPECT_EQ(index.find(key(3), 1), extent_none);
  EXPECT_EQ(index.segments(), 5u);
}

TEST(ExtentIndex, ASegmentWrittenAgainIsForgottenWhereItWas) {
  ExtentIndex index(4, 4, Replacement::fifo);
  write(index, {{key(1), 0b11, 0}});
  write(index, {{key(1), 0b01, 0}});
  EXPECT_EQ(index.find(key(1), 0b01), 1u);
  EXPECT_EQ(index.find(key(1), 0b10), 0u);
  write(index, {{key(1), 0b10, 0}});
  EXPECT_FALSE(index.occupied(0));
  EXPECT_EQ(index.in_use(), 2u);
}

TEST(ExtentIndex, FifoTakesTheOldestAndLruTheLeastUsed) {
  for (const auto policy : {Replacement::fifo, Replacement::lru}) {
    ExtentIndex index(3, 0, policy);
    for (unsigned i = 0; i < 3; ++i) {
      write(index, {{key(i), 1, 0}});
    }
    index.touch(0);
    write(index, {{key(3), 1, 0}});
    EXPECT_EQ(index.find(key(0), 1) == extent_none, policy == Replacement::fifo);
    EXPECT_EQ(index.find(key(1), 1) == extent_none, policy == Replacement::lru);
  }
}

TEST(ExtentIndex, LfuKeepsWhatIsUsedOften) {
  ExtentIndex index(64, 0, Replacement::lfu);
  for (unsigned i = 0; i < 64; ++i) {
    write(index, {{key(i), 1, 0}});
  }
  for (unsigned use = 0; use < 200; ++use) {
    index.touch(5);
  }
  for (unsigned i = 64; i < 256; ++i) {
    write(index, {{key(i), 1, 0}});
  }
  EXPECT_EQ(index.find(key(5), 1), 5u);
}

TEST(ExtentIndex, RandomReplacementKeepsItFull) {
  ExtentIndex index(16, 0, Replacement::random);
  for (unsigned i = 0; i < 100; ++i) {
    write(index, {{key(i), 1, 0}});
  }
  EXPECT_EQ(index.in_use(), 16u);
}

TEST(ExtentIndex, HeldExtentsAreNotReplaced) {
  ExtentIndex index(2, 0, Replacement::fifo);
  write(index, {{key(0), 1, 0}});
  write(index, {{key(1), 1, 0}});
  index.hold(0);
  index.hold(1);
  EXPECT_EQ(index.allocate(), extent_none);
  index.release(1);
  EXPECT_EQ(index.allocate(), 1u);
}

TEST(ExtentIndex, ItemsBeyondThePoolAreLeftOut) {
  ExtentIndex index(4, 1, Replacement::fifo);
  const std::uint32_t extent = index.allocate();
  EXPECT_EQ(index.assign(extent, std::vector<Item>{{key(1), 1, 0}, {key(2), 1, 0}, {key(3), 1, 0}}, 1), 1u);
  index.release(extent);
  EXPECT_EQ(index.find(key(3), 1), extent_none);
}

RC_GTEST_PROP(ExtentIndexProperty, IsAMapFromSegmentsToExtents, ()) {
  constexpr std::uint32_t extents = 8;
  // Extents share the buckets of further items, of which there are as many as such items.
  ExtentIndex index(extents, extents / 2, Replacement::lru);
  std::map<std::pair<std::uint64_t, unsigned>, std::uint32_t> model;
  const auto drop_extent = [&](std::uint32_t extent) {
    std::erase_if(model, [&](const auto& entry) { return entry.second == extent; });
  };
  const auto steps = *rc::gen::inRange(1, 60);
  for (int step = 0; step < steps; ++step) {
    const auto action = *rc::gen::inRange(0, 4);
    const auto chosen = key(*rc::gen::inRange(0u, 6u));
    const auto mask = *rc::gen::inRange(1u, 16u);
    if (action <= 1) {
      const std::uint32_t extent = index.allocate();
      RC_ASSERT(extent != extent_none);
      drop_extent(extent);
      std::vector<Item> items{{chosen, mask, 0}};
      if (action == 1) {
        items.push_back({key(10 + *rc::gen::inRange(0u, 3u)), 1, 0});
      }
      RC_ASSERT(index.assign(extent, items, 1) == 0u);
      index.release(extent);
      for (const auto& item : items) {
        for (unsigned bit = 0; bit < 4; ++bit) {
          if ((item.mask >> bit & 1) != 0) {
            model[{item.key, bit}] = extent;
          }
        }
      }
    } else if (action == 2) {
      index.forget(chosen, mask);
      std::erase_if(model, [&](const auto& entry) {
        return entry.first.first == chosen && (mask >> entry.first.second & 1) != 0;
      });
    } else if (const std::uint32_t extent = index.find(chosen, mask); extent != extent_none) {
      index.forget_extent(extent);
      drop_extent(extent);
    }
    RC_ASSERT(index.segments() == model.size());
    for (unsigned number = 0; number < 13; ++number) {
      for (unsigned bit = 0; bit < 4; ++bit) {
        const auto held = model.find({key(number), bit});
        const std::uint32_t expected = held == model.end() ? extent_none : held->second;
        RC_ASSERT(index.find(key(number), 1u << bit) == expected);
      }
    }
  }
}

}  // namespace
}  // namespace augustus::store::extent_index_test
