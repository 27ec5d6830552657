// SPDX-License-Identifier: Apache-2.0
#include "traffic/name_list.hh"

#include <gtest/gtest.h>

#include <set>

#include "traffic/exchange_packets.hh"
#include "wire/compact_codec.hh"
#include "wire/name.hh"

namespace augustus::traffic::name_list_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes copy_of(std::span<const std::uint8_t> bytes) {
  return {bytes.begin(), bytes.end()};
}

class NameListTest : public testing::TestWithParam<wire::PacketFormat> {};

TEST_P(NameListTest, NamesAreDistinctAndHaveTheirShape) {
  const NameList names({GetParam(), 30, 3, 4, 0}, 1000);
  std::set<Bytes> seen;
  for (std::uint32_t n = 0; n < names.count(); ++n) {
    EXPECT_EQ(names[n].size(), 30u);
    EXPECT_EQ(names.number_of(names[n].data()), n);
    seen.insert(copy_of(names[n]));
  }
  EXPECT_EQ(seen.size(), names.count());
  EXPECT_EQ(names.component_ends().back(), 30u);
}

TEST_P(NameListTest, EveryNameIsBelowOneOfThePrefixes) {
  const NameList names({GetParam(), 30, 3, 4, 0}, 1000);
  std::set<Bytes> prefixes;
  for (std::uint32_t prefix = 0; prefix < 4; ++prefix) {
    prefixes.insert(names.prefix(prefix));
  }
  ASSERT_EQ(prefixes.size(), 4u);
  for (std::uint32_t n = 0; n < names.count(); ++n) {
    EXPECT_TRUE(prefixes.contains(copy_of(names[n].first(names.component_ends()[1]))));
  }
}

TEST_P(NameListTest, ListsOfDifferentPrefixesShareNone) {
  const NameList one({GetParam(), 30, 3, 4, 0}, 10);
  const NameList other({GetParam(), 30, 3, 4, 4}, 10);
  for (std::uint32_t i = 0; i < 4; ++i) {
    for (std::uint32_t j = 0; j < 4; ++j) {
      EXPECT_NE(one.prefix(i), other.prefix(j));
    }
  }
}

TEST_P(NameListTest, OnlyWantedNamesAreTaken) {
  const auto even = [](std::span<const std::uint8_t> name) {
    unsigned sum = 0;
    for (const std::uint8_t byte : name) {
      sum += byte;
    }
    return sum % 2 == 0;
  };
  const NameList names({GetParam(), 30, 3, 100, 0}, 1000, even);
  for (std::uint32_t n = 0; n < names.count(); ++n) {
    EXPECT_TRUE(even(names[n]));
  }
}

TEST_P(NameListTest, RefusesAShapeWithoutRoom) {
  EXPECT_THROW(NameList({GetParam(), 11, 3, 1, 0}, 1), std::invalid_argument);
}

TEST_P(NameListTest, TheReferenceForwarderTakesItsPackets) {
  const NameList names({GetParam(), 30, 3, 4, 0}, 10);
  ExchangePackets packets(names, 20);
  Bytes frame(packets.frame_bytes() + packets.interest_bytes());
  packets.write_interest(frame.data(), 3, 77, 5);
  const auto template_of = ExchangePackets::interest_template(names);
  Bytes bare(frame.begin() + static_cast<long>(packets.frame_bytes() + template_of.link_bytes()),
             frame.end());
  EXPECT_EQ(packets.read_interest(bare), 3u);
  const bool compact = GetParam() != wire::PacketFormat::ndn;
  EXPECT_EQ(packets.compare_interest(bare, 3, 77, 5), !compact) << "a router counts the hop";
  if (compact) {
    --bare[4];
    EXPECT_TRUE(packets.compare_interest(bare, 3, 77, 5));
  }
  bare[bare.size() - 7] ^= 1;
  EXPECT_FALSE(packets.compare_interest(bare, 3, 77, 5));
}

INSTANTIATE_TEST_SUITE_P(Formats, NameListTest,
                         testing::Values(wire::PacketFormat::ndn, wire::PacketFormat::compact,
                                         wire::PacketFormat::compact_2016));

}  // namespace
}  // namespace augustus::traffic::name_list_test
