// SPDX-License-Identifier: Apache-2.0
#include "table/name_table.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "table/pit_structure_names.hh"

namespace augustus::table::name_table_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

NameTableSizes sizes_of(PitStructure structure) {
  NameTableSizes sizes;
  sizes.structure = structure;
  sizes.entries_max = 64;
  sizes.pit_records_max = 32;
  sizes.extra_records_max = 8;
  sizes.digests_max = 4;
  sizes.name_bytes_max = 1u << 16;
  return sizes;
}

/// Name number `number`: some are short, some fill the entry, some are as long as a packet.
Bytes name_of(unsigned number) {
  constexpr std::size_t lengths[] = {0, 3, 21, 40, 41, 103, 104, 105, 128, 129, 700, 8800};
  Bytes bytes(lengths[number % std::size(lengths)]);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(i * 7 + number / std::size(lengths));
  }
  return bytes;
}

Bytes bytes_of(const std::string& text) {
  return {text.begin(), text.end()};
}

Bytes copy_of(std::span<const std::uint8_t> bytes) {
  return {bytes.begin(), bytes.end()};
}

class NameTableTest : public testing::TestWithParam<PitStructure> {
 protected:
  static NameTableSizes small_sizes() { return sizes_of(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Structures, NameTableTest, testing::ValuesIn(pit_structures), structure_name);

TEST_P(NameTableTest, IsEmptyAtFirst) {
  NameTable table(small_sizes());
  EXPECT_EQ(table.find({1, {}}), entry_none);
  EXPECT_EQ(table.size(), 0u);
  EXPECT_EQ(table.next_expiry(), time_never);
}

TEST_P(NameTableTest, FindsWhatWasInserted) {
  NameTable table(small_sizes());
  const Bytes name = bytes_of("a name");
  const EntryIndex entry = table.find_or_insert({77, name});
  ASSERT_NE(entry, entry_none);
  EXPECT_EQ(table.find({77, name}), entry);
  EXPECT_EQ(table.find_or_insert({77, name}), entry);
  EXPECT_EQ(table.size(), 1u);
  EXPECT_EQ(table.hash(entry), 77u);
  EXPECT_EQ(copy_of(table.name(entry)), name);
  EXPECT_FALSE(table.cs_handle(entry).valid());
  EXPECT_EQ(table.first_pit(entry), nullptr);
}

TEST_P(NameTableTest, NamesOfOneHashAreDifferentEntries) {
  NameTable table(small_sizes());
  const Bytes one = bytes_of("/one"), two = bytes_of("/two"), longer = bytes_of("/one/more");
  const EntryIndex first = table.find_or_insert({5, one});
  EXPECT_EQ(table.find({5, two}), entry_none);
  EXPECT_EQ(table.find({5, longer}), entry_none);
  const EntryIndex second = table.find_or_insert({5, two});
  EXPECT_NE(first, second);
  EXPECT_EQ(table.find({5, one}), first);
  EXPECT_EQ(table.find({5, two}), second);
}

TEST(NameTable, RefusesMoreNamesOfOneHashThanTwoBucketsHold) {
  NameTable table(sizes_of(PitStructure::name_table));
  std::vector<EntryIndex> entries;
  for (unsigned number = 0; number < 21; ++number) {
    const Bytes name = bytes_of(std::to_string(number));
    entries.push_back(table.find_or_insert({99, name}));
  }
  EXPECT_EQ(std::count(entries.begin(), entries.end(), entry_none), 1);
  EXPECT_EQ(table.size(), 20u);
  for (unsigned number = 0; number < 21; ++number) {
    const Bytes name = bytes_of(std::to_string(number));
    EXPECT_EQ(table.find({99, name}), entries[number]);
  }
}

TEST_P(NameTableTest, KeepsAnEntryWhileSomethingUsesIt) {
  NameTable table(small_sizes());
  const Bytes name = bytes_of("x");
  const EntryIndex entry = table.find_or_insert({3, name});
  PitRecord* const record = table.insert_pit(entry, {});
  table.set_cs_handle(entry, {1, 2, 3});
  table.release_if_unused(entry);
  EXPECT_EQ(table.find({3, name}), entry);
  EXPECT_EQ(table.cs_handle(entry), (SegmentHandle{1, 2, 3}));
  table.erase_pit(*record);
  table.release_if_unused(entry);
  EXPECT_EQ(table.find({3, name}), entry);
  table.set_cs_handle(entry, {});
  table.release_if_unused(entry);
  EXPECT_EQ(table.find({3, name}), entry_none);
  EXPECT_EQ(table.size(), 0u);
}

TEST_P(NameTableTest, RecordsMayGoWhileOthersExpire) {
  NameTableSizes sizes = small_sizes();
  sizes.entries_max = sizes.pit_records_max = 1000;
  NameTable table(sizes);
  std::vector<PitRecord*> records;
  for (unsigned i = 0; i < 1000; ++i) {
    const Bytes name = bytes_of(std::to_string(i));
    PitRecord* const record = table.insert_pit(table.find_or_insert({i * 0x9e3779b97f4a7c15u, name}), {});
    ASSERT_NE(record, nullptr);
    table.schedule(*record, (10 + i % 3) * nanoseconds_per_millisecond, 0);
    records.push_back(record);
  }
  const auto erase = [&](PitRecord& record) {
    records[record.self] = nullptr;
    const EntryIndex entry = record.entry;
    table.erase_pit(record);
    table.release_if_unused(entry);
  };
  std::mt19937 random(1);
  unsigned expired = 0;
  table.expire(20 * nanoseconds_per_millisecond, 2000, [&](PitRecord& record) {
    ++expired;
    erase(record);
    // Another one, that might be next.
    if (PitRecord* const other = records[random() % records.size()]; other != nullptr) {
      erase(*other);
    }
  });
  EXPECT_GT(expired, 500u);
  EXPECT_EQ(table.pit_size(), 0u);
  EXPECT_EQ(table.size(), 0u);
}

TEST_P(NameTableTest, RefusesALongNameWhenItsStorageIsFull) {
  NameTableSizes sizes = small_sizes();
  sizes.name_bytes_max = 16384;
  NameTable table(sizes);
  const Bytes one(8800, 1), two(8800, 2), brief(104, 3);
  const EntryIndex entry = table.find_or_insert({1, one});
  ASSERT_NE(entry, entry_none);
  EXPECT_EQ(table.find_or_insert({2, two}), entry_none);
  EXPECT_EQ(table.size(), 1u);
  EXPECT_NE(table.find_or_insert({3, brief}), entry_none);
  table.release_if_unused(entry);
  EXPECT_NE(table.find_or_insert({2, two}), entry_none);
}

TEST_P(NameTableTest, RefusesANameLongerThanAnyPacket) {
  NameTable table(small_sizes());
  const Bytes name(70000, 1);
  EXPECT_EQ(table.find_or_insert({1, name}), entry_none);
}

TEST_P(NameTableTest, PrefetchingChangesNothing) {
  NameTable table(small_sizes());
  const Bytes name = bytes_of("x");
  const EntryIndex entry = table.find_or_insert({3, name});
  for (const std::uint64_t hash : {3ull, 4ull, ~0ull}) {
    table.prefetch_bucket(hash);
    table.prefetch_entry(hash, 60);
  }
  table.prefetch_pit(entry);
  EXPECT_EQ(table.find({3, name}), entry);
}

// Names that share a hash's tag, the whole hash, or nothing are told apart as without the look ahead.
TEST_P(NameTableTest, FindsFromWhatPrefetchingSawWhatItFindsWithout) {
  NameTableSizes sizes = small_sizes();
  sizes.name_bytes_max = 1u << 20;
  NameTable table(sizes);
  std::mt19937_64 random(11);
  std::vector<std::pair<std::uint64_t, Bytes>> names;
  for (unsigned i = 0; i < 120; ++i) {
    names.emplace_back((random() & 0x7'0000'0000) << 29 | (random() & 3), name_of(i % 60));
  }
  for (unsigned i = 0; i < 50; ++i) {
    table.find_or_insert({names[i].first, names[i].second});
  }
  for (unsigned round = 0; round < 2; ++round) {
    const std::uint32_t changes = table.changes();
    for (const auto& [hash, name] : names) {
      const EntryIndex candidate = table.prefetch_entry(hash, name.size());
      EXPECT_EQ(table.find({hash, name}, candidate), table.find({hash, name}));
    }
    EXPECT_EQ(table.changes(), changes);
    table.release_if_unused(table.find({names[0].first, names[0].second}));
    EXPECT_NE(table.changes(), changes);
    table.find_or_insert({names[0].first, names[0].second});
  }
}

// Keyed hashes are random numbers: so are these. Every size must fill, also after much coming and going.
TEST_P(NameTableTest, HoldsAsManyEntriesAsItPromises) {
  for (const std::uint32_t capacity : {0u, 1u, 7u, 64u, 1000u, 100000u}) {
    NameTableSizes sizes = small_sizes();
    sizes.entries_max = capacity;
    NameTable table(sizes);
    std::mt19937_64 random(capacity);
    std::vector<std::uint64_t> hashes;
    const auto insert = [&] {
      const std::uint64_t hash = random();
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(&hash);
      if (table.find_or_insert({hash, {bytes, sizeof(hash)}}) == entry_none) {
        return false;
      }
      hashes.push_back(hash);
      return true;
    };
    for (std::uint32_t i = 0; i < capacity; ++i) {
      ASSERT_TRUE(insert()) << i << " of " << capacity;
    }
    EXPECT_FALSE(insert());
    for (std::uint32_t i = 0; i < 2 * capacity; ++i) {
      std::uint64_t& leaves = hashes[random() % capacity];
      std::swap(leaves, hashes.back());
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(&hashes.back());
      table.release_if_unused(table.find({hashes.back(), {bytes, sizeof(std::uint64_t)}}));
      hashes.pop_back();
      ASSERT_TRUE(insert()) << i << " of " << capacity;
    }
    for (const std::uint64_t& hash : hashes) {
      ASSERT_NE(table.find({hash, {reinterpret_cast<const std::uint8_t*>(&hash), sizeof(hash)}}), entry_none);
    }
    EXPECT_EQ(table.size(), capacity);
  }
}

/// The reference: names by hash and bytes, as the table is told of them.
struct Model {
  using Key = std::pair<std::uint64_t, Bytes>;
  std::map<Key, EntryIndex> entries;

  void check(NameTable& table) const {
    RC_ASSERT(table.size() == entries.size());
    for (const auto& [key, entry] : entries) {
      RC_ASSERT(table.find({key.first, key.second}) == entry);
      RC_ASSERT(copy_of(table.name(entry)) == key.second);
      RC_ASSERT(table.hash(entry) == key.first);
    }
  }
};

// Few distinct hashes make tags and whole hashes collide; 12 entries and 32 KiB of long names make it full.
RC_GTEST_PROP(NameTable, AgreesWithAMap, ()) {
  NameTableSizes sizes = sizes_of(*rc::gen::elementOf(pit_structures));
  sizes.entries_max = 12;
  sizes.name_bytes_max = 1u << 15;
  NameTable table(sizes);
  Model model;
  const auto operations = *rc::gen::container<std::vector<std::tuple<bool, unsigned, unsigned>>>(
      rc::gen::tuple(rc::gen::arbitrary<bool>(), rc::gen::inRange(0u, 36u), rc::gen::inRange(0u, 6u)));
  for (const auto& [insert, number, kind] : operations) {
    constexpr std::uint64_t hashes[] = {0, 1, 0x10000, 0x100000001, ~0ull, 0x8000000000000001};
    const Model::Key key{hashes[kind], name_of(number)};
    const NameKey name{key.first, key.second};
    const auto known = model.entries.find(key);
    RC_ASSERT(table.find(name) == (known == model.entries.end() ? entry_none : known->second));
    if (insert) {
      const EntryIndex entry = table.find_or_insert(name);
      if (known != model.entries.end()) {
        RC_ASSERT(entry == known->second);
      } else if (entry != entry_none) {
        for (const auto& other : model.entries) {
          RC_ASSERT(other.second != entry);
        }
        model.entries.emplace(key, entry);
      } else {
        RC_ASSERT(model.entries.size() == 12u || key.second.size() > 104u);
      }
    } else if (known != model.entries.end()) {
      table.release_if_unused(known->second);
      model.entries.erase(known);
    }
    model.check(table);
  }
  for (const auto& entry : model.entries) {
    table.release_if_unused(entry.second);
  }
  RC_ASSERT(table.size() == 0u);
}

}  // namespace
}  // namespace augustus::table::name_table_test
