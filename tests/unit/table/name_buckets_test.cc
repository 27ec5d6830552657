// SPDX-License-Identifier: Apache-2.0
#include "table/name_buckets.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace augustus::table::name_buckets_test {
namespace {

EntryIndex find(const NameBuckets& buckets, std::uint64_t hash, EntryIndex wanted) {
  return buckets.find(hash, [wanted](EntryIndex entry) { return entry == wanted; });
}

// Far beyond what it promises: nearly every insert displaces others, and some fail.
TEST(NameBuckets, LosesNothingWhenOverfull) {
  constexpr std::uint32_t promised = 1000;
  NameBuckets buckets(promised);
  std::mt19937_64 random(3);
  std::map<EntryIndex, std::uint64_t> reference;
  unsigned refused = 0;
  EntryIndex next = 0;
  for (unsigned round = 0; round < 50; ++round) {
    while (refused <= round) {
      const std::uint64_t hash = random();
      if (buckets.insert(hash, next)) {
        reference.emplace(next, hash);
      } else {
        ++refused;
        EXPECT_EQ(find(buckets, hash, next), entry_none);
      }
      ++next;
    }
    EXPECT_GT(reference.size(), promised * 19 / 10) << "no load of 0.95 of all slots";
    for (const auto& [entry, hash] : reference) {
      ASSERT_EQ(find(buckets, hash, entry), entry);
    }
    for (auto entry = reference.begin(); entry != reference.end();) {
      if (random() % 4 == 0) {
        ASSERT_TRUE(buckets.erase(entry->second, entry->first));
        ASSERT_EQ(find(buckets, entry->second, entry->first), entry_none);
        entry = reference.erase(entry);
      } else {
        ++entry;
      }
    }
  }
}

TEST(NameBuckets, KeepsNearlyAllInTheirPrimaryBucket) {
  constexpr EntryIndex promised = 20000;
  NameBuckets buckets(promised);
  std::mt19937_64 random(4);
  std::vector<std::uint64_t> hashes(promised);
  for (EntryIndex entry = 0; entry < promised; ++entry) {
    hashes[entry] = random();
    ASSERT_TRUE(buckets.insert(hashes[entry], entry));
  }
  for (unsigned i = 0; i < 10 * promised; ++i) {
    const auto entry = static_cast<EntryIndex>(random() % promised);
    ASSERT_TRUE(buckets.erase(hashes[entry], entry));
    hashes[entry] = random();
    ASSERT_TRUE(buckets.insert(hashes[entry], entry));
  }
  unsigned primary = 0;
  for (EntryIndex entry = 0; entry < promised; ++entry) {
    primary += buckets.first_candidate(hashes[entry]) == entry ? 1 : 0;
  }
  EXPECT_GT(primary, promised * 95 / 100);
}

TEST(NameBuckets, ErasesOnlyWhatIsThere) {
  NameBuckets buckets(10);
  EXPECT_FALSE(buckets.erase(1, 2));
  EXPECT_TRUE(buckets.insert(1, 2));
  EXPECT_FALSE(buckets.erase(1, 3));
  EXPECT_TRUE(buckets.erase(1, 2));
  EXPECT_FALSE(buckets.erase(1, 2));
  EXPECT_EQ(buckets.first_candidate(1), entry_none);
}

// Hashes whose low 16 bits are 0 and 1 share a tag; the high bits choose the bucket.
RC_GTEST_PROP(NameBuckets, AgreesWithAMap, ()) {
  NameBuckets buckets(1);
  std::map<EntryIndex, std::uint64_t> reference;
  const auto hash =
      rc::gen::map(rc::gen::pair(rc::gen::inRange(0u, 3u), rc::gen::inRange(0u, 5u)),
                   [](auto pair) { return (std::uint64_t{pair.first} * 0x5555555500000000u) | pair.second; });
  const auto steps = *rc::gen::container<std::vector<std::tuple<std::uint64_t, EntryIndex, int>>>(
      rc::gen::tuple(hash, rc::gen::inRange(0u, 40u), rc::gen::inRange(0, 4)));
  for (const auto& [hash, entry, action] : steps) {
    const auto known = reference.find(entry);
    if (known == reference.end()) {
      if (buckets.insert(hash, entry)) {
        reference.emplace(entry, hash);
      }
    } else if (action == 0) {
      RC_ASSERT(buckets.erase(known->second, entry));
      reference.erase(known);
    }
    for (const auto& [kept, kept_hash] : reference) {
      RC_ASSERT(find(buckets, kept_hash, kept) == kept);
    }
  }
}

}  // namespace
}  // namespace augustus::table::name_buckets_test
