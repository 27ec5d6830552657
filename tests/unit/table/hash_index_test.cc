// SPDX-License-Identifier: Apache-2.0
#include "table/hash_index.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <random>
#include <vector>

#include "table/pit_structure_names.hh"

namespace augustus::table::hash_index_test {
namespace {

EntryIndex find(const HashIndex& index, std::uint64_t hash, EntryIndex wanted) {
  return index.find(hash, [wanted](EntryIndex entry) { return entry == wanted; });
}

class HashIndexTest : public testing::TestWithParam<PitStructure> {};

INSTANTIATE_TEST_SUITE_P(Structures, HashIndexTest, testing::ValuesIn(pit_structures), structure_name);

TEST_P(HashIndexTest, IsTheStructureItWasToldToBe) {
  const HashIndex index(GetParam(), 10);
  EXPECT_EQ(index.structure(), GetParam());
}

TEST_P(HashIndexTest, ErasesOnlyWhatIsThere) {
  HashIndex index(GetParam(), 10);
  EXPECT_GE(index.first_candidate(1), entry_elsewhere);
  EXPECT_FALSE(index.erase(1, 2));
  EXPECT_TRUE(index.insert(1, 2));
  EXPECT_EQ(index.first_candidate(1), 2u);
  EXPECT_FALSE(index.erase(1, 3));
  EXPECT_TRUE(index.erase(1, 2));
  EXPECT_FALSE(index.erase(1, 2));
  EXPECT_GE(index.first_candidate(1), entry_elsewhere);
}

// No candidate is an answer, but by the structure that may look elsewhere.
TEST_P(HashIndexTest, HasNoCandidateOnlyWhereNoEntryIs) {
  constexpr EntryIndex room = 300;
  HashIndex index(GetParam(), room);
  std::mt19937_64 random(7);
  std::vector<std::uint64_t> hashes;
  for (EntryIndex entry = 0; entry < room; ++entry) {
    // Few buckets and tags, so that entries stand away from where they are looked for first.
    hashes.push_back((random() & 0x7'0000'0000) << 29 | (random() & 0x3f));
    if (!index.insert(hashes.back(), entry)) {
      hashes.pop_back();
      break;
    }
  }
  ASSERT_GT(hashes.size(), 20u);
  for (EntryIndex entry = 0; entry < hashes.size(); ++entry) {
    EXPECT_NE(index.first_candidate(hashes[entry]), entry_none) << entry;
  }
}

TEST_P(HashIndexTest, PrefetchingChangesNothing) {
  HashIndex index(GetParam(), 10);
  EXPECT_TRUE(index.insert(7, 3));
  for (const std::uint64_t hash : {7ull, 8ull, ~0ull}) {
    index.prefetch(hash);
    index.prefetch_alternate(hash);
    index.first_candidate(hash);
  }
  EXPECT_EQ(find(index, 7, 3), 3u);
}

// Names made for one bucket must not make walks long, nor take others with them.
TEST_P(HashIndexTest, BoundsTheNamesOfOneHash) {
  constexpr EntryIndex room = 1000;
  HashIndex index(GetParam(), room);
  constexpr std::uint64_t hash = 0x123456789abcdef0;
  EntryIndex taken = 0;
  while (taken < room && index.insert(hash, taken)) {
    ++taken;
  }
  EXPECT_LE(taken, 64u);
  EXPECT_GE(taken, 20u);
  EXPECT_FALSE(index.insert(hash, taken));
  for (EntryIndex entry = 0; entry < taken; ++entry) {
    EXPECT_EQ(find(index, hash, entry), entry);
  }
  EXPECT_TRUE(index.erase(hash, taken / 2));
  EXPECT_TRUE(index.insert(hash, taken));
  EXPECT_TRUE(index.insert(~hash, room - 1));
  EXPECT_EQ(find(index, ~hash, room - 1), room - 1);
}

TEST_P(HashIndexTest, HoldsWhatItPromisesThroughComingAndGoing) {
  constexpr EntryIndex promised = 20000;
  HashIndex index(GetParam(), promised);
  std::mt19937_64 random(4);
  std::vector<std::uint64_t> hashes(promised);
  for (EntryIndex entry = 0; entry < promised; ++entry) {
    hashes[entry] = random();
    ASSERT_TRUE(index.insert(hashes[entry], entry));
  }
  for (unsigned i = 0; i < 5 * promised; ++i) {
    const auto entry = static_cast<EntryIndex>(random() % promised);
    ASSERT_TRUE(index.erase(hashes[entry], entry));
    ASSERT_EQ(find(index, hashes[entry], entry), entry_none);
    hashes[entry] = random();
    ASSERT_TRUE(index.insert(hashes[entry], entry));
  }
  for (EntryIndex entry = 0; entry < promised; ++entry) {
    ASSERT_EQ(find(index, hashes[entry], entry), entry);
  }
}

// Hashes whose low 16 bits are 0 and 1 share a tag; few places make chains long and buckets full.
RC_GTEST_PROP(HashIndex, AgreesWithAMap, ()) {
  const auto structure = *rc::gen::elementOf(pit_structures);
  HashIndex index(structure, 64);
  std::map<EntryIndex, std::uint64_t> reference;
  const auto hash =
      rc::gen::map(rc::gen::pair(rc::gen::inRange(0u, 3u), rc::gen::inRange(0u, 5u)),
                   [](auto pair) { return (std::uint64_t{pair.first} * 0x5555555500000000u) | pair.second; });
  const auto steps = *rc::gen::container<std::vector<std::tuple<std::uint64_t, EntryIndex, int>>>(
      rc::gen::tuple(hash, rc::gen::inRange(0u, 64u), rc::gen::inRange(0, 4)));
  for (const auto& [hash, entry, action] : steps) {
    const auto known = reference.find(entry);
    if (known == reference.end()) {
      if (index.insert(hash, entry)) {
        reference.emplace(entry, hash);
      }
    } else if (action == 0) {
      RC_ASSERT(index.erase(known->second, entry));
      reference.erase(known);
    }
    for (EntryIndex other = 0; other < 64; ++other) {
      const auto kept = reference.find(other);
      RC_ASSERT(find(index, kept != reference.end() ? kept->second : hash, other) ==
                (kept != reference.end() ? other : entry_none));
    }
  }
}

TEST(PitStructure, IsKnownByItsName) {
  for (const PitStructure structure : pit_structures) {
    EXPECT_EQ(pit_structure_of(to_string(structure)), structure);
  }
}

TEST(PitStructure, SaysWhyTheOthersOfTheStudyCannotBe) {
  const auto refusal = [](std::string_view word) -> std::string {
    try {
      pit_structure_of(word);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_NE(refusal("cbf").find("Bloom filter keeps no Faces"), std::string::npos);
  EXPECT_NE(refusal("enpt").find("15 components"), std::string::npos);
  EXPECT_EQ(refusal("hash"), "expected \"name-table\", \"lht\", \"dht\" or \"dhtp\"");
}

}  // namespace
}  // namespace augustus::table::hash_index_test
