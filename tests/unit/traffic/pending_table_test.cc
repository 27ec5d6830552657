// SPDX-License-Identifier: Apache-2.0
#include "traffic/load/pending_table.hh"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "traffic/load/recent_names.hh"
#include "traffic/names/random.hh"

namespace augustus::traffic::pending_table_test {
namespace {

using Entry = PendingTable::Entry;

bool any(const Entry&) {
  return true;
}

TEST(PendingTable, TakesAllOfOneName) {
  PendingTable table(8);
  table.insert(1, 10, 0, 100);
  table.insert(2, 11, 0, 101);
  table.insert(1, 12, 0, 102);
  std::vector<std::uint64_t> taken;
  EXPECT_EQ(table.take(1, any, [&](const Entry& entry) { taken.push_back(entry.sequence); }), 2u);
  EXPECT_EQ(taken, (std::vector<std::uint64_t>{12, 10}));
  EXPECT_EQ(table.size(), 1u);
  EXPECT_EQ(table.take(1, any, [](const Entry&) {}), 0u);
}

TEST(PendingTable, TakesOnlyWhatFits) {
  PendingTable table(8);
  table.insert(1, 10, 77, 100);
  table.insert(1, 11, 78, 100);
  EXPECT_EQ(table.take(
                1, [](const Entry& entry) { return entry.nonce == 77; }, [](const Entry&) {}),
            1u);
  EXPECT_EQ(table.size(), 1u);
}

TEST(PendingTable, ExpiresOldestFirst) {
  PendingTable table(8);
  for (std::uint64_t i = 0; i < 5; ++i) {
    table.insert(i, i, 0, 100 + i);
  }
  table.take(1, any, [](const Entry&) {});
  std::vector<std::uint64_t> expired;
  table.expire(103, [&](const Entry& entry) { expired.push_back(entry.sequence); });
  EXPECT_EQ(expired, (std::vector<std::uint64_t>{0, 2, 3}));
  EXPECT_EQ(table.oldest_sent(), 104u);
  EXPECT_EQ(table.take(0, any, [](const Entry&) {}), 0u);
}

TEST(PendingTable, AgreesWithAMultimapOverManySteps) {
  PendingTable table(100);
  std::multimap<std::uint64_t, std::uint64_t> model;  // hash to time
  Random random(4);
  for (TimeNs now = 1; now < 100'000; ++now) {
    const std::uint64_t hash = random.below(300);
    if (table.size() < table.capacity() && random.chance(0.6)) {
      table.insert(hash, now, 0, now);
      model.emplace(hash, now);
    } else if (random.chance(0.9)) {
      EXPECT_EQ(table.take(hash, any, [](const Entry&) {}), model.erase(hash));
    } else {
      const TimeNs limit = now - std::min<TimeNs>(now, 150);
      const unsigned expired = table.expire(limit, [](const Entry&) {});
      EXPECT_EQ(expired, std::erase_if(model, [&](const auto& one) { return one.second <= limit; }));
    }
    ASSERT_EQ(table.size(), model.size());
  }
}

TEST(RecentNames, RemembersHowANameEnded) {
  RecentNames names(16);
  EXPECT_EQ(names.find(0), RecentNames::End::unknown);
  names.note(0xf123456789abcdefu, RecentNames::End::answered);
  names.note(0x0000000000000001u, RecentNames::End::given_up);
  EXPECT_EQ(names.find(0xf123456789abcdefu), RecentNames::End::answered);
  EXPECT_EQ(names.find(1), RecentNames::End::given_up);
  EXPECT_EQ(names.find(2), RecentNames::End::unknown);
}

}  // namespace
}  // namespace augustus::traffic::pending_table_test
