// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "store_fixture.hh"

namespace augustus::store::content_store_prefix_test {
namespace {

constexpr TimeNs ms = nanoseconds_per_millisecond;

TEST(ContentStorePrefix, FindsDataBelowThePrefix) {
  TestStore cs({});
  const Bytes data = make_data("/a/b/c");
  cs.insert(data);
  cs.insert("/x/y");
  EXPECT_EQ(cs.find_below("/a"), data);
  EXPECT_EQ(cs.find_below("/a/b"), data);
  EXPECT_EQ(cs.find_below("/a/b/c"), data);
  EXPECT_TRUE(cs.find_below("/"));
  EXPECT_FALSE(cs.find_below("/b"));
  EXPECT_FALSE(cs.find_below("/a/b/c/d"));
  EXPECT_FALSE(cs.find_below("/a/bb"));
}

TEST(ContentStorePrefix, SeesDataStoredSinceTheLastLookup) {
  TestStore cs({});
  EXPECT_FALSE(cs.find_below("/a"));
  cs.insert("/a/1");
  EXPECT_TRUE(cs.find_below("/a"));
  cs.insert("/b/1");
  EXPECT_TRUE(cs.find_below("/b"));
}

TEST(ContentStorePrefix, ForgetsWhatWasEvicted) {
  TestStore cs({.capacity_packets = 2, .replacement = Replacement::fifo});
  cs.insert("/a/1");
  EXPECT_TRUE(cs.find_below("/a"));
  cs.insert("/b/1");
  cs.insert("/b/2");
  EXPECT_FALSE(cs.find_below("/a"));
  cs.insert("/b/3");
  EXPECT_TRUE(cs.find_below("/b"));
}

TEST(ContentStorePrefix, FreshOnlyPassesOverStaleSiblings) {
  TestStore cs({});
  for (int i = 0; i < 20; ++i) {
    cs.insert(make_data("/a/stale/" + std::to_string(i), 20, 10));
  }
  const Bytes fresh = make_data("/a/fresh/1", 20, 1000);
  cs.insert(fresh);
  for (int i = 20; i < 40; ++i) {
    cs.insert(make_data("/a/stale/" + std::to_string(i), 20, 10));
  }
  EXPECT_EQ(cs.find_below("/a", {.must_be_fresh = true}, 500 * ms), fresh);
  EXPECT_FALSE(cs.find_below("/a/stale", {.must_be_fresh = true}, 500 * ms));
  EXPECT_TRUE(cs.find_below("/a/stale", {}, 500 * ms));
}

TEST(ContentStorePrefix, PrefersTheNewestVersion) {
  TestStore cs({});
  for (int version = 1; version < 30; ++version) {
    cs.insert("/a/" + std::to_string(version));
  }
  const Bytes newest = make_data("/a/30");
  cs.insert(newest);
  EXPECT_EQ(cs.find_below("/a"), newest);
}

TEST(ContentStorePrefix, StaleExactDataDoesNotHideFreshDataBelow) {
  TestStore cs({});
  cs.insert(make_data("/a", 20, 10));
  const Bytes fresh = make_data("/a/1", 20, 1000);
  cs.insert(fresh);
  EXPECT_EQ(cs.find_below("/a", {.must_be_fresh = true}, 500 * ms), fresh);
}

TEST(ContentStorePrefix, NamesOfMoreThan32ComponentsAreFoundBelowTheirFirst32) {
  TestStore cs({});
  wire::Name name;
  for (int i = 0; i < 40; ++i) {
    name.append("c");
  }
  wire::Name sibling = name.prefix(39);
  sibling.append("d");
  const Bytes data = make_data(name);
  cs.insert(data);
  cs.insert(make_data(sibling));
  EXPECT_TRUE(cs.find_below(name.prefix(32)));
  EXPECT_TRUE(cs.find_below(name.prefix(3)));
  EXPECT_EQ(cs.find(name), data);
  EXPECT_FALSE(cs.find_below(name.prefix(39), 39));
  EXPECT_EQ(cs.store().erase(sibling.value(), 10), 1u);
  EXPECT_EQ(cs.find_below(name.prefix(32)), data);
  EXPECT_EQ(cs.store().erase(name.prefix(35).value(), 10), 1u);
  EXPECT_FALSE(cs.find_below(name.prefix(1)));
}

TEST(ContentStorePrefix, ABacklogLongerThanOneLookupIndexesIsWorkedOffNewestFirst) {
  TestStore cs({});
  for (int i = 0; i < 3500; ++i) {
    cs.insert("/many/" + std::to_string(i));
  }
  cs.insert("/new/1");
  EXPECT_TRUE(cs.find_below("/new"));
  for (int i = 0; i < 10 && cs.store().frames().unindexed() != 0; ++i) {
    cs.find_below("/other");
  }
  EXPECT_EQ(cs.store().frames().unindexed(), 0u);
  EXPECT_TRUE(cs.find_below("/many"));
}

TEST(ContentStorePrefix, CompactDataIsErasedByItsOwnPrefixesAndFoundByNone) {
  TestStore cs({});
  constexpr auto format = wire::PacketFormat::compact_2016;
  constexpr std::array<std::uint16_t, 2> ends{2, 4};
  const auto bytes = [](const char* text) {
    return std::span(reinterpret_cast<const std::uint8_t*>(text), std::strlen(text));
  };
  Bytes packet(200);
  packet.resize(wire::encode_compact(
      {.kind = wire::PacketKind::data, .name = bytes("a/b/"), .component_ends = ends}, format, packet));
  EXPECT_EQ(cs.insert(packet, 0, format), InsertOutcome::stored);
  EXPECT_FALSE(cs.find_below("/")) << "an answer to nobody who asks in NDN names";
  EXPECT_EQ(cs.store().erase({}, 10), 0u);
  EXPECT_EQ(cs.store().erase({bytes("a/b"), format}, 10), 0u) << "no component ends there";
  EXPECT_EQ(cs.store().erase({bytes("a/"), wire::PacketFormat::compact}, 10), 0u);
  EXPECT_TRUE(cs.store().has_any_below({bytes("a/"), format}));
  EXPECT_EQ(cs.store().erase({bytes("a/"), format}, 10), 1u);
  EXPECT_FALSE(cs.store().has_any_below({{}, format}));
  EXPECT_EQ(cs.names().size(), 0u);
}

}  // namespace
}  // namespace augustus::store::content_store_prefix_test
