// SPDX-License-Identifier: Apache-2.0
#include "store/stored_name.hh"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

#include "store/ssd/batch_key.hh"
#include "store/ssd/erased_prefixes.hh"
#include "wire/name.hh"

namespace augustus::store::stored_name_test {
namespace {

constexpr auto draft = wire::PacketFormat::compact;
constexpr auto of_2016 = wire::PacketFormat::compact_2016;

std::span<const std::uint8_t> bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

TEST(StoredName, NdnNamesAreBelowTheirPrefixes) {
  const auto name = wire::Name::literal("/a/b");
  EXPECT_TRUE(is_below(name.value(), name.value()));
  EXPECT_TRUE(is_below(name.value(), wire::Name::literal("/a").value()));
  EXPECT_TRUE(is_below(name.value(), StoredName()));
  EXPECT_FALSE(is_below(wire::Name::literal("/a").value(), name.value()));
  EXPECT_FALSE(is_below(wire::Name::literal("/ab").value(), wire::Name::literal("/a").value()));
}

TEST(StoredName, APrefixOfACompactNameEndsWhereAComponentDoes) {
  constexpr std::array<std::uint16_t, 2> ends{2, 4};
  const StoredName name(bytes("abcd"), draft, ends);
  EXPECT_TRUE(is_below(name, {bytes("ab"), draft}));
  EXPECT_TRUE(is_below(name, {bytes("abcd"), draft}));
  EXPECT_TRUE(is_below(name, {{}, draft}));
  EXPECT_FALSE(is_below(name, {bytes("a"), draft}));
  EXPECT_FALSE(is_below(name, {bytes("abc"), draft}));
  EXPECT_FALSE(is_below(name, {bytes("ab"), of_2016})) << "another name space";
  EXPECT_FALSE(is_below(name, bytes("ab")));
}

TEST(BatchKeys, ACompactNameHasItsSegmentNumberInItsLastFourBytes) {
  const BatchKeys keys(1, 8, {});
  constexpr std::array<std::uint16_t, 2> ends{2, 6};
  const auto place = [&](std::string_view text, wire::PacketFormat format) {
    return keys.place({bytes(text), format, ends});
  };
  const auto seven = place(std::string_view("a/\0\0\0\7", 6), of_2016);
  EXPECT_TRUE(seven.segmented);
  EXPECT_EQ(seven.position, 7u);
  const auto five = place(std::string_view("a/\0\0\0\5", 6), of_2016);
  EXPECT_EQ(five.key, seven.key) << "one batch";
  EXPECT_NE(place(std::string_view("a/\0\0\0\x8", 6), of_2016).key, seven.key);
  EXPECT_NE(place(std::string_view("a/\0\0\0\7", 6), draft).key, seven.key) << "another name space";
  EXPECT_EQ(keys.place({bytes(std::string_view("a/\0\0\0\x2", 6)), of_2016, ends}, 1).key,
            place(std::string_view("a/\0\0\0\xa", 6), of_2016).key)
      << "the next batch";
  constexpr std::array<std::uint16_t, 1> one{6};
  EXPECT_FALSE(keys.place({bytes("abcdef"), draft, one}).segmented);
}

TEST(ErasedPrefixes, KeepTheNameSpaceThroughTheDisk) {
  constexpr std::array<std::uint16_t, 2> ends{2, 4};
  const StoredName name(bytes("abcd"), draft, ends);
  ErasedPrefixes erased;
  ASSERT_TRUE(erased.add({bytes("ab"), draft}, 5));
  ASSERT_TRUE(erased.add({bytes("a"), draft}, 6)) << "not a prefix of the other";
  ASSERT_TRUE(erased.add(wire::Name::literal("/n").value(), 7));
  EXPECT_EQ(erased.size(), 3u);
  std::vector<std::uint8_t> block(disk::erased_bytes);
  erased.write(block, 1);
  ErasedPrefixes read;
  std::uint64_t generation = 0;
  read.read(block, generation);
  EXPECT_EQ(read.size(), 3u);
  for (const ErasedPrefixes* either : {&erased, &read}) {
    EXPECT_TRUE(either->covers(name, 4));
    EXPECT_FALSE(either->covers(name, 5)) << "written since";
    EXPECT_FALSE(either->covers({bytes("abcd"), of_2016, ends}, 4));
    EXPECT_TRUE(either->covers(wire::Name::literal("/n/m").value(), 6));
  }
  ASSERT_TRUE(erased.add({}, 9));
  EXPECT_EQ(erased.size(), 1u);
  EXPECT_TRUE(erased.covers({bytes("abcd"), of_2016, ends}, 8)) << "everything";
}

}  // namespace
}  // namespace augustus::store::stored_name_test
