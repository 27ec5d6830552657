// SPDX-License-Identifier: Apache-2.0
#include "traffic/names/generated_names.hh"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>

namespace augustus::traffic::generated_names_test {
namespace {

using wire::Name;

Name owned(std::span<const std::uint8_t> value) {
  return Name::from_value(value).value();
}

NumberOrder sequence(std::uint64_t count) {
  return NumberOrder(Order::sequential, count, 0, 1, 0);
}

TEST(GeneratedNames, AreBasePrefixAndObject) {
  GeneratedNames names({.bases = {Name::literal("/a/b")}, .prefixes = 100, .objects = 33}, sequence(33));
  EXPECT_EQ(owned(names.name(7, 32)).uri(), "/a/b/07/10");
  EXPECT_EQ(names.prefix(99).uri(), "/a/b/33");
}

TEST(GeneratedNames, OnePrefixNeedsNoNumber) {
  GeneratedNames names({.bases = {Name::literal("/a")}, .objects = 1000}, sequence(1000));
  EXPECT_EQ(owned(names.next()).uri(), "/a/00");
  EXPECT_EQ(owned(names.next()).uri(), "/a/01");
}

TEST(GeneratedNames, HaveTheComponentsAndBytesAskedFor) {
  for (const unsigned components : {3u, 4u, 7u, 20u}) {
    for (const unsigned bytes : {80u, 81u, 100u, 133u, 250u}) {
      GeneratedNames names({.bases = {Name::literal("/a")},
                            .prefixes = 1000,
                            .objects = 1'000'000,
                            .components = components,
                            .name_bytes = bytes},
                           NumberOrder(Order::random, 1'000'000, 0, 3));
      for (int i = 0; i < 50; ++i) {
        const Name name = owned(names.next());
        EXPECT_EQ(name.size(), components);
        EXPECT_EQ(name.value().size(), bytes) << name.uri();
      }
    }
  }
}

TEST(GeneratedNames, TheObjectMayHaveTheSameLengthBelowAllPrefixes) {
  GeneratedNames names({.bases = {Name::literal("/com/www/example"), Name::literal("/a")},
                        .objects = 1u << 20,
                        .object_bytes = 56},
                       sequence(1u << 20));
  EXPECT_EQ(owned(names.name(0, 33)).value().size(), 5u + 5 + 9 + 58);
  EXPECT_EQ(owned(names.name(1, 33)).uri(), "/a/" + std::string(52, 'x') + "0011");
}

TEST(GeneratedNames, DifferentObjectsHaveDifferentNames) {
  GeneratedNames names({.bases = {Name::literal("/a"), Name::literal("/b")}, .prefixes = 5, .objects = 2000},
                       sequence(2000));
  std::set<Name> seen;
  for (int i = 0; i < 2000; ++i) {
    seen.insert(owned(names.next()));
  }
  EXPECT_EQ(seen.size(), 2000u);
}

TEST(GeneratedNames, AnObjectIsBelowTheSamePrefixAlways) {
  const GeneratedShape shape{.bases = {Name::literal("/a")}, .prefixes = 8, .objects = 64};
  GeneratedNames first(shape, sequence(64));
  GeneratedNames second(shape, NumberOrder(Order::sequential, 64, 0, 9, 0));
  std::map<Name, int> prefixes;
  for (int i = 0; i < 64; ++i) {
    const Name name = owned(first.next());
    EXPECT_EQ(name, owned(second.next()));
    ++prefixes[name.prefix(2)];
  }
  EXPECT_EQ(prefixes.size(), 8u);
}

TEST(GeneratedNames, PrefixesMayHaveAnOrderOfTheirOwn) {
  GeneratedNames names({.bases = {Name::literal("/a")}, .prefixes = 100, .objects = 1000}, sequence(1000),
                       NumberOrder(Order::zipf, 100, 1.0, 5));
  std::map<Name, int> prefixes;
  for (int i = 0; i < 20'000; ++i) {
    ++prefixes[owned(names.next()).prefix(2)];
  }
  // 1 / H(100) = 0.193 of all.
  EXPECT_NEAR(prefixes[names.prefix(0)], 20'000 * 0.193, 300);
  EXPECT_GT(prefixes[names.prefix(0)], prefixes[names.prefix(1)]);
}

TEST(GeneratedNames, RefuseWhatNoNameCanBe) {
  const GeneratedShape shape{.bases = {Name::literal("/a/b/c")}, .prefixes = 10};
  auto with = [&](unsigned components, unsigned bytes) {
    GeneratedShape changed = shape;
    changed.components = components;
    changed.name_bytes = bytes;
    return GeneratedNames(changed, sequence(10));
  };
  EXPECT_THROW(with(4, 0), std::invalid_argument);
  EXPECT_NO_THROW(with(5, 0));
  EXPECT_THROW(with(5, 15), std::invalid_argument);
  EXPECT_THROW(with(5, 1000), std::invalid_argument);
  EXPECT_NO_THROW(with(9, 1000));
  EXPECT_THROW(GeneratedNames({.bases = {}}, sequence(10)), std::invalid_argument);
}

}  // namespace
}  // namespace augustus::traffic::generated_names_test
