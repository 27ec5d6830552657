// SPDX-License-Identifier: Apache-2.0
#include "table/fib.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "table/prefix_names.hh"

namespace augustus::table::fib_test {
namespace {

using wire::Name;

std::vector<NextHop> hops_of(const FibMatch& match) {
  return match ? std::vector<NextHop>(match.next_hops->begin(), match.next_hops->end())
               : std::vector<NextHop>{};
}

class FibTest : public testing::Test {
 protected:
  std::vector<NextHop> longest(const Name& name) const {
    const auto view = view_of(key_, name);
    const auto by_view = hops_of(fib_.find_longest(view, name.value().data()));
    EXPECT_EQ(by_view, hops_of(fib_.find_longest(name.value())));
    return by_view;
  }

  HashKey key_ = HashKey::random();
  Quiescence quiescence_{1};
  Fib fib_{64, key_, quiescence_};
};

TEST_F(FibTest, LongestPrefixWins) {
  EXPECT_EQ(fib_.set(Name::literal("/"), {{300, 9}}), FibOutcome::ok);
  EXPECT_EQ(fib_.set(Name::literal("/a"), {{301, 1}}), FibOutcome::ok);
  EXPECT_EQ(fib_.set(Name::literal("/a/b/c"), {{302, 1}}), FibOutcome::ok);
  EXPECT_EQ(longest(Name::literal("/a/b/c/d")), (std::vector<NextHop>{{302, 1}}));
  EXPECT_EQ(longest(Name::literal("/a/b")), (std::vector<NextHop>{{301, 1}}));
  EXPECT_EQ(longest(Name::literal("/x")), (std::vector<NextHop>{{300, 9}}));
}

TEST_F(FibTest, NoRouteIsNull) {
  EXPECT_FALSE(fib_.find_longest(Name::literal("/a").value()));
  fib_.set(Name::literal("/a/b"), {{300, 0}});
  EXPECT_FALSE(fib_.find_longest(Name::literal("/a").value()));
  EXPECT_FALSE(fib_.find_longest(Name::literal("/a/bb").value()));
}

TEST_F(FibTest, SortsByCostThenFaceAndKeepsTheLowestCostOfAFace) {
  fib_.set(Name::literal("/a"), {{303, 5}, {301, 5}, {302, 1}, {303, 2}});
  EXPECT_EQ(longest(Name::literal("/a")), (std::vector<NextHop>{{302, 1}, {303, 2}, {301, 5}}));
}

TEST_F(FibTest, MatchKnowsItsPrefix) {
  fib_.set(Name::literal("/a/b"), {{300, 0}});
  const FibMatch match = fib_.find_longest(Name::literal("/a/b/c").value());
  ASSERT_TRUE(match);
  EXPECT_EQ(match.prefix_components, 2);
  EXPECT_EQ(match.prefix_hash, view_of(key_, Name::literal("/a/b")).name_hash);
}

TEST_F(FibTest, FindsOnePrefixExactly) {
  fib_.set(Name::literal("/a/b"), {{300, 4}});
  ASSERT_NE(fib_.find_exact(Name::literal("/a/b")), nullptr);
  EXPECT_EQ(*fib_.find_exact(Name::literal("/a/b")), (NextHopList{{300, 4}}));
  EXPECT_EQ(fib_.find_exact(Name::literal("/a")), nullptr);
  EXPECT_EQ(fib_.find_exact(Name::literal("/a/b/c")), nullptr);
}

TEST_F(FibTest, EmptySetRemoves) {
  fib_.set(Name::literal("/a"), {{300, 0}});
  EXPECT_EQ(fib_.set(Name::literal("/a"), {}), FibOutcome::ok);
  EXPECT_EQ(fib_.set(Name::literal("/a"), {}), FibOutcome::ok);
  EXPECT_EQ(fib_.size(), 0u);
  EXPECT_FALSE(fib_.find_longest(Name::literal("/a").value()));
}

TEST_F(FibTest, DepthAndFanOutAreLimited) {
  const Name deepest = short_name(0, 32);
  EXPECT_EQ(fib_.set(deepest, {{300, 0}}), FibOutcome::ok);
  EXPECT_EQ(fib_.set(short_name(0, 33), {{300, 0}}), FibOutcome::too_deep);
  EXPECT_EQ(longest(short_name(0, 40)), (std::vector<NextHop>{{300, 0}}));
  std::vector<NextHop> many;
  for (FaceId face = 256; face < 256 + next_hops_max; ++face) {
    many.push_back({face, 0});
  }
  EXPECT_EQ(fib_.set(Name::literal("/m"), many), FibOutcome::ok);
  EXPECT_EQ(longest(Name::literal("/m")), many);
  many.push_back({1000, 0});
  EXPECT_EQ(fib_.set(Name::literal("/m"), many), FibOutcome::too_many_next_hops);
}

TEST_F(FibTest, FullIsAnOutcomeAndRemovalMakesRoom) {
  for (std::uint64_t i = 0; i < 64; ++i) {
    ASSERT_EQ(fib_.set(short_name(i, 6), {{300, 0}}), FibOutcome::ok);
  }
  EXPECT_EQ(fib_.set(Name::literal("/new"), {{300, 0}}), FibOutcome::full);
  EXPECT_EQ(fib_.set(short_name(3, 6), {{301, 0}}), FibOutcome::ok);
  fib_.set(short_name(3, 6), {});
  EXPECT_EQ(fib_.set(Name::literal("/new"), {{300, 0}}), FibOutcome::ok);
}

TEST_F(FibTest, LongNamesAreComparedInFull) {
  Name name;
  name.append(std::string(7000, 'x'));
  Name other = name;
  name.append("a");
  other.append("b");
  fib_.set(name, {{300, 0}});
  EXPECT_FALSE(fib_.find_longest(other.value()));
  EXPECT_EQ(longest(name), (std::vector<NextHop>{{300, 0}}));
}

TEST_F(FibTest, MalformedDelegationNameReadsNothingOutside) {
  fib_.set(Name::literal("/"), {{300, 0}});
  fib_.set(Name::literal("/a"), {{301, 0}});
  const std::vector<std::uint8_t> truncated{8, 1, 'a', 8, 200, 'b'};
  EXPECT_EQ(hops_of(fib_.find_longest(truncated)), (std::vector<NextHop>{{301, 0}}));
  const std::vector<std::uint8_t> only_type{255, 0};
  EXPECT_EQ(hops_of(fib_.find_longest(only_type)), (std::vector<NextHop>{{300, 0}}));
}

/// Bulk registration: as many as configured, each found, and the room used again.
TEST(FibCapacity, HoldsAsManyPrefixesAsConfigured) {
  constexpr std::uint32_t count = 50000;
  const auto key = HashKey::random();
  Quiescence quiescence(1);
  Fib fib(count, key, quiescence);
  const auto prefix = [](std::uint32_t i) {
    Name name;
    name.append("net").append_number(wire::component_type::generic, i);
    return name;
  };
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t i = 0; i < count; ++i) {
      ASSERT_EQ(fib.set(prefix(i), {{256 + i, 1}}), FibOutcome::ok);
    }
    EXPECT_EQ(fib.set(prefix(count), {{1, 1}}), FibOutcome::full);
    for (std::uint32_t i = 0; i < count; ++i) {
      const FibMatch match = fib.find_longest(prefix(i).append("x").value());
      ASSERT_TRUE(match && match.next_hops->front().face == 256 + i);
      fib.set(prefix(i), {});
    }
    EXPECT_EQ(fib.size(), 0u);
  }
}

/// What a lookup has to find, by trying every prefix.
std::vector<NextHop> longest_of(const std::map<Name, std::vector<NextHop>>& reference, const Name& name) {
  for (std::size_t length = std::min<std::size_t>(name.size(), wire::prefix_components_max) + 1;
       length-- > 0;) {
    if (const auto found = reference.find(name.prefix(length)); found != reference.end()) {
      return found->second;
    }
  }
  return {};
}

/// Tables of one bucket and two too, so that slots, overflow and removal from each are all met.
RC_GTEST_PROP(Fib, AgreesWithAPlainMap, ()) {
  const auto key = HashKey::random();
  Quiescence quiescence(1);
  Fib fib({.prefixes_max = *rc::gen::element(2u, 40u, 4000u), .buckets_log2 = *rc::gen::inRange(0u, 2u)}, key,
          quiescence);
  const unsigned deepest = *rc::gen::element(5u, 12u, 32u);
  std::map<Name, std::vector<NextHop>> reference;
  const auto steps = *rc::gen::inRange(0, 400);
  for (int step = 0; step < steps; ++step) {
    const Name prefix = *short_names(deepest);
    std::vector<NextHop> hops;
    const auto count = *rc::gen::inRange(0u, 5u);
    for (FaceId i = 0; i < count; ++i) {
      hops.push_back({256 + i, i + static_cast<std::uint32_t>(step % 7)});
    }
    const auto outcome = fib.set(prefix, hops);
    if (outcome == FibOutcome::full) {
      RC_ASSERT(reference.size() == fib.capacity() && !reference.contains(prefix));
    } else if (hops.empty()) {
      reference.erase(prefix);
    } else {
      reference[prefix] = hops;
    }
    const Name wanted = *short_names(deepest + 2);
    RC_ASSERT(hops_of(fib.find_longest(wanted.value())) == longest_of(reference, wanted));
  }
  RC_ASSERT(fib.size() == reference.size());
  std::map<Name, std::vector<NextHop>> visited;
  fib.for_each([&](const Name& name, const NextHopList& hops) {
    visited[name] = {hops.begin(), hops.end()};
  });
  RC_ASSERT(visited == reference);
}

TEST_F(FibTest, IsVisitedInPartsWhileItChanges) {
  constexpr unsigned kept = 300;
  Fib fib(1024, key_, quiescence_);
  const auto numbered = [](const char* first, unsigned number) { return Name::literal(first).append(std::to_string(number)); };
  for (unsigned i = 0; i < kept; ++i) {
    fib.set(numbered("/kept", i), {{300 + i, 0}});
    fib.set(numbered("/goes", i), {{300, 0}});
  }
  std::map<Name, unsigned> visits;
  unsigned parts = 0;
  std::uint64_t from = 0;
  do {
    from = fib.for_each_from(from, 4, [&](const Name& name, const NextHopList&) { ++visits[name]; });
    fib.set(numbered("/goes", parts % kept), {});
    fib.set(numbered("/comes", parts % kept), {{301, 0}});
    ++parts;
  } while (from != 0);
  EXPECT_GT(parts, 3u);
  for (unsigned i = 0; i < kept; ++i) {
    EXPECT_EQ(visits[numbered("/kept", i)], 1u) << i;
  }
}

/// Hundreds of prefixes of every length, so that the filters decide.
class FibOfEveryLength : public testing::Test {
 protected:
  static constexpr unsigned per_length = 200;
  static constexpr unsigned lengths = wire::prefix_components_max;

  static Name prefix(unsigned number, unsigned length) {
    Name name;
    for (unsigned i = 0; i < length; ++i) {
      name.append(std::to_string(i < 2 ? number % 20 : number));
    }
    return name;
  }

  HashKey key_ = HashKey::random();
  Quiescence quiescence_{1};
  Fib fib_{per_length * lengths, key_, quiescence_};
};

TEST_F(FibOfEveryLength, AgreesWithAPlainMapAloneAndInRuns) {
  std::map<Name, std::vector<NextHop>> reference;
  const auto set = [&](unsigned number, unsigned length, std::vector<NextHop> hops) {
    ASSERT_EQ(fib_.set(prefix(number, length), hops), FibOutcome::ok);
    reference[prefix(number, length)] = hops;
  };
  for (unsigned length = 1; length <= lengths; ++length) {
    for (unsigned number = length % 3; number < per_length; number += 1 + length % 3) {
      set(number, length, {{256 + length, number}});
    }
  }
  for (unsigned length = 4; length <= lengths; length += 2) {
    for (unsigned number = 0; number < per_length; number += 3) {
      fib_.set(prefix(number, length), {});
      reference.erase(prefix(number, length));
    }
  }
  std::vector<Name> names;
  std::vector<wire::PacketView> views;
  for (unsigned number = 0; number < per_length; number += 7) {
    for (unsigned length = 0; length <= lengths + 2; ++length) {
      names.push_back(prefix(number, length).append("x"));
      views.push_back(view_of(key_, names.back()));
    }
  }
  for (std::size_t first = 0; first < names.size(); first += Fib::run_max - 5) {
    std::vector<FibLookup> run;
    std::array<FibMatch, Fib::run_max> matches;
    for (std::size_t i = first; i < std::min(names.size(), first + Fib::run_max - 5); ++i) {
      run.push_back({&views[i], names[i].value().data(), &matches[i - first]});
    }
    fib_.find_longest(run);
    for (std::size_t i = 0; i < run.size(); ++i) {
      const auto expected = longest_of(reference, names[first + i]);
      ASSERT_EQ(hops_of(matches[i]), expected) << names[first + i].uri();
      ASSERT_EQ(hops_of(fib_.find_longest(*run[i].view, run[i].packet)), expected);
      FibProbe probe = fib_.prefetch(*run[i].view);
      fib_.prefetch_name(*run[i].view, probe);
      ASSERT_EQ(hops_of(fib_.find_longest(*run[i].view, run[i].packet, probe)), expected);
      ASSERT_EQ(hops_of(fib_.find_longest(*run[i].view, run[i].packet, FibProbe{})), expected);
    }
  }
}

/// Names below prefixes of two components, while prefixes that are not theirs have every length there is.
TEST_F(FibOfEveryLength, LinesOfALookupStayFewWhateverLengthsExist) {
  const auto lines = [this] {
    double sum = 0;
    for (unsigned number = 0; number < 20; ++number) {
      const Name name = prefix(number, 2).append(prefix(per_length + number, lengths));
      sum += fib_.lines_read(view_of(key_, name), name.value().data());
    }
    return sum / 20;
  };
  for (unsigned number = 0; number < 20; ++number) {
    fib_.set(prefix(number, 2), {{300, 0}});
  }
  EXPECT_LT(lines(), 2.5) << "a bucket and a name";
  for (unsigned length = 3; length <= lengths; ++length) {
    fib_.set(prefix(0, length), {{300, 0}});
  }
  EXPECT_LT(lines(), 3) << "a few of each length hardly count";
  for (unsigned length = 3; length <= lengths; ++length) {
    for (unsigned number = 0; number < per_length; ++number) {
      fib_.set(prefix(number, length), {{300, 0}});
    }
  }
  EXPECT_LT(lines(), 9) << "many of each length cost a line for each group of lengths, not 30 buckets";
}

Name name_of_57_bytes(unsigned number) {
  Name name;
  name.append(std::string(21, 'x')).append(std::string(18, 'y')).append(std::to_string(10'000'000 + number));
  return name.append("ab");
}

TEST(FibMemory, NameOf57BytesTakesALineAndEqualNextHopsNothing) {
  constexpr unsigned count = 1000;
  const auto key = HashKey::random();
  Quiescence quiescence(1);
  Fib fib(count, key, quiescence);
  ASSERT_EQ(name_of_57_bytes(0).value().size(), 57u);
  for (unsigned i = 0; i < count; ++i) {
    ASSERT_EQ(fib.set(name_of_57_bytes(i), {{300, 1}, {301, i % 2}}), FibOutcome::ok);
  }
  const FibMemory memory = fib.memory();
  EXPECT_EQ(memory.table.names, 64u * count);
  EXPECT_EQ(memory.next_hops, 2 * 32u);
  EXPECT_EQ(memory.total(), memory.index() + memory.table.names);
}

TEST(FibMemory, NoPrefixIsRefusedForAFullBucketAndOverflowIsGivenBack) {
  constexpr unsigned count = 5000;
  const auto key = HashKey::random();
  Quiescence quiescence(1);
  Fib fib({.prefixes_max = count, .buckets_log2 = 1}, key, quiescence);
  for (unsigned i = 0; i < count; ++i) {
    ASSERT_EQ(fib.set(name_of_57_bytes(i), {{300, i}}), FibOutcome::ok);
  }
  EXPECT_EQ(fib.memory().table.overflowing, 2u);
  EXPECT_GE(fib.memory().table.overflow, 64 * (count / 7 - 2));
  for (unsigned i = 0; i < count; ++i) {
    ASSERT_EQ(fib.find_longest(name_of_57_bytes(i).value()).next_hops->front().cost, i);
    ASSERT_EQ(fib.set(name_of_57_bytes(i), {}), FibOutcome::ok);
  }
  EXPECT_EQ(fib.memory().table.overflowing, 0u);
  EXPECT_EQ(fib.memory().table.overflow, 0u);
}

TEST(FibMemory, FullOfNamesIsAnOutcomeAndWhatWasRemovedMakesRoom) {
  const auto key = HashKey::random();
  Quiescence quiescence(1);
  Fib fib({.prefixes_max = 1000, .name_bytes_max = 100 * 64}, key, quiescence);
  unsigned held = 0;
  while (fib.set(name_of_57_bytes(held), {{300, 0}}) == FibOutcome::ok) {
    ++held;
  }
  EXPECT_GT(held, 90u);
  EXPECT_LT(held, 101u);
  fib.set(name_of_57_bytes(5), {});
  EXPECT_EQ(fib.set(name_of_57_bytes(5000), {{300, 0}}), FibOutcome::ok);
  EXPECT_EQ(fib.set(name_of_57_bytes(5001), {{300, 0}}), FibOutcome::full);
  EXPECT_EQ(fib.size(), held);
}

}  // namespace
}  // namespace augustus::table::fib_test
