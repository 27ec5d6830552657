// SPDX-License-Identifier: Apache-2.0
#include "traffic/load/packet_codec.hh"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "traffic/load/content.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/sha256.hh"

namespace augustus::traffic::packet_codec_test {
namespace {

using wire::Name;
using wire::PacketFormat;
using Bytes = std::vector<std::uint8_t>;

const Name name = Name::literal("/traffic/07/00042");

TEST(PacketCodec, InterestIsWhatOthersRead) {
  PacketCodec codec(PacketFormat::ndn);
  for (const bool flag : {false, true}) {
    const auto interest = wire::Interest::decode(codec.interest({.name = name.value(),
                                                                 .nonce = 0x01020304,
                                                                 .lifetime_ms = 50,
                                                                 .can_be_prefix = flag,
                                                                 .must_be_fresh = !flag}));
    ASSERT_TRUE(interest);
    EXPECT_EQ(interest->name, name);
    EXPECT_EQ(interest->nonce, 0x01020304u);
    EXPECT_EQ(interest->lifetime_ms, 50u);
    EXPECT_EQ(interest->can_be_prefix, flag);
    EXPECT_EQ(interest->must_be_fresh, !flag);
  }
}

TEST(PacketCodec, DataIsWhatOthersReadAndItsSignatureIsRight) {
  PacketCodec codec(PacketFormat::ndn);
  const Bytes content(300, 7);
  for (const bool digest : {false, true}) {
    const auto data = wire::Data::decode(
        codec.data({.name = name.value(), .freshness_ms = 1000, .content = content, .digest = digest}));
    ASSERT_TRUE(data);
    EXPECT_EQ(data->name, name);
    EXPECT_EQ(data->freshness_ms, 1000u);
    EXPECT_EQ(data->content, content);
    EXPECT_EQ(data->signature_info.back(), digest ? 0 : 200);
    const auto hash = wire::sha256({data->signed_portion()});
    EXPECT_EQ(data->signature_value, digest ? Bytes(hash.begin(), hash.end()) : Bytes{});
  }
}

TEST(PacketCodec, ReadsWhatItWrites) {
  const Bytes content(40, 9);
  for (const auto format : {PacketFormat::ndn, PacketFormat::compact, PacketFormat::compact_2016}) {
    PacketCodec codec(format);
    PacketCodec reader(format);
    PacketFields fields;
    ASSERT_TRUE(reader.read(codec.interest({.name = name.value(), .nonce = 77}), fields));
    EXPECT_EQ(fields.kind, wire::PacketKind::interest);
    EXPECT_EQ(Bytes(fields.name.begin(), fields.name.end()), Bytes(name.value().begin(), name.value().end()));
    EXPECT_EQ(fields.nonce, 77u);
    ASSERT_TRUE(
        reader.read(codec.data({.name = name.value(), .freshness_ms = 1000, .content = content}), fields));
    EXPECT_EQ(fields.kind, wire::PacketKind::data);
    EXPECT_EQ(Bytes(fields.name.begin(), fields.name.end()), Bytes(name.value().begin(), name.value().end()));
    EXPECT_EQ(Bytes(fields.content.begin(), fields.content.end()), content);
    EXPECT_FALSE(reader.read(Bytes{5, 3, 1}, fields));
    EXPECT_FALSE(reader.read({}, fields));
  }
}

TEST(PacketCodec, AnswersInPlaceWithTheNameThatWasRead) {
  for (const auto format : {PacketFormat::ndn, PacketFormat::compact, PacketFormat::compact_2016}) {
    PacketCodec asking(format);
    PacketCodec answering(format);
    for (const char* uri : {"/a/b/c", "/x/y/seg=7", "/8=%2F/54=%01", "/0/00/000/0000/00000"}) {
      const Name asked = Name::literal(uri);
      PacketFields fields;
      ASSERT_TRUE(answering.read(asking.interest({.name = asked.value()}), fields));
      ASSERT_TRUE(asking.read(answering.data({.name = fields.name}), fields));
      EXPECT_EQ(Name::from_value(fields.name).value(), asked);
    }
  }
}

TEST(PacketCodec, KnowsTheBytesOfDataBeforeItIsWritten) {
  for (const auto format : {PacketFormat::ndn, PacketFormat::compact, PacketFormat::compact_2016}) {
    PacketCodec codec(format);
    for (const std::size_t bytes : {0u, 1u, 100u, 240u, 253u, 1000u, 8000u}) {
      for (const std::uint32_t freshness : {0u, 10u, 70'000u}) {
        const Bytes content(bytes, 1);
        const DataFields fields{.name = name.value(), .freshness_ms = freshness, .content = content};
        EXPECT_EQ(codec.data_bytes(fields, bytes), codec.data(fields).size());
      }
    }
  }
}

TEST(PacketCodec, WritesNothingLongerThanAPacket) {
  PacketCodec codec(PacketFormat::ndn);
  const Bytes content(8790, 1);
  EXPECT_TRUE(codec.data({.name = name.value(), .content = content}).empty());
}

TEST(PacketCodec, CompactInterestOfThePaperHas58BytesOfEthernetPayload) {
  // 2016 layout behind 20 bytes of IPv4: 11 bytes of fields, a name of 21, one component offset.
  const Name plain = Name::literal("/0123456789abcdef/seg=1");
  PacketCodec codec(PacketFormat::compact_2016);
  EXPECT_EQ(codec.interest({.name = plain.value(), .nonce = 0, .lifetime_ms = 0}).size() + 20, 58u);
}

TEST(Content, FollowsFromNameAndSeed) {
  for (const std::size_t bytes : {0u, 1u, 7u, 8u, 9u, 1250u}) {
    Bytes content(bytes);
    write_content(content, 99, 5);
    EXPECT_TRUE(is_content(content, 99, 5));
    if (bytes == 0) {
      continue;
    }
    EXPECT_FALSE(is_content(content, 98, 5));
    EXPECT_FALSE(is_content(content, 99, 6));
    content.back() ^= 1;
    EXPECT_FALSE(is_content(content, 99, 5));
  }
}

}  // namespace
}  // namespace augustus::traffic::packet_codec_test
