// SPDX-License-Identifier: Apache-2.0
#include "table/study/cbf.hh"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "unit/table/study/study_names.hh"

namespace augustus::table::study::cbf_test {
namespace {

static_assert(PendingTable<Cbf<>>);

constexpr std::uint32_t names_max = 5'000;

PendingSizes sizes() {
  return {.entries_max = names_max};
}

PendingInterest interest_of(const StudyName& name) {
  return {name.view(), 1, 0, 1000};
}

TEST(Cbf, FindsWhateverIsInIt) {
  Cbf<> filter(sizes());
  std::mt19937 random(1);
  std::set<std::uint32_t> pending;
  unsigned wrong = 0;
  for (unsigned i = 0; i < 20'000; ++i) {
    const std::uint32_t number = random() % 3000;
    const StudyName name = numbered_name(number);
    const bool was_pending = pending.contains(number);
    if (i % 2 == 0) {
      const InterestOutcome outcome = filter.on_interest(interest_of(name), 0);
      wrong += outcome != (was_pending ? InterestOutcome::aggregated : InterestOutcome::inserted) ? 1 : 0;
      ASSERT_TRUE(!was_pending || outcome == InterestOutcome::aggregated);
      if (outcome == InterestOutcome::inserted) {
        pending.insert(number);
      }
    } else if (was_pending) {
      FaceList faces;
      ASSERT_TRUE(filter.on_data(name.view(), 0, faces));
      EXPECT_EQ(faces.size, 0u);
      pending.erase(number);
    }
    ASSERT_EQ(filter.size(), pending.size());
  }
  EXPECT_LT(wrong, 30u);
}

TEST(Cbf, KeepsItsRateOfFalsePositivesWhenFull) {
  Cbf<> filter(sizes());
  for (std::uint32_t i = 0; filter.size() < names_max; ++i) {
    filter.on_interest(interest_of(numbered_name(i)), 0);
  }
  constexpr unsigned probes = 100'000;
  unsigned found = 0;
  for (unsigned i = 0; i < probes; ++i) {
    found += filter.contains(numbered_name(1'000'000 + i).view()) ? 1 : 0;
  }
  // 0.1 % are 100; six standard deviations of luck, and a test that never finds any would be none.
  EXPECT_LT(found, 160u);
  EXPECT_GT(found, 40u);
  unsigned refused = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    refused +=
        filter.on_interest(interest_of(numbered_name(5'000'000 + i)), 0) == InterestOutcome::full ? 1 : 0;
  }
  EXPECT_GT(refused, 980u);
}

TEST(Cbf, IsEmptyAgainWhenAllIsAnswered) {
  Cbf<> filter(sizes());
  std::vector<std::uint32_t> inserted;
  for (std::uint32_t i = 0; i < names_max; ++i) {
    if (filter.on_interest(interest_of(numbered_name(i)), 0) == InterestOutcome::inserted) {
      inserted.push_back(i);
    }
  }
  for (const std::uint32_t i : inserted) {
    FaceList faces;
    ASSERT_TRUE(filter.on_data(numbered_name(i).view(), 0, faces));
  }
  for (std::uint32_t i = 0; i < names_max; ++i) {
    ASSERT_FALSE(filter.contains(numbered_name(i).view()));
  }
}

TEST(Cbf, TakesThePapersMemory) {
  const Cbf<> filter({.entries_max = 8'000'000});
  EXPECT_NEAR(static_cast<double>(filter.memory_bytes()), 73.05 / 8 * 8e6, 4e6);
}

}  // namespace
}  // namespace augustus::table::study::cbf_test
