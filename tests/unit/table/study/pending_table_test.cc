// SPDX-License-Identifier: Apache-2.0
// Every structure that knows Faces and times against a plain map.
#include "table/study/pending_table.hh"

#include <gtest/gtest.h>

#include <random>

#include "table/study/enpt.hh"
#include "table/study/router_table.hh"
#include "unit/table/study/reference_table.hh"
#include "unit/table/study/study_names.hh"

namespace augustus::table::study::pending_table_test {
namespace {

template <typename Table>
struct PendingTableTest : testing::Test {};

using Structures = testing::Types<Lht<>, SequentialDht<>, ParallelDht<>, Enpt<Lht>, Enpt<SequentialDht>,
                                  RouterTable, RouterTableWith<PitStructure::lht>,
                                  RouterTableWith<PitStructure::dht>, RouterTableWith<PitStructure::dhtp>>;
TYPED_TEST_SUITE(PendingTableTest, Structures);

PendingSizes small_sizes() {
  return {.entries_max = 256,
          .name_bytes_max = 40,
          .extra_faces_max = 64,
          .components_max = 2048,
          .nodes_max = 2048};
}

/// 600 names: some of one hash, one empty, some as long as a table keeps and some longer.
std::vector<StudyName> names(bool adversarial) {
  std::vector<StudyName> names;
  for (std::uint32_t i = 0; i < 600; ++i) {
    names.push_back(numbered_name(i));
    if (adversarial && i % 3 == 0) {
      names.back().hash = i % 2 == 0 ? 0 : ~std::uint64_t{0};
    }
  }
  names.emplace_back(std::vector<std::string>{});
  names.emplace_back(std::vector<std::string>{std::string(38, 'x')});
  names.emplace_back(std::vector<std::string>{std::string(39, 'x')});
  names.emplace_back(std::vector<std::string>{std::string(38, 'x'), "y"});
  return names;
}

template <typename Table>
class Differential {
 public:
  Differential(unsigned seed, bool adversarial)
      : random_(seed), adversarial_(adversarial), names_(names(adversarial)) {}

  void run(unsigned operations, unsigned names_in_use) {
    for (unsigned i = 0; i < operations && !testing::Test::HasFailure(); ++i) {
      pass_time();
      // Few names of all, so that they meet; the last ones are the odd ones.
      const std::size_t number = below(10) == 0 ? names_.size() - 1 - below(4) : below(names_in_use);
      if (below(5) < 3) {
        interest(names_[number]);
      } else {
        data(names_[number]);
      }
    }
  }

  unsigned refused = 0;

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

  void pass_time() {
    const unsigned what = below(1000);
    now_ += what == 0 ? 40'000 : what < 10 ? 700 : what < 300 ? 1 : 0;
    table_.advance(now_);
  }

  void interest(const StudyName& name) {
    const PendingInterest interest{name.view(), static_cast<FaceNumber>(below(4)), below(8), 1 + below(1500)};
    const InterestOutcome expected = reference_.outcome_of(interest, now_);
    const InterestOutcome outcome = table_.on_interest(interest, now_);
    if (outcome == InterestOutcome::full) {
      ++refused;
      const bool too_long = name.bytes.size() > small_sizes().name_bytes_max;
      const bool was_full = table_.size() >= small_sizes().entries_max * 3 / 4;
      EXPECT_TRUE(too_long || was_full || adversarial_ || expected == InterestOutcome::aggregated);
      EXPECT_NE(expected, InterestOutcome::loop);
      return;
    }
    ASSERT_EQ(outcome, expected);
    reference_.apply(interest, outcome, now_);
  }

  void data(const StudyName& name) {
    FaceList faces;
    std::vector<FaceNumber> expected;
    const bool pending = reference_.on_data(name.view(), now_, expected);
    ASSERT_EQ(table_.on_data(name.view(), now_, faces), pending);
    std::sort(faces.faces.begin(), faces.faces.begin() + faces.size);
    ASSERT_EQ(std::vector(faces.faces.begin(), faces.faces.begin() + faces.size), expected);
  }

  std::mt19937_64 random_;
  bool adversarial_;
  std::vector<StudyName> names_;
  TimeMs now_ = 0xffff'f000;  // so that the clock wraps
  Table table_{small_sizes()};
  ReferenceTable reference_;
};

TYPED_TEST(PendingTableTest, DoesWhatAPlainMapDoes) {
  for (unsigned seed = 0; seed < 3; ++seed) {
    Differential<TypeParam>(seed, false).run(8'000, 100);
  }
}

TYPED_TEST(PendingTableTest, DoesWhatAPlainMapDoesButForWhatIsRefusedWhenFull) {
  unsigned refused = 0;
  for (unsigned seed = 0; seed < 3; ++seed) {
    Differential<TypeParam> differential(seed, false);
    differential.run(8'000, 600);
    refused += differential.refused;
  }
  EXPECT_GT(refused, 0u);
}

TYPED_TEST(PendingTableTest, TellsNamesOfOneHashApart) {
  for (unsigned seed = 0; seed < 3; ++seed) {
    Differential<TypeParam>(seed, true).run(8'000, 300);
  }
}

TYPED_TEST(PendingTableTest, HoldsAsManyNamesAsItSays) {
  const PendingSizes sizes{.entries_max = 5'000, .components_max = 9'000, .nodes_max = 18'000};
  TypeParam table(sizes);
  for (unsigned round = 0; round < 3; ++round) {
    for (std::uint32_t i = 0; i < sizes.entries_max; ++i) {
      const StudyName name = numbered_name(round * 7 + i);
      ASSERT_EQ(table.on_interest({name.view(), 1, i, 100}, 1), InterestOutcome::inserted);
    }
    EXPECT_EQ(table.size(), sizes.entries_max);
    const StudyName another = numbered_name(1'000'000);
    EXPECT_EQ(table.on_interest({another.view(), 1, 0, 100}, 1), InterestOutcome::full);
    for (std::uint32_t i = 0; i < sizes.entries_max; ++i) {
      const StudyName name = numbered_name(round * 7 + i);
      FaceList faces;
      ASSERT_TRUE(table.on_data(name.view(), 2, faces));
    }
    EXPECT_EQ(table.size(), 0u);
  }
}

TYPED_TEST(PendingTableTest, ExpiredEntriesGoWhenTheirBucketsAreUsed) {
  const PendingSizes sizes{
      .entries_max = 1000, .extra_faces_max = 1000, .components_max = 9000, .nodes_max = 9000};
  TypeParam table(sizes);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const StudyName name = numbered_name(i);
    for (FaceNumber face : {1, 2}) {
      table.on_interest({name.view(), face, i * 2 + face, 100}, 1);
    }
  }
  table.advance(200);
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const StudyName name = numbered_name(5000 + i);
    // Full at first, until an expired entry's bucket is met.
    table.on_interest({name.view(), 1, i, 100}, 200);
    FaceList faces;
    table.on_data(name.view(), 200, faces);
  }
  EXPECT_EQ(table.size(), 0u);
}

TEST(Enpt, ForgetsPrefixesAndComponentsThatNothingPendingHas) {
  const PendingSizes sizes{.entries_max = 1000, .components_max = 9000, .nodes_max = 9000};
  Enpt<SequentialDht> table(sizes);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    table.on_interest({numbered_name(i).view(), 1, i, 100}, 1);
  }
  EXPECT_EQ(table.components(), 7u + 61 + 1000);
  EXPECT_EQ(table.nodes(), 7u + 7 * 61 + 1000);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    FaceList faces;
    EXPECT_TRUE(table.on_data(numbered_name(i).view(), 1, faces));
  }
  EXPECT_EQ(table.components(), 0u);
  EXPECT_EQ(table.nodes(), 0u);
}

TEST(Enpt, RefusesAndForgetsWhatDoesNotFit) {
  const PendingSizes sizes{.entries_max = 100, .name_bytes_max = 200, .components_max = 5, .nodes_max = 4};
  Enpt<Lht> table(sizes);
  const StudyName one({"a", "b", "c"}), more({"d", "e"}), fits({"f"}),
      deep(std::vector<std::string>(16, "a"));
  EXPECT_EQ(table.on_interest({one.view(), 1, 1, 100}, 1), InterestOutcome::inserted);
  EXPECT_EQ(table.on_interest({more.view(), 1, 1, 100}, 1), InterestOutcome::full);
  EXPECT_EQ(table.on_interest({deep.view(), 1, 1, 100}, 1), InterestOutcome::full);
  EXPECT_EQ(table.components(), 3u);
  EXPECT_EQ(table.nodes(), 3u);
  EXPECT_EQ(table.on_interest({fits.view(), 1, 1, 100}, 1), InterestOutcome::inserted);
}

}  // namespace
}  // namespace augustus::table::study::pending_table_test
