// SPDX-License-Identifier: Apache-2.0
#include "wire/data.hh"

#include <gtest/gtest.h>

#include <algorithm>

#include "wire/sha256.hh"
#include "wire/tlv_writer.hh"

namespace augustus::wire::data_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes digest_signed(Bytes portion) {
  const auto digest = sha256({portion});
  return TlvWriter().element(6, TlvWriter().raw(portion).element(0x17, digest).bytes()).take();
}

TEST(Data, EncodesWithADigestSignature) {
  Data data;
  data.name = Name::literal("/a");
  data.content_type = 2;
  data.freshness_ms = 1000;
  data.final_block_id = Bytes{50, 1, 7};
  data.content = {'h', 'i'};
  const Bytes portion{7,    3, 8,  1, 'a', 0x14, 12, 0x18, 1,   2,    0x19, 2,    3, 0xe8,
                      0x1a, 3, 50, 1, 7,   0x15, 2,  'h',  'i', 0x16, 3,    0x1b, 1, 0};
  EXPECT_EQ(data.signed_portion(), portion);
  EXPECT_EQ(data.encode(), digest_signed(portion));
}

TEST(Data, LeavesDefaultsOut) {
  Data data;
  data.name = Name::literal("/a");
  EXPECT_EQ(data.signed_portion(), (Bytes{7, 3, 8, 1, 'a', 0x16, 3, 0x1b, 1, 0}));
}

TEST(Data, KeepsAForeignSignature) {
  Data data;
  data.name = Name::literal("/a");
  data.signature_info = {0x1b, 1, 3};
  data.signature_value = {9, 9};
  const auto decoded = Data::decode(data.encode());
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->signature_info, data.signature_info);
  EXPECT_EQ(decoded->signature_value, data.signature_value);
}

// python-ndn writes ContentType 0 and signs it; a verifier needs those bytes back.
TEST(Data, SignedPortionOfAReceivedDataIsWhatWasReceived) {
  const Bytes portion{7, 3, 8, 1, 'a', 0x14, 3, 0x18, 1, 0, 0x15, 0, 0x16, 3, 0x1b, 1, 0};
  const Bytes wire = digest_signed(portion);
  auto decoded = Data::decode(wire);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->signed_portion(), portion);
  EXPECT_EQ(decoded->encode(), wire);
  decoded->freshness_ms = 5;
  EXPECT_NE(decoded->signed_portion(), portion);
  decoded->signature_value.clear();
  const auto again = Data::decode(decoded->encode());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->freshness_ms, 5U);
}

TEST(Data, DecodeRefusesABadSignature) {
  const Bytes name{7, 3, 8, 1, 'a'};
  const auto with = [&](Bytes info, Bytes value) {
    return TlvWriter()
        .element(6, TlvWriter().raw(name).element(0x16, info).element(0x17, value).bytes())
        .take();
  };
  EXPECT_TRUE(Data::decode(with({0x1b, 1, 0}, Bytes(32))));
  EXPECT_FALSE(Data::decode(with({0x1b, 1, 0}, Bytes(31))));
  EXPECT_FALSE(Data::decode(with({}, Bytes(32))));
  EXPECT_FALSE(Data::decode(with({0x1b, 3, 0, 0, 0}, Bytes(32))));
  EXPECT_FALSE(Data::decode(with({0x1c, 0}, Bytes(32))));
  EXPECT_TRUE(Data::decode(with({0x1b, 1, 200}, {})));
}

TEST(Data, ImplicitDigestCoversTheWholePacket) {
  const Bytes abc{'a', 'b', 'c'};
  const std::array<std::uint8_t, 32> fips180{0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
                                             0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
                                             0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
  EXPECT_EQ(implicit_digest(abc), fips180);
}

}  // namespace
}  // namespace augustus::wire::data_test
