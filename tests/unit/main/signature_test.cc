// SPDX-License-Identifier: Apache-2.0
#include "main/client/signature.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <chrono>
#include <thread>

#include "base/clock.hh"
#include "wire/data.hh"
#include "wire/tlv_reader.hh"

namespace augustus::client::signature_test {
namespace {

std::vector<std::uint8_t> some_data() {
  wire::Data data;
  data.name = wire::Name::literal("/a/b/seg=1");
  data.freshness_ms = 1000;
  data.content = {1, 2, 3, 4};
  return data.encode();
}

TEST(DataDigest, IsValidAsEncoded) {
  EXPECT_EQ(check_data_digest(some_data()), DigestCheck::valid);
}

RC_GTEST_PROP(DataDigest, NoticesAnyChange, ()) {
  std::vector<std::uint8_t> packet = some_data();
  const auto position = *rc::gen::inRange<std::size_t>(0, packet.size());
  packet[position] ^= static_cast<std::uint8_t>(*rc::gen::inRange<int>(1, 256));
  RC_ASSERT(check_data_digest(packet) != DigestCheck::valid);
}

TEST(DataDigest, LeavesOtherSignaturesAlone) {
  wire::Data data;
  data.name = wire::Name::literal("/a");
  data.signature_info = {0x1b, 0x01, 0x03};  // SignatureSha256WithEcdsa
  data.signature_value = {1, 2, 3};
  EXPECT_EQ(check_data_digest(data.encode()), DigestCheck::other_signature);
}

TEST(SignedInterest, CarriesDigestTimeAndNonce) {
  wire::Interest interest;
  interest.name = wire::Name::literal("/localhost/nfd/rib/register");
  sign_with_digest(interest);
  const auto received = wire::Interest::decode(interest.encode());
  ASSERT_TRUE(received.has_value());
  EXPECT_TRUE(received->parameters_digest_valid());
  ASSERT_TRUE(received->signature_info && received->signature_value);
  EXPECT_EQ(received->signature_value->size(), 32u);

  wire::Interest other;
  other.name = interest.name;
  sign_with_digest(other);
  EXPECT_NE(other.signature_value, interest.signature_value);
}

std::uint64_t time_of(const wire::Interest& interest) {
  wire::TlvReader reader(*interest.signature_info);
  while (const auto element = reader.next()) {
    if (element->type == 0x28) {
      return element->number().value_or(0);
    }
  }
  return 0;
}

TEST(SignedInterest, HasALaterTimeThanTheOneBeforeUntilTheClockIsTooFarBehind) {
  wire::Interest earlier;
  sign_with_digest(earlier);
  std::uint64_t last = time_of(earlier);
  while (wall_clock_now() / nanoseconds_per_millisecond <= last) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  unsigned signed_here = 0;
  for (; !signature_time_stands(); ++signed_here) {
    ASSERT_LT(signed_here, 1'000'000u);
    wire::Interest interest;
    interest.name = wire::Name::literal("/localhost/nfd/rib/register");
    sign_with_digest(interest);
    const auto time = time_of(interest);
    EXPECT_GT(time, last);
    EXPECT_LE(time, wall_clock_now() / nanoseconds_per_millisecond + signature_time_ahead_max_ms);
    last = time;
  }
  EXPECT_GE(signed_here, signature_time_ahead_max_ms / 2);
}

}  // namespace
}  // namespace augustus::client::signature_test
