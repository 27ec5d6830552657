// SPDX-License-Identifier: Apache-2.0
#include "store/study/skip_list_store.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>
#include <string>
#include <vector>

namespace augustus::store::study::skip_list_store_test {
namespace {

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// Data that begins with two other bytes before its name.
std::string data_of(const std::string& name, char content) {
  return "--" + name + std::string(20, content);
}

std::string text_of(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

struct Store {
  explicit Store(std::uint32_t packets, std::size_t bytes = 64)
      : memory(SkipListStore::bytes_for(packets, bytes) / 8, ~0ull),
        list({reinterpret_cast<std::uint8_t*>(memory.data()), memory.size() * 8}, bytes) {}
  bool insert(const std::string& name, char content) {
    return list.insert(bytes_of(data_of(name, content)), 2, name.size());
  }
  std::string find(const std::string& name) const { return text_of(list.find(bytes_of(name))); }

  std::vector<std::uint64_t> memory;
  SkipListStore list;
};

TEST(SkipListStore, FindsWhatHasTheWholeName) {
  Store store(4);
  EXPECT_TRUE(store.insert("abc", 'x'));
  EXPECT_EQ(store.find("abc"), data_of("abc", 'x'));
  EXPECT_EQ(store.find("ab"), "");
  EXPECT_EQ(store.find("abcd"), "");
}

TEST(SkipListStore, RefusesWhatIsLongerThanItsSlots) {
  Store store(4, 16);
  EXPECT_FALSE(store.insert("abc", 'x'));
  EXPECT_EQ(store.list.size(), 0u);
}

RC_GTEST_PROP(SkipListStoreProperty, KeepsTheNewestOfEachNameFirstInFirstOut, ()) {
  constexpr std::uint32_t packets = 8;
  Store store(packets);
  RC_ASSERT(store.list.capacity() == packets);
  // Of each slot, in the order they are taken: the Data in it, empty when a newer of its name took another.
  std::deque<std::pair<std::string, char>> slots;
  const auto steps = *rc::gen::inRange(1, 100);
  for (int step = 0; step < steps; ++step) {
    const std::string name(static_cast<std::size_t>(*rc::gen::inRange(1, 5)), static_cast<char>('a' + *rc::gen::inRange(0, 4)));
    const auto content = static_cast<char>('A' + step % 26);
    RC_ASSERT(store.insert(name, content));
    for (auto& slot : slots) {
      if (slot.first == name) {
        slot.first.clear();
      }
    }
    slots.emplace_back(name, content);
    if (slots.size() > packets) {
      slots.pop_front();
    }
    std::uint32_t held = 0;
    for (char letter = 'a'; letter < 'e'; ++letter) {
      for (std::size_t length = 1; length < 5; ++length) {
        const std::string asked(length, letter);
        std::string expected;
        for (const auto& [known, of] : slots) {
          if (known == asked) {
            expected = data_of(known, of);
            ++held;
          }
        }
        RC_ASSERT(store.find(asked) == expected);
      }
    }
    RC_ASSERT(store.list.size() == held);
  }
}

}  // namespace
}  // namespace augustus::store::study::skip_list_store_test
