// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "table/name_table.hh"

namespace augustus::table::pit_record_test {
namespace {

constexpr TimeNs ms = nanoseconds_per_millisecond;

PitSelectors with_digest(std::uint8_t fill) {
  PitSelectors selectors;
  selectors.has_digest = true;
  selectors.digest.fill(fill);
  return selectors;
}

PitSelectors with_hint(std::uint64_t hash) {
  PitSelectors selectors;
  selectors.hint_hash = hash;
  return selectors;
}

std::multiset<FaceId> in_faces(NameTable& table, PitRecord& record) {
  std::multiset<FaceId> faces;
  table.for_each_in(record, [&](InRecord& in) {
    faces.insert(in.face);
    return true;
  });
  return faces;
}

std::multiset<FaceId> out_faces(NameTable& table, PitRecord& record) {
  std::multiset<FaceId> faces;
  table.for_each_out(record, [&](OutRecord& out) {
    faces.insert(out.face);
    return true;
  });
  return faces;
}

std::vector<FaceId> listed_faces(NameTable& table, PitRecord& record) {
  std::vector<FaceId> faces;
  table.for_each_listed_in(record, [&](InRecord& in) {
    faces.push_back(in.face);
    return true;
  });
  return faces;
}

class PitRecords : public testing::Test {
 protected:
  static NameTableSizes sizes() {
    NameTableSizes sizes;
    sizes.entries_max = 200;
    sizes.pit_records_max = 100;
    sizes.extra_records_max = 3;
    sizes.digests_max = 2;
    sizes.name_bytes_max = 0;
    return sizes;
  }

  EntryIndex entry(std::uint8_t number) { return table.find_or_insert({number, std::span(&number, 1)}); }

  NameTable table{sizes()};
};

TEST_F(PitRecords, StartWithoutFacesAndTimer) {
  PitRecord* const record = table.insert_pit(entry(1), {});
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(record->entry, entry(1));
  EXPECT_EQ(table.first_pit(entry(1)), record);
  EXPECT_EQ(table.next_pit(*record), nullptr);
  EXPECT_FALSE(table.has_in(*record));
  EXPECT_TRUE(in_faces(table, *record).empty());
  EXPECT_TRUE(out_faces(table, *record).empty());
  EXPECT_EQ(table.next_expiry(), time_never);
  EXPECT_EQ(table.pit_size(), 1u);
}

TEST_F(PitRecords, OfOneNameDifferByEachSelector) {
  std::vector<PitSelectors> all(3);
  all[1].can_be_prefix = true;
  all[2].must_be_fresh = true;
  all.push_back(with_hint(7));
  all.push_back(with_hint(8));
  all.push_back(with_digest(0));
  all.push_back(with_digest(1));
  const EntryIndex name = entry(1);
  std::set<PitRecord*> records;
  for (const auto& selectors : all) {
    EXPECT_EQ(table.find_pit(name, selectors), nullptr);
    PitRecord* const record = table.insert_pit(name, selectors);
    EXPECT_EQ(record->can_be_prefix(), selectors.can_be_prefix);
    EXPECT_EQ(record->must_be_fresh(), selectors.must_be_fresh);
    EXPECT_EQ(record->has_digest(), selectors.has_digest);
    EXPECT_EQ(record->hint_hash, selectors.hint_hash);
    EXPECT_EQ(table.find_pit(name, selectors), record);
    records.insert(record);
  }
  EXPECT_EQ(records.size(), all.size());
  std::set<PitRecord*> listed;
  for (PitRecord* record = table.first_pit(name); record != nullptr; record = table.next_pit(*record)) {
    listed.insert(record);
  }
  EXPECT_EQ(listed, records);
  EXPECT_EQ(table.digest(*table.find_pit(name, with_digest(1)))[31], 1);
  EXPECT_EQ(table.find_pit(entry(2), {}), nullptr);
}

TEST_F(PitRecords, LeaveTheListFromAnyPlace) {
  for (unsigned erased = 0; erased < 3; ++erased) {
    const EntryIndex name = entry(1);
    for (unsigned hint = 0; hint < 3; ++hint) {
      ASSERT_NE(table.insert_pit(name, with_hint(hint)), nullptr);
    }
    table.erase_pit(*table.find_pit(name, with_hint(erased)));
    for (unsigned hint = 0; hint < 3; ++hint) {
      PitRecord* const record = table.find_pit(name, with_hint(hint));
      EXPECT_EQ(record == nullptr, hint == erased);
      if (record != nullptr) {
        table.erase_pit(*record);
      }
    }
    EXPECT_EQ(table.first_pit(name), nullptr);
    EXPECT_EQ(table.pit_size(), 0u);
  }
}

TEST_F(PitRecords, AreRefusedWhenThePitIsFull) {
  for (std::uint8_t number = 0; number < 100; ++number) {
    ASSERT_NE(table.insert_pit(entry(number), {}), nullptr);
  }
  EXPECT_EQ(table.insert_pit(entry(100), {}), nullptr);
  table.erase_pit(*table.first_pit(entry(50)));
  EXPECT_NE(table.insert_pit(entry(100), {}), nullptr);
}

TEST_F(PitRecords, AreRefusedBeyondTheLimitOfOneName) {
  for (unsigned hint = 0; hint < pit_records_per_name_max; ++hint) {
    ASSERT_NE(table.insert_pit(entry(1), with_hint(hint)), nullptr);
  }
  EXPECT_EQ(table.insert_pit(entry(1), with_hint(1000)), nullptr);
  EXPECT_NE(table.insert_pit(entry(2), with_hint(1000)), nullptr);
  table.erase_pit(*table.find_pit(entry(1), with_hint(9)));
  EXPECT_NE(table.insert_pit(entry(1), with_hint(1000)), nullptr);
}

TEST_F(PitRecords, GiveTheirDigestBack) {
  for (unsigned round = 0; round < 3; ++round) {
    PitRecord* const one = table.insert_pit(entry(1), with_digest(1));
    PitRecord* const two = table.insert_pit(entry(1), with_digest(2));
    ASSERT_NE(two, nullptr);
    EXPECT_EQ(table.insert_pit(entry(1), with_digest(3)), nullptr);
    EXPECT_NE(table.insert_pit(entry(1), {}), nullptr);
    EXPECT_EQ(table.pit_size(), 3u);
    table.erase_pit(*one);
    table.erase_pit(*two);
    table.erase_pit(*table.first_pit(entry(1)));
  }
}

TEST_F(PitRecords, ShareTheExtraInRecords) {
  PitRecord& one = *table.insert_pit(entry(1), {});
  PitRecord& two = *table.insert_pit(entry(2), {});
  for (FaceId face = 300; face < 304; ++face) {
    ASSERT_NE(table.insert_in(one, face), nullptr);
  }
  EXPECT_EQ(table.insert_in(one, 304), nullptr);
  EXPECT_NE(table.insert_in(two, 300), nullptr);  // its own place
  EXPECT_EQ(table.insert_in(two, 301), nullptr);
  EXPECT_EQ(in_faces(table, one), (std::multiset<FaceId>{300, 301, 302, 303}));
  table.erase_pit(one);
  EXPECT_NE(table.insert_in(two, 301), nullptr);
}

TEST_F(PitRecords, GiveAFaceOneRecordOfEachKind) {
  PitRecord& record = *table.insert_pit(entry(1), {});
  for (FaceId face = 300; face < 303; ++face) {
    table.insert_in(record, face)->nonce = face;
    table.insert_out(record, face)->nonce = face;
  }
  EXPECT_EQ(table.insert_in(record, 302), table.find_in(record, 302));
  EXPECT_EQ(table.insert_in(record, 302)->nonce, 302u);
  EXPECT_EQ(table.insert_out(record, 300)->nonce, 300u);
  EXPECT_EQ(in_faces(table, record).size(), 3u);
  EXPECT_EQ(out_faces(table, record).size(), 3u);
}

TEST_F(PitRecords, TellACrowdedListFromAFullPool) {
  PitRecord& record = *table.insert_pit(entry(1), {});
  for (FaceId face = 300; face < 304; ++face) {
    ASSERT_NE(table.insert_in(record, face), nullptr);
  }
  bool is_crowded = false;
  EXPECT_EQ(table.add_in(record, 304, 3, true, is_crowded), nullptr);
  EXPECT_FALSE(is_crowded);
  // The room of another suffices: of the one behind 303.
  EXPECT_NE(table.replace_in(record, table.find_in(record, 303), 304, true), nullptr);
  EXPECT_EQ(in_faces(table, record), (std::multiset<FaceId>{300, 301, 303, 304}));
}

TEST(CrowdedPitRecord, ListsAnotherFaceInPlaceOfOne) {
  NameTableSizes sizes;
  sizes.extra_records_max = 2 * faces_per_record_max;
  NameTable table(sizes);
  const std::uint8_t name = 1;
  PitRecord& record = *table.insert_pit(table.find_or_insert({name, std::span(&name, 1)}), {});
  constexpr FaceId first = 300, oldest = first + 1, newcomer = oldest + faces_per_record_max;
  bool is_crowded = false;
  for (FaceId face = first; face < newcomer; ++face) {
    const unsigned listed = face == first ? 0 : face - oldest;
    InRecord* const in = table.add_in(record, face, listed, false, is_crowded);
    ASSERT_NE(in, nullptr) << face;
    in->nonce = face;
  }
  EXPECT_FALSE(is_crowded);
  EXPECT_EQ(table.insert_in(record, newcomer, false), nullptr);
  EXPECT_EQ(table.add_in(record, newcomer, faces_per_record_max, false, is_crowded), nullptr);
  EXPECT_TRUE(is_crowded);
  EXPECT_EQ(listed_faces(table, record).back(), oldest);
  InRecord* const in = table.replace_in(record, table.find_in(record, oldest + 1), newcomer, false);
  ASSERT_NE(in, nullptr);
  EXPECT_EQ(in, table.find_in(record, newcomer));
  EXPECT_EQ(in->nonce, 0u);
  EXPECT_EQ(table.find_in(record, oldest), nullptr);
  EXPECT_NE(table.find_in(record, first), nullptr);
  EXPECT_EQ(listed_faces(table, record).front(), newcomer);
  EXPECT_EQ(listed_faces(table, record).back(), oldest + 1);
  EXPECT_EQ(table.shares().in_records.in_use(), faces_per_record_max);
  EXPECT_EQ(table.shares().in_records.figures().refused, 0u);
  table.erase_pit(record);
  EXPECT_EQ(table.shares().in_records.in_use(), 0u);
  EXPECT_EQ(table.shares().in_records.figures().largest, 0u);
}

TEST(CrowdedPitRecord, KeepsItsFacesWhereThePoolIsAgainstAnother) {
  NameTableSizes sizes;
  sizes.extra_records_max = 512;
  NameTable table(sizes);
  const std::uint8_t name = 1;
  PitRecord& record = *table.insert_pit(table.find_or_insert({name, std::span(&name, 1)}), {});
  constexpr FaceId first = 300, stranger = first + 513;
  for (FaceId face = first; face < stranger; ++face) {
    ASSERT_NE(table.insert_in(record, face, true), nullptr) << face;
  }
  const auto before = listed_faces(table, record);
  // The room of one is in what is kept for programs of this machine.
  EXPECT_EQ(table.replace_in(record, nullptr, stranger, false), nullptr);
  EXPECT_EQ(listed_faces(table, record), before);
  EXPECT_EQ(table.shares().in_records.in_use(), 512u);
  EXPECT_EQ(table.shares().in_records.refused(), 1u);
  InRecord* const in = table.replace_in(record, nullptr, stranger, true);
  ASSERT_NE(in, nullptr);
  EXPECT_EQ(listed_faces(table, record).front(), stranger);
  EXPECT_EQ(table.find_in(record, stranger - 1), nullptr) << "the first listed made place";
  EXPECT_EQ(table.shares().in_records.in_use(), 512u);
}

TEST_F(PitRecords, StopVisitingWhenTold) {
  PitRecord& record = *table.insert_pit(entry(1), {});
  for (FaceId face = 300; face < 304; ++face) {
    table.insert_in(record, face);
  }
  unsigned visited = 0;
  table.for_each_in(record, [&](InRecord&) { return ++visited < 2; });
  EXPECT_EQ(visited, 2u);
}

TEST_F(PitRecords, MayBeErasedFromWithinAVisit) {
  PitRecord& record = *table.insert_pit(entry(1), {});
  for (FaceId face = 300; face < 305; ++face) {
    ASSERT_NE(table.insert_out(record, face), nullptr);
  }
  table.for_each_out(record, [&](OutRecord& out) {
    table.erase_out(record, out.face);
    return true;
  });
  EXPECT_TRUE(out_faces(table, record).empty());
  for (FaceId face = 300; face < 305; ++face) {
    EXPECT_NE(table.insert_out(record, face), nullptr);
  }
}

TEST_F(PitRecords, LeaveTheWheelWhenErased) {
  PitRecord& one = *table.insert_pit(entry(1), {});
  PitRecord& two = *table.insert_pit(entry(2), {});
  table.schedule(one, 10 * ms, 0);
  table.schedule(two, 10 * ms, 0);
  table.erase_pit(one);
  std::vector<PitRecord*> fired;
  table.expire(10 * ms, 100, [&](PitRecord& record) {
    fired.push_back(&record);
    const EntryIndex name = record.entry;
    table.erase_pit(record);
    table.release_if_unused(name);
  });
  EXPECT_EQ(fired, std::vector<PitRecord*>{&two});
  EXPECT_EQ(table.next_expiry(), time_never);
  EXPECT_EQ(table.pit_size(), 0u);
}

TEST_F(PitRecords, ComeBackCleanAfterUse) {
  PitRecord& record = *table.insert_pit(entry(1), {});
  record.satisfied = true;
  record.strategy = 3;
  table.insert_in(record, 300)->pit_token_length = 4;
  table.insert_out(record, 300)->has_nack = true;
  table.schedule(record, 10 * ms, 0);
  table.erase_pit(record);
  PitRecord& again = *table.insert_pit(entry(1), {});
  EXPECT_FALSE(again.satisfied);
  EXPECT_EQ(again.strategy, 0);
  EXPECT_FALSE(TimingWheel::scheduled(again));
  EXPECT_EQ(table.insert_in(again, 300)->pit_token_length, 0);
  EXPECT_FALSE(table.insert_out(again, 300)->has_nack);
}

// Three records compete for in- and out-records of six faces from pools of three.
RC_GTEST_FIXTURE_PROP(PitRecords, KeepTheFacesThatAMapKeeps, ()) {
  constexpr std::size_t own_in = 1, own_out = 2, pool = 3;
  std::map<unsigned, std::set<FaceId>> ins, outs;
  std::vector<PitRecord*> records;
  for (std::uint8_t number = 0; number < 3; ++number) {
    records.push_back(table.insert_pit(entry(number), {}));
  }
  const auto steps = *rc::gen::container<std::vector<std::tuple<int, unsigned, FaceId>>>(
      rc::gen::tuple(rc::gen::inRange(0, 10), rc::gen::inRange(0u, 3u), rc::gen::inRange(300u, 306u)));
  for (const auto& [action, number, face] : steps) {
    PitRecord& record = *records[number];
    if (action < 3) {
      const bool had = ins[number].contains(face);
      InRecord* const in = table.insert_in(record, face);
      RC_ASSERT(in != nullptr || !had);
      RC_ASSERT(in != nullptr || ins[number].size() >= own_in);
      if (in != nullptr) {
        ins[number].insert(face);
      }
    } else if (action < 6) {
      const bool had = outs[number].contains(face);
      OutRecord* const out = table.insert_out(record, face);
      RC_ASSERT(out != nullptr || !had);
      RC_ASSERT(out != nullptr || outs[number].size() >= own_out);
      if (out != nullptr) {
        outs[number].insert(face);
      }
    } else if (action < 8) {
      table.erase_in(record, face);
      ins[number].erase(face);
      table.erase_out(record, face);
      outs[number].erase(face);
    } else if (action == 8) {
      table.clear_in(record);
      ins[number].clear();
    } else {
      table.erase_pit(record);
      ins[number].clear();
      outs[number].clear();
      records[number] = table.insert_pit(entry(static_cast<std::uint8_t>(number)), {});
    }
    for (unsigned i = 0; i < 3; ++i) {
      RC_ASSERT(in_faces(table, *records[i]) == std::multiset<FaceId>(ins[i].begin(), ins[i].end()));
      RC_ASSERT(out_faces(table, *records[i]) == std::multiset<FaceId>(outs[i].begin(), outs[i].end()));
      RC_ASSERT(table.has_in(*records[i]) == !ins[i].empty());
      for (FaceId seen = 300; seen < 306; ++seen) {
        RC_ASSERT((table.find_in(*records[i], seen) != nullptr) == ins[i].contains(seen));
        RC_ASSERT((table.find_out(*records[i], seen) != nullptr) == outs[i].contains(seen));
      }
    }
  }
  for (PitRecord* record : records) {
    table.erase_pit(*record);
  }
  PitRecord& last = *table.insert_pit(entry(0), {});
  for (FaceId face = 300; face < 300 + own_in + pool; ++face) {
    RC_ASSERT(table.insert_in(last, face) != nullptr);
  }
  for (FaceId face = 300; face < 300 + own_out + pool; ++face) {
    RC_ASSERT(table.insert_out(last, face) != nullptr);
  }
}

}  // namespace
}  // namespace augustus::table::pit_record_test
