// SPDX-License-Identifier: Apache-2.0
#include "wire/interest.hh"

#include <gtest/gtest.h>

#include <algorithm>

#include "wire/parse_packet.hh"
#include "wire/sha256.hh"

namespace augustus::wire::interest_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(Interest, EncodesTheFieldsInTheOrderOfTheSpecification) {
  Interest interest;
  interest.name = Name::literal("/a/b");
  interest.can_be_prefix = true;
  interest.must_be_fresh = true;
  interest.forwarding_hint = {Name::literal("/h")};
  interest.nonce = 0x01020304;
  interest.lifetime_ms = 1000;
  interest.hop_limit = 9;
  const Bytes expected{0x05, 0x20, 0x07, 0x06, 0x08, 0x01, 'a',  0x08, 0x01, 'b',  0x21, 0x00,
                       0x12, 0x00, 0x1e, 0x05, 0x07, 0x03, 0x08, 0x01, 'h',  0x0a, 0x04, 0x01,
                       0x02, 0x03, 0x04, 0x0c, 0x02, 0x03, 0xe8, 0x22, 0x01, 0x09};
  EXPECT_EQ(interest.encode(), expected);
}

TEST(Interest, DrawsANonceWhenItHasNone) {
  Interest interest;
  interest.name = Name::literal("/a");
  const auto first = Interest::decode(interest.encode());
  const auto second = Interest::decode(interest.encode());
  ASSERT_TRUE(first && second);
  EXPECT_NE(first->nonce, second->nonce);
}

TEST(Interest, AppendsTheDigestOfItsParameters) {
  Interest interest;
  interest.name = Name::literal("/a");
  interest.parameters = Bytes{1, 2, 3};
  const auto decoded = Interest::decode(interest.encode());
  ASSERT_TRUE(decoded);
  const Bytes covered{0x24, 3, 1, 2, 3};
  const auto digest = sha256({covered});
  ASSERT_EQ(decoded->name.size(), 2U);
  EXPECT_EQ(decoded->name[1].type, component_type::parameters_digest);
  EXPECT_TRUE(std::ranges::equal(decoded->name[1].value, digest));
  EXPECT_TRUE(decoded->parameters_digest_valid());
}

TEST(Interest, ReplacesAStaleDigestInPlace) {
  Interest interest;
  interest.name = Name::literal("/a").append(component_type::parameters_digest, Bytes(32, 7)).append("z");
  interest.parameters = Bytes{1};
  EXPECT_FALSE(interest.parameters_digest_valid());
  const auto decoded = Interest::decode(interest.encode());
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->name.size(), 3U);
  EXPECT_TRUE(decoded->name[2].is_text("z"));
  EXPECT_TRUE(decoded->parameters_digest_valid());
}

TEST(Interest, ParametersWithoutADigestComponentAreNotValid) {
  Interest interest;
  interest.name = Name::literal("/a");
  EXPECT_TRUE(interest.parameters_digest_valid());
  interest.parameters = Bytes{};
  EXPECT_FALSE(interest.parameters_digest_valid());
}

TEST(Interest, SignedPortionLeavesOutTheDigestAndTheSignatureValue) {
  Interest interest;
  interest.name = Name::literal("/a").append(component_type::parameters_digest, Bytes(32, 7)).append("z");
  interest.parameters = Bytes{1};
  interest.signature_info = Bytes{0x1b, 1, 0};
  interest.signature_value = Bytes(32, 9);
  const Bytes expected{8, 1, 'a', 8, 1, 'z', 0x24, 1, 1, 0x2c, 3, 0x1b, 1, 0};
  EXPECT_EQ(interest.signed_portion(), expected);
}

TEST(Interest, DecodeRefusesWhatIsNotOneInterest) {
  Interest interest;
  interest.name = Name::literal("/a");
  Bytes encoded = interest.encode();
  EXPECT_TRUE(Interest::decode(encoded));
  encoded.push_back(0);
  EXPECT_FALSE(Interest::decode(encoded));
  EXPECT_FALSE(Interest::decode({}));
  EXPECT_FALSE(Interest::decode(Bytes{6, 2, 7, 0}));
}

TEST(Interest, DecodeAcceptsAHopLimitOfZero) {
  Interest interest;
  interest.name = Name::literal("/a");
  interest.hop_limit = 0;
  const auto decoded = Interest::decode(interest.encode());
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->hop_limit, 0);
}

}  // namespace
}  // namespace augustus::wire::interest_test
