// SPDX-License-Identifier: Apache-2.0
#include "store/content_store.hh"

#include <gtest/gtest.h>

#include <stdexcept>

#include "store_fixture.hh"

namespace augustus::store::content_store_test {
namespace {

constexpr TimeNs ms = nanoseconds_per_millisecond;

TEST(ContentStore, ReturnsWhatWasStored) {
  TestStore cs({});
  for (const std::size_t content : {0u, 20u, 450u, 600u, 2500u, 8000u}) {
    const auto name = wire::Name::literal("/a").append_number(wire::component_type::segment, content);
    const Bytes data = make_data(name, content);
    EXPECT_EQ(cs.insert(data), InsertOutcome::stored);
    EXPECT_EQ(cs.find(name), data) << content;
  }
  EXPECT_EQ(cs.store().size(), 6u);
  EXPECT_FALSE(cs.has("/b"));
  EXPECT_EQ(test_pool().in_use(), 0u);
}

TEST(ContentStore, CountsBytes) {
  TestStore cs({});
  const Bytes a = make_data("/a", 100);
  const Bytes b = make_data("/b", 900);
  cs.insert(a);
  cs.insert(b);
  EXPECT_EQ(cs.store().bytes(), a.size() + b.size());
  cs.store().erase(wire::Name::literal("/a").value(), 1);
  EXPECT_EQ(cs.store().bytes(), b.size());
}

TEST(ContentStore, LruEvictsTheLeastRecentlyUsed) {
  TestStore cs({.capacity_packets = 2, .replacement = Replacement::lru});
  cs.insert("/a");
  cs.insert("/b");
  EXPECT_TRUE(cs.has("/a"));
  cs.insert("/c");
  EXPECT_EQ(cs.store().size(), 2u);
  EXPECT_EQ(cs.store().evicted(), 1u);
  EXPECT_FALSE(cs.has("/b"));
  EXPECT_TRUE(cs.has("/a"));
  EXPECT_TRUE(cs.has("/c"));
}

TEST(ContentStore, LruCountsADuplicateAsUse) {
  TestStore cs({.capacity_packets = 2, .replacement = Replacement::lru});
  cs.insert("/a");
  cs.insert("/b");
  EXPECT_EQ(cs.insert("/a"), InsertOutcome::refreshed);
  cs.insert("/c");
  EXPECT_FALSE(cs.has("/b"));
  EXPECT_TRUE(cs.has("/a"));
}

TEST(ContentStore, FifoEvictsTheFirstStored) {
  TestStore cs({.capacity_packets = 2, .replacement = Replacement::fifo});
  cs.insert("/a");
  cs.insert("/b");
  EXPECT_TRUE(cs.has("/a"));
  EXPECT_EQ(cs.insert("/a"), InsertOutcome::refreshed);
  cs.insert("/c");
  EXPECT_FALSE(cs.has("/a"));
  EXPECT_TRUE(cs.has("/b"));
  EXPECT_TRUE(cs.has("/c"));
}

TEST(ContentStore, EvictionReleasesTheName) {
  TestStore cs({.capacity_packets = 1});
  cs.insert("/a");
  cs.insert("/b");
  EXPECT_EQ(cs.entry(wire::Name::literal("/a")), table::entry_none);
  EXPECT_EQ(cs.names().size(), 1u);
}

TEST(ContentStore, OtherDataOfTheNameReplaces) {
  TestStore cs({.capacity_packets = 1});
  cs.insert(make_data("/a", 20, 0, 1));
  const Bytes second = make_data("/a", 20, 0, 2);
  EXPECT_EQ(cs.insert(second), InsertOutcome::replaced);
  EXPECT_EQ(cs.find("/a"), second);
  EXPECT_EQ(cs.store().size(), 1u);
  EXPECT_EQ(cs.store().bytes(), second.size());
  EXPECT_EQ(cs.store().evicted(), 0u);
}

TEST(ContentStore, CapacityZeroDisables) {
  TestStore cs({.capacity_packets = 0});
  EXPECT_EQ(cs.insert("/a"), InsertOutcome::disabled);
  EXPECT_FALSE(cs.has("/a"));
}

TEST(ContentStore, CapacityChangesAtRunTime) {
  TestStore cs({.capacity_packets = 10, .replacement = Replacement::fifo});
  for (const char* uri : {"/a", "/b", "/c", "/d"}) {
    cs.insert(uri);
  }
  cs.store().set_capacity_packets(2);
  EXPECT_EQ(cs.store().size(), 2u);
  EXPECT_FALSE(cs.has("/b"));
  EXPECT_TRUE(cs.has("/c"));
  cs.store().set_capacity_packets(0);
  EXPECT_EQ(cs.store().size(), 0u);
  cs.store().set_capacity_packets(3);
  cs.insert("/e");
  cs.insert("/f");
  cs.insert("/g");
  EXPECT_EQ(cs.store().size(), 3u);
}

TEST(ContentStore, NoCapacityIsAboveTheMostThatItMayBe) {
  TestStore cs({.capacity_packets = 10, .packets_max = 4});
  EXPECT_EQ(cs.store().capacity_packets(), 4u);
  cs.store().set_capacity_packets(1);
  EXPECT_EQ(cs.store().capacity_packets(), 1u);
  cs.store().set_capacity_packets(16'000'000);
  EXPECT_EQ(cs.store().capacity_packets(), 4u);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(cs.insert("/" + std::to_string(i)), InsertOutcome::stored);
  }
  EXPECT_EQ(cs.store().size(), 4u);
}

TEST(ContentStore, AdmitAndServeAreSwitches) {
  TestStore cs({});
  cs.insert("/a");
  cs.store().enable_serve(false);
  EXPECT_FALSE(cs.has("/a"));
  EXPECT_FALSE(cs.find_below("/"));
  cs.store().enable_serve(true);
  EXPECT_TRUE(cs.has("/a"));
  cs.store().enable_admit(false);
  EXPECT_EQ(cs.insert("/b"), InsertOutcome::not_admitted);
  EXPECT_FALSE(cs.has("/b"));
}

TEST(ContentStore, FreshForItsPeriodOnly) {
  TestStore cs({});
  const TimeNs now = 1000 * ms;
  cs.insert(make_data("/a", 20, 50), now);
  cs.insert(make_data("/never", 20, 0), now);
  const Wanted fresh{.must_be_fresh = true};
  EXPECT_TRUE(cs.find("/a", fresh, now));
  EXPECT_TRUE(cs.find("/a", fresh, now + 49 * ms));
  EXPECT_FALSE(cs.find("/a", fresh, now + 50 * ms));
  EXPECT_TRUE(cs.find("/a", {}, now + 50 * ms));
  EXPECT_FALSE(cs.find("/never", fresh, now));
  EXPECT_TRUE(cs.find("/never", {}, now));
}

TEST(ContentStore, DuplicateWithAPeriodIsFreshAgain) {
  TestStore cs({});
  const Bytes data = make_data("/a", 20, 50);
  cs.insert(data, 0);
  EXPECT_EQ(cs.insert(data, 100 * ms), InsertOutcome::refreshed);
  EXPECT_TRUE(cs.find("/a", {.must_be_fresh = true}, 149 * ms));
  EXPECT_FALSE(cs.find("/a", {.must_be_fresh = true}, 150 * ms));
}

TEST(ContentStore, DigestMustMatch) {
  TestStore cs({});
  const Bytes data = make_data("/a");
  cs.insert(data);
  auto digest = wire::implicit_digest(data);
  EXPECT_EQ(cs.find("/a", {.digest = digest.data()}), data);
  EXPECT_EQ(cs.find_below("/a", {.digest = digest.data()}), data);
  digest[31] ^= 1;
  EXPECT_FALSE(cs.find("/a", {.digest = digest.data()}));
  EXPECT_FALSE(cs.find_below("/a", {.digest = digest.data()}));
}

TEST(ContentStore, ErasesBelowAPrefixUpToALimit) {
  TestStore cs({});
  for (int i = 0; i < 300; ++i) {
    cs.insert("/a/" + std::to_string(i));
  }
  cs.insert("/a");
  cs.insert("/aa/1");
  const auto prefix = wire::Name::literal("/a");
  EXPECT_TRUE(cs.store().has_any_below(prefix.value()));
  EXPECT_EQ(cs.store().erase(prefix.value(), 256), 256u);
  EXPECT_TRUE(cs.store().has_any_below(prefix.value()));
  EXPECT_EQ(cs.store().erase(prefix.value(), 256), 45u);
  EXPECT_FALSE(cs.store().has_any_below(prefix.value()));
  EXPECT_TRUE(cs.has("/aa/1"));
  EXPECT_EQ(cs.store().erase({}, 256), 1u);
  EXPECT_EQ(cs.store().size(), 0u);
  EXPECT_EQ(cs.names().size(), 0u);
}

TEST(ContentStore, SizesOutsideTheLimitsAreRefused) {
  EXPECT_THROW(TestStore({.capacity_bytes = 1024}), std::invalid_argument);
  EXPECT_THROW(TestStore({.capacity_bytes = std::uint64_t{1} << 40}), std::invalid_argument);
}

}  // namespace
}  // namespace augustus::store::content_store_test
