// SPDX-License-Identifier: Apache-2.0
#include "manage/dataset_store.hh"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace augustus::manage::dataset_store_test {
namespace {

using wire::Name;

const Name name = Name::literal("/localhost/nfd/faces/list");

Name segment_of(const wire::Data& data, std::uint64_t number) {
  Name wanted = data.name.prefix(data.name.size() - 1);
  return wanted.append_number(wire::component_type::segment, number);
}

TEST(DatasetStore, cuts_at_8000_bytes_and_marks_the_last) {
  DatasetStore store;
  for (const auto& [bytes, last] : {std::pair{0, 0}, {8000, 0}, {8001, 1}, {16000, 1}, {20000, 2}}) {
    const auto first =
        store.publish(name, std::vector<std::uint8_t>(static_cast<std::size_t>(bytes), 1), 0, 0);
    std::size_t total = 0;
    for (int number = 0; number <= last; ++number) {
      const auto segment = store.find(segment_of(first, static_cast<std::uint64_t>(number)), 0);
      ASSERT_TRUE(segment);
      EXPECT_LE(segment->content.size(), 8000u);
      EXPECT_EQ(segment->final_block_id.has_value(), number == last);
      total += segment->content.size();
    }
    EXPECT_EQ(total, static_cast<std::size_t>(bytes));
  }
}

TEST(DatasetStore, each_version_is_greater_than_the_one_before) {
  DatasetStore store;
  const auto first = store.publish(name, {}, 0, 5000 * nanoseconds_per_millisecond);
  const auto second = store.publish(name, {}, 0, 5000 * nanoseconds_per_millisecond);
  const auto third = store.publish(name, {}, 0, 0);
  EXPECT_EQ(first.name[4].number(), 5000u);
  EXPECT_EQ(second.name[4].number(), 5001u);
  EXPECT_EQ(third.name[4].number(), 5002u);
}

TEST(DatasetStore, a_version_stays_while_it_is_asked_for) {
  DatasetStore store;
  const auto data = store.publish(name, {}, 0, 0);
  EXPECT_TRUE(store.find(data.name, DatasetStore::lifetime));
  store.publish(name, {}, 2 * DatasetStore::lifetime, 0);
  EXPECT_TRUE(store.find(data.name, 2 * DatasetStore::lifetime));
  store.publish(name, {}, 3 * DatasetStore::lifetime + 1, 0);
  EXPECT_FALSE(store.find(data.name, 3 * DatasetStore::lifetime + 1));
}

TEST(DatasetStore, keeps_a_bounded_number_of_versions) {
  DatasetStore store;
  const auto first = store.publish(name, {}, 0, 0);
  auto last = first;
  for (std::size_t i = 0; i < DatasetStore::versions_max; ++i) {
    last = store.publish(name, {}, 0, 0);
  }
  EXPECT_FALSE(store.find(first.name, 0));
  EXPECT_TRUE(store.find(last.name, 0));
}

TEST(DatasetStore, a_long_list_stays_when_others_use_up_the_versions) {
  constexpr std::uint64_t each_has_a_part_of_its_own = 1;
  DatasetStore store(each_has_a_part_of_its_own);
  const auto list = store.publish(name, std::vector<std::uint8_t>(200 * DatasetStore::segment_bytes_max, 1), 0, 0, 300);
  for (std::uint64_t asker = 400; asker < 420; ++asker) {
    for (std::size_t i = 0; i < DatasetStore::versions_max; ++i) {
      store.publish(name, {}, 0, 0, asker);
    }
  }
  EXPECT_TRUE(store.find(segment_of(list, 199), 0));
}

TEST(DatasetStore, who_asks_much_loses_his_own_oldest) {
  constexpr std::uint64_t one = 1000;
  DatasetStore store;
  // One of them might share the part of `one`, by chance.
  const std::vector others{store.publish(name, {}, 0, 0, 1001), store.publish(name, {}, 0, 0, 1002),
                           store.publish(name, {}, 0, 0, 1003)};
  const auto lost = store.publish(name, {}, 0, 0, one);
  for (std::size_t i = 0; i < DatasetStore::versions_max; ++i) {
    store.publish(name, {}, 0, 0, one);
  }
  const auto is_kept = [&store](const wire::Data& data) { return store.find(data.name, 0).has_value(); };
  EXPECT_GE(std::ranges::count_if(others, is_kept), 2);
  EXPECT_FALSE(is_kept(lost));
}

}  // namespace
}  // namespace augustus::manage::dataset_store_test
