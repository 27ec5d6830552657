// SPDX-License-Identifier: Apache-2.0
// Packets as python-ndn writes them: its DigestSha256Signer, explicit defaults, a Content of length 0.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/parse_packet.hh"
#include "wire/sha256.hh"

namespace augustus::wire::python_ndn_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::string_view data_with_meta_info =
    "064a070c080161080162360101320100140c180100190203e81a03320103150568656c6c6f16031b01001720da67c9da"
    "0177913e80fa2a885f270f5ee676766234799dca25b20c7859e052fb";
constexpr std::string_view data_with_defaults =
    "063307030801611403180100150016031b01001720f0a95e0919e5e5498d6492143fd0fb74f47f8a3ee8250d37973a69"
    "8b8d38f4c2";
constexpr std::string_view interest_with_selectors =
    "05200706080161080162210012001e0507030801680a04000000010c020fa0220103";
constexpr std::string_view signed_interest =
    "057707280801610801620220bc04678be699208fe508cae983bdd9cb3b9161344cb989c5726a73a0e2fb5b6a0a040000"
    "00010c020fa02406706172616d732c171b010026085c4abbd830d0d2202808000001a1fd65287a2e202f694d5a1b662e"
    "84bb556d21b643be2dc904479f56e6d9e618aea5fa722259cc";

Bytes from_hex(std::string_view text) {
  Bytes bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(std::string(text.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

TEST(PythonNdn, DataVerifiesAndComesBackByteForByte) {
  for (const auto text : {data_with_meta_info, data_with_defaults}) {
    const Bytes packet = from_hex(text);
    PacketView view;
    EXPECT_EQ(parse_packet(packet, view), ParseOutcome::ok);
    const auto data = Data::decode(packet);
    ASSERT_TRUE(data);
    EXPECT_TRUE(std::ranges::equal(sha256({data->signed_portion()}), data->signature_value));
    EXPECT_EQ(data->encode(), packet);
  }
  const auto data = Data::decode(from_hex(data_with_meta_info));
  EXPECT_EQ(data->name.uri(), "/a/b/v=1/seg=0");
  EXPECT_EQ(data->freshness_ms, 1000U);
  EXPECT_EQ(data->final_block_id, (Bytes{50, 1, 3}));
}

TEST(PythonNdn, InterestComesBackByteForByte) {
  const Bytes packet = from_hex(interest_with_selectors);
  const auto interest = Interest::decode(packet);
  ASSERT_TRUE(interest);
  EXPECT_TRUE(interest->can_be_prefix && interest->must_be_fresh);
  EXPECT_EQ(interest->forwarding_hint, std::vector{Name::literal("/h")});
  EXPECT_EQ(interest->hop_limit, 3);
  EXPECT_EQ(interest->encode(), packet);
}

TEST(PythonNdn, SignedInterestVerifies) {
  const Bytes packet = from_hex(signed_interest);
  const auto interest = Interest::decode(packet);
  ASSERT_TRUE(interest && interest->signature_value);
  EXPECT_TRUE(interest->parameters_digest_valid());
  EXPECT_TRUE(std::ranges::equal(sha256({interest->signed_portion()}), *interest->signature_value));
  EXPECT_EQ(interest->encode(), packet);
}

}  // namespace
}  // namespace augustus::wire::python_ndn_test
