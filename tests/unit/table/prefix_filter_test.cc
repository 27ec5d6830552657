// SPDX-License-Identifier: Apache-2.0
#include "table/prefix_filter.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "table/prefix_lengths.hh"
#include "table/prefix_names.hh"

namespace augustus::table::prefix_filter_test {
namespace {

constexpr std::uint64_t every_length = (std::uint64_t{1} << (wire::prefix_components_max + 1)) - 1;

/// What is there passes both; what is not there any more does not, but by chance.
RC_GTEST_PROP(PrefixFilter, NeverDeniesWhatIsThere, ()) {
  const KeyedHash hash(HashKey::random());
  PrefixFilter filter(*rc::gen::element(1u, 100u, 10000u));
  PrefixLengths lengths;
  std::set<wire::Name> present;
  const auto steps = *rc::gen::inRange(0, 300);
  for (int step = 0; step < steps; ++step) {
    const wire::Name name = *short_names(32);
    const SplitName split(hash, name.value());
    if (present.erase(name) == 1) {
      filter.remove(split.prefixes(), split.count);
      lengths.remove(split.count, split.prefix_hash[split.count]);
    } else {
      present.insert(name);
      filter.add(split.prefixes(), split.count);
      lengths.add(split.count, split.prefix_hash[split.count]);
    }
  }
  for (const auto& name : present) {
    const wire::Name below = wire::Name(name).append("x");
    const SplitName split(hash, below.value());
    const std::uint64_t own = std::uint64_t{1} << name.size();
    RC_ASSERT((filter.narrow(split.prefixes(), every_length, [](const void*, std::size_t) {}) & own) != 0);
    RC_ASSERT((lengths.candidates(split.prefixes()) & own) != 0);
  }
}

TEST(PrefixLengths, KnowsNothingOfLengthsThatAreGone) {
  const KeyedHash hash(HashKey::random());
  PrefixLengths lengths;
  for (int round = 0; round < 2; ++round) {
    for (std::uint64_t i = 0; i < 200; ++i) {
      const wire::Name name = short_name(i, 6);
      const SplitName split(hash, name.value());
      lengths.add(split.count, split.prefix_hash[split.count]);
    }
    EXPECT_EQ(lengths.present(), 1u << 6);
    for (std::uint64_t i = 0; i < 200; ++i) {
      const wire::Name name = short_name(i, 6);
      const SplitName split(hash, name.value());
      lengths.remove(split.count, split.prefix_hash[split.count]);
    }
    EXPECT_EQ(lengths.present(), 0u);
  }
}

TEST(PrefixLengths, NameIsAskedForNoLongerThanItIs) {
  const KeyedHash hash(HashKey::random());
  PrefixLengths lengths;
  const wire::Name name = short_name(7, 6);
  const SplitName split(hash, name.value());
  lengths.add(6, split.prefix_hash[6]);
  const wire::Name shorter = name.prefix(5);
  EXPECT_EQ(lengths.candidates(split.prefixes()), 1u << 6);
  EXPECT_EQ(lengths.candidates(SplitName(hash, shorter.value()).prefixes()), 0u);
}

TEST(PrefixFilter, MostOthersAreDenied) {
  const KeyedHash hash(HashKey::random());
  constexpr unsigned count = 4000;
  PrefixFilter filter(count);
  const auto name_of = [](unsigned number) {
    wire::Name name;
    for (unsigned i = 0; i < 6; ++i) {
      name.append(std::to_string(number));
    }
    return name;
  };
  for (unsigned i = 0; i < count; ++i) {
    const wire::Name name = name_of(i);
    filter.add(SplitName(hash, name.value()).prefixes(), 3 + i % 4);
  }
  unsigned passed = 0;
  for (unsigned i = count; i < 2 * count; ++i) {
    const wire::Name name = name_of(i);
    const SplitName split(hash, name.value());
    passed += static_cast<unsigned>(
        std::popcount(filter.narrow(split.prefixes(), 0x78, [](const void*, std::size_t) {})));
  }
  EXPECT_LT(passed, count * 4 / 5) << "of 4 lengths each";
}

}  // namespace
}  // namespace augustus::table::prefix_filter_test
