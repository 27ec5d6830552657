// SPDX-License-Identifier: Apache-2.0
#include "table/name_arena.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace augustus::table::name_arena_test {
namespace {

struct Lent {
  NameArena::Block block;
  std::size_t bytes;
  std::uint8_t fill;
};

bool intact(const NameArena& arena, const Lent& lent) {
  const std::uint8_t* const data = arena.data(lent.block);
  return std::all_of(data, data + lent.bytes, [&](std::uint8_t byte) { return byte == lent.fill; });
}

TEST(NameArena, RefusesWhatIsTooLong) {
  NameArena arena(1u << 20);
  EXPECT_EQ(arena.allocate(NameArena::bytes_max + 1), 0u);
  EXPECT_NE(arena.allocate(NameArena::bytes_max), 0u);
}

TEST(NameArena, BlockOfUpToALineStaysWithinOne) {
  NameArena arena(1u << 16);
  for (std::size_t bytes = 1; bytes <= 64; ++bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(arena.data(arena.allocate(bytes)));
    EXPECT_EQ(first / 64, (first + bytes - 1) / 64) << bytes;
  }
}

TEST(NameArena, FillsToTheLastLine) {
  NameArena arena(64 * 64);
  for (unsigned i = 0; i < 63; ++i) {
    EXPECT_NE(arena.allocate(60), 0u) << "the first line is never lent";
  }
  EXPECT_EQ(arena.allocate(60), 0u);
  EXPECT_EQ(arena.used_bytes(), 63u * 64);
}

TEST(NameArena, SplitsALargerBlockWhenNothingElseIsLeft) {
  NameArena arena(65 * 64);
  const auto large = arena.allocate(4096);
  ASSERT_NE(large, 0u);
  EXPECT_EQ(arena.allocate(1), 0u);
  arena.free(large, 4096);
  for (unsigned i = 0; i < 4096 / 16; ++i) {
    ASSERT_NE(arena.allocate(16), 0u) << i;
  }
  EXPECT_EQ(arena.allocate(16), 0u);
}

RC_GTEST_PROP(NameArena, NeverLendsAByteTwice, ()) {
  NameArena arena(40 * 1024);
  std::vector<Lent> all;
  const auto length = rc::gen::oneOf(rc::gen::inRange(1, 100), rc::gen::inRange(1, 5000));
  const auto steps = *rc::gen::container<std::vector<std::tuple<bool, int, unsigned>>>(
      rc::gen::tuple(rc::gen::arbitrary<bool>(), length, rc::gen::inRange(0u, 1000u)));
  std::uint8_t fill = 0;
  for (const auto& [allocate, bytes, pick] : steps) {
    if (allocate) {
      const auto block = arena.allocate(static_cast<std::size_t>(bytes));
      if (block != 0) {
        all.push_back({block, static_cast<std::size_t>(bytes), ++fill});
        std::memset(arena.data(block), fill, all.back().bytes);
      }
    } else if (!all.empty()) {
      std::swap(all[pick % all.size()], all.back());
      arena.free(all.back().block, all.back().bytes);
      all.pop_back();
    }
    for (const auto& lent : all) {
      RC_ASSERT(intact(arena, lent));
    }
  }
  for (const auto& lent : all) {
    arena.free(lent.block, lent.bytes);
  }
  RC_ASSERT(arena.used_bytes() == 0u);
}

}  // namespace
}  // namespace augustus::table::name_arena_test
