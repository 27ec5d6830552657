// SPDX-License-Identifier: Apache-2.0
#include "wire/compact_translate.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "unit/wire/compact_invariants.hh"
#include "unit/wire/generate_compact.hh"
#include "unit/wire/generate_packet.hh"
#include "wire/compact_name.hh"

namespace augustus::wire::compact_translate_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes to_compact(const Bytes& packet, PacketFormat format) {
  PacketView view;
  EXPECT_EQ(parse_packet(packet, view), ParseOutcome::ok);
  Bytes out(packet.size() + translation_growth_max + 4 * std::size_t{view.component_count});
  out.resize(translate_to_compact(packet, view, format, out));
  return out;
}

Bytes to_ndn(const Bytes& packet, PacketFormat format) {
  PacketView view;
  EXPECT_EQ(parse_compact(packet, format, view), ParseOutcome::ok);
  Bytes out(packet.size() + translation_growth_max + 4 * std::size_t{view.component_count});
  out.resize(translate_from_compact(packet, view, out));
  return out;
}

std::string flat(const char* uri, PacketFormat format) {
  std::array<std::uint8_t, 100> room;
  CompactName name{.room = room};
  return compact_from_name(Name::literal(uri).value(), format, name)
             ? std::string(name.bytes().begin(), name.bytes().end())
             : "refused";
}

TEST(CompactName, IsPlainText) {
  EXPECT_EQ(flat("/com/example", PacketFormat::compact), "comexample");
  EXPECT_EQ(flat("/a/b", PacketFormat::compact_2016), "a/b");
  EXPECT_EQ(flat("/a/b/50=%01%02", PacketFormat::compact_2016), std::string("a/b/\0\0\1\2", 8));
  EXPECT_EQ(flat("/a/54=%07/50=%01", PacketFormat::compact_2016), std::string("a/\x36\1\7/\0\0\0\1", 10));
}

TEST(CompactName, WhatWouldReadAsSomethingElseIsSpelledOut) {
  EXPECT_EQ(flat("/a/abcd", PacketFormat::compact_2016),
            "a/\x08\x04"
            "abcd");
  EXPECT_EQ(flat("/a/abcd", PacketFormat::compact), "aabcd");
  EXPECT_EQ(flat("/a/%36%01%07", PacketFormat::compact), "a\x08\x03\x36\x01\x07");
}

TEST(CompactTranslate, TheImageOf2016BecomesAnInterestForTheChunk) {
  const Bytes image{0x00, 0x00, 0x00, 0x1b, 0x0a, 0x00, 0x00, 0x00, 0x1b, 0x00, 0x08, 'a',  '/', 'b',
                    '/',  0x00, 0x00, 0x00, 0x07, 0x00, 0x01, 0x00, 0x04, 0x00, 0x01, 0x00, 0x03};
  const auto interest = Interest::decode(to_ndn(image, PacketFormat::compact_2016));
  ASSERT_TRUE(interest);
  EXPECT_EQ(interest->name, Name::literal("/a/b/50=%07"));
  EXPECT_EQ(interest->hop_limit, 10);
  EXPECT_FALSE(interest->lifetime_ms);
}

TEST(CompactTranslate, DataWithoutSignatureGetsADigest) {
  OwnedCompact made;
  made.fields.kind = PacketKind::data;
  made.fields.freshness_s = 3;
  made.name = {'a', 'b'};
  made.ends = {1, 2};
  made.payload = {1, 2, 3};
  for (const auto format : {PacketFormat::compact, PacketFormat::compact_2016}) {
    made.format = format;
    made.name[0] = format == PacketFormat::compact ? 'a' : '/';
    const Bytes packet = to_ndn(made.encode(), format);
    const auto data = Data::decode(packet);
    ASSERT_TRUE(data);
    EXPECT_EQ(data->content, made.payload);
    EXPECT_EQ(data->freshness_ms, 3000U);
    Data own{.name = data->name, .freshness_ms = 3000, .content = made.payload};
    EXPECT_EQ(own.encode(), packet);
  }
}

PacketFormat either_format() {
  return *rc::gen::elementOf(std::vector{PacketFormat::compact, PacketFormat::compact_2016});
}

RC_GTEST_PROP(CompactTranslate, AnInterestComesBackWithAHopLimit, ()) {
  Interest interest = *arbitrary_interest();
  if (interest.hop_limit == 0) {
    interest.hop_limit = 1;
  }
  if (interest.lifetime_ms) {
    interest.lifetime_ms = std::min<std::uint64_t>(*interest.lifetime_ms, UINT32_MAX);
  }
  const auto format = either_format();
  const Bytes back = to_ndn(to_compact(interest.encode(), format), format);
  interest.hop_limit = interest.hop_limit.value_or(255);
  RC_ASSERT(back == interest.encode());
}

RC_GTEST_PROP(CompactTranslate, DataComesBackByteForByte, ()) {
  Data data = *arbitrary_data();
  if (data.name.size() == 0) {
    data.name.append("a");
  }
  const Bytes packet = data.encode();
  const auto format = either_format();
  RC_ASSERT(to_ndn(to_compact(packet, format), format) == packet);
}

RC_GTEST_PROP(CompactTranslate, ACompactNameComesBack, ()) {
  const OwnedCompact made = *arbitrary_compact();
  const Bytes packet = to_compact(to_ndn(made.encode(), made.format), made.format);
  PacketView view;
  RC_ASSERT(parse_compact(packet, made.format, view) == ParseOutcome::ok);
  const auto name = name_bytes(view, packet.data());
  RC_ASSERT(Bytes(name.begin(), name.end()) == made.name);
  RC_ASSERT(Bytes(view.component_end.begin(), view.component_end.begin() + view.component_count) ==
            Bytes(made.ends.begin(), made.ends.end()));
}

RC_GTEST_PROP(CompactTranslate, WhatDoesNotFitIsNotWritten, ()) {
  const auto format = either_format();
  const Bytes ndn = (*arbitrary_interest()).encode();
  PacketView view;
  RC_PRE(parse_packet(ndn, view) == ParseOutcome::ok);
  const Bytes compact = to_compact(ndn, format);
  RC_PRE(!compact.empty());
  Bytes room(*rc::gen::inRange<std::size_t>(0, compact.size()));
  RC_ASSERT(translate_to_compact(ndn, view, format, room) == 0U);
  RC_PRE(parse_compact(compact, format, view) == ParseOutcome::ok);
  const Bytes back = to_ndn(compact, format);
  room.resize(*rc::gen::inRange<std::size_t>(0, back.size()));
  RC_ASSERT(translate_from_compact(compact, view, room) == 0U);
}

}  // namespace
}  // namespace augustus::wire::compact_translate_test
