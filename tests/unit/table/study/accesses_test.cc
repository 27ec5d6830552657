// SPDX-License-Identifier: Apache-2.0
// What an operation costs in accesses to memory, by counting, beside the paper's formulas (section III-C).
#include "table/study/access_count.hh"

#include <gtest/gtest.h>

#include "table/study/cbf.hh"
#include "table/study/enpt.hh"
#include "unit/table/study/study_names.hh"

namespace augustus::table::study::accesses_test {
namespace {

constexpr std::uint32_t entries = 20'000;

PendingSizes sizes() {
  return {.entries_max = entries, .components_max = 2 * entries, .nodes_max = 2 * entries};
}

struct Cost {
  double of_insert, of_data;
};

/// Of inserts while the table fills, and of Data that takes out all that is there.
template <typename Table>
Cost cost_of() {
  Table table(sizes());
  for (std::uint32_t i = 0; i < entries; ++i) {
    table.on_interest({numbered_name(i).view(), 1, i, 1000}, 0);
  }
  const auto inserts = static_cast<double>(table.accesses());
  Table full(sizes());
  for (std::uint32_t i = 0; i < entries; ++i) {
    full.on_interest({numbered_name(i).view(), 1, i, 1000}, 0);
  }
  const std::uint64_t before = full.accesses();
  for (std::uint32_t i = 0; i < entries; ++i) {
    // An update finds the entry and leaves it there.
    full.on_interest({numbered_name(i).view(), 2, entries + i, 1000}, 0);
  }
  return {inserts / entries, static_cast<double>(full.accesses() - before) / entries};
}

TEST(Accesses, OfChainingAreTwoAndHalfTheLoadFactor) {
  EXPECT_NEAR(cost_of<Lht<CountedAccesses>>().of_data, 2.5, 0.03);
}

TEST(Accesses, OfDLeftAreAtMostOneMoreThanItsSubTables) {
  const Cost cost = cost_of<SequentialDht<CountedAccesses>>();
  EXPECT_NEAR(cost.of_insert, 3, 0.01);
  EXPECT_LT(cost.of_data, 3);
  EXPECT_GT(cost.of_data, 2);
}

TEST(Accesses, OfACountingBloomFilterAreItsCountersReadAndWritten) {
  Cbf<CountedAccesses> filter(sizes());
  const StudyName name = numbered_name(1);
  filter.on_interest({name.view(), 1, 1, 1000}, 0);
  const std::uint64_t before = filter.accesses();
  FaceList faces;
  filter.on_data(name.view(), 0, faces);
  EXPECT_EQ(filter.accesses() - before, 16u);
}

TEST(Accesses, OfATrieGrowWithTheComponents) {
  Enpt<SequentialDht, CountedAccesses> table(sizes());
  std::vector<std::uint64_t> cost;
  for (const std::size_t components : {1, 2, 4, 8}) {
    const StudyName name(std::vector<std::string>(components, "c"));
    table.on_interest({name.view(), 1, 1, 1000}, 0);
    const std::uint64_t before = table.accesses();
    table.on_interest({name.view(), 2, 2, 1000}, 0);
    cost.push_back(table.accesses() - before);
  }
  EXPECT_GE(cost[1] - cost[0], 4u);
  EXPECT_GE(cost[3] - cost[2], 16u);
}

TEST(Memory, OfDLeftIsWithinThePapers) {
  // 2.7 GB for 30 million names of 50 bytes, 1.8 GB for those of 20.
  constexpr std::uint32_t million = 1'000'000;
  EXPECT_LT(SequentialDht<>({.entries_max = million, .name_bytes_max = 50}).memory_bytes(), 90.0 * million);
  EXPECT_LT(SequentialDht<>({.entries_max = million, .name_bytes_max = 20}).memory_bytes(), 60.0 * million);
}

}  // namespace
}  // namespace augustus::table::study::accesses_test
