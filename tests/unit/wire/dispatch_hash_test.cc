// SPDX-License-Identifier: Apache-2.0
#include "wire/dispatch_hash.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "unit/wire/generate.hh"
#include "wire/interest.hh"
#include "wire/parse_packet.hh"

namespace augustus::wire::dispatch_hash_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Parsed {
  Bytes packet;
  PacketView view;

  explicit Parsed(const Name& name) {
    Interest interest;
    interest.name = name;
    packet = interest.encode();
    EXPECT_EQ(parse_packet(packet, view), ParseOutcome::ok);
  }
  std::uint64_t hash(std::uint32_t batch) const { return dispatch_hash(packet.data(), view, batch); }
  std::uint64_t prefix_hash(unsigned components, std::uint32_t batch) const {
    return dispatch_hash_of_prefix(packet.data(), view, components, batch);
  }
};

std::uint64_t hash_of(const char* uri, std::uint32_t batch) {
  return Parsed(Name::literal(uri)).hash(batch);
}

// The values are what `xxhsum -H3` (xxHash 0.8.1) prints for the bytes named; they may never change.
TEST(DispatchHash, Version1HasTheseValues) {
  EXPECT_EQ(Parsed(Name::literal("/a")).prefix_hash(0, 8), 0x2d06800538d394c2U) << "no bytes";
  EXPECT_EQ(hash_of("/a", 8), 0x209cc35113a1e90cU) << "08 01 61";
  EXPECT_EQ(hash_of("/a/seg=7", 8), 0x4ea8cbb3cea8b04eU) << "08 01 61, then 8 bytes of 0";
  EXPECT_EQ(hash_of("/a/seg=23", 8), 0xd1cb38a1c61f5075U) << "08 01 61, then 02 and 7 bytes of 0";
  EXPECT_EQ(hash_of("/seg=7", 8), 0xc77b3abb6f87acd9U) << "8 bytes of 0";
  EXPECT_EQ(Parsed(Name().append(std::string(240, 'x'))).hash(8), 0x95084eb5921263ebU) << "08 f0, 240 of 78";
  Name long_name = Name().append(std::string(300, 'x'));
  long_name.append_number(component_type::segment, 0x0102030405060708U);
  EXPECT_EQ(Parsed(long_name).hash(1), 0xea045d47bcecd724U)
      << "08 fd 01 2c, 300 of 78, then 08 07 06 05 04 03 02 01";
}

TEST(DispatchHash, SegmentsOfABatchMeet) {
  EXPECT_EQ(hash_of("/a/seg=8", 8), hash_of("/a/seg=15", 8));
  EXPECT_NE(hash_of("/a/seg=7", 8), hash_of("/a/seg=8", 8));
  EXPECT_NE(hash_of("/a/seg=15", 8), hash_of("/a/seg=16", 8));
  EXPECT_NE(hash_of("/a/seg=7", 8), hash_of("/b/seg=7", 8));
}

TEST(DispatchHash, BothSegmentConventionsMeet) {
  EXPECT_EQ(hash_of("/a/seg=300", 8), hash_of("/a/%00%01%2C", 8));
}

TEST(DispatchHash, OnlyASegmentNumberAtTheEndIsDivided) {
  EXPECT_NE(hash_of("/a/v=1", 8), hash_of("/a/v=2", 8));
  EXPECT_NE(hash_of("/a/seg=1/b", 8), hash_of("/a/seg=2/b", 8));
  EXPECT_NE(hash_of("/a/50=abc", 8), hash_of("/a/50=abd", 8)) << "3 bytes are no number";
  EXPECT_NE(hash_of("/a/%00", 8), hash_of("/a/50=...", 8));
}

TEST(DispatchHash, AllSegmentsOfAContentMeetWhereTheBatchIsTheWholeContent) {
  const auto first = hash_of("/a/v=1/seg=0", batch_whole_content);
  EXPECT_EQ(hash_of("/a/v=1/seg=5", batch_whole_content), first);
  EXPECT_EQ(hash_of("/a/v=1/seg=18446744073709551615", batch_whole_content), first);
  EXPECT_EQ(first, hash_of("/a/v=1/seg=0", 8)) << "the first batch is where it is with batches";
  EXPECT_NE(hash_of("/a/v=2/seg=0", batch_whole_content), first);
}

RC_GTEST_PROP(DispatchHashProperty, EveryBatchMeetsWhateverTheName, ()) {
  const Name base = *arbitrary_name(0, 40);
  const auto batch = *rc::gen::inRange<std::uint32_t>(1, 1000);
  const auto quotient = *rc::gen::inRange<std::uint64_t>(0, 1ULL << 40);
  const auto first = *rc::gen::inRange<std::uint64_t>(0, batch);
  const auto second = *rc::gen::inRange<std::uint64_t>(0, batch);
  const auto hash = [&](std::uint64_t segment) {
    return Parsed(Name(base).append_number(component_type::segment, segment)).hash(batch);
  };
  RC_ASSERT(hash(quotient * batch + first) == hash(quotient * batch + second));
  RC_ASSERT(hash(quotient * batch) != hash((quotient + 1) * batch));
}

RC_GTEST_PROP(DispatchHashProperty, ATrailingDigestDoesNotCount, ()) {
  const Name name = *arbitrary_name(1, 40);
  RC_PRE(name[name.size() - 1].type != component_type::implicit_digest);
  const Name full = Name(name).append(component_type::implicit_digest, Bytes(32, 3));
  RC_ASSERT(Parsed(name).hash(8) == Parsed(full).hash(8));
}

RC_GTEST_PROP(DispatchHashProperty, APrefixHashesLikeANameOfItsOwn, ()) {
  const Name name = *arbitrary_name(1, 40);
  const auto components = *rc::gen::inRange<unsigned>(1, std::min<unsigned>(name.size(), 32) + 1);
  const Name prefix = name.prefix(components);
  RC_PRE(prefix[components - 1].type != component_type::implicit_digest);
  RC_ASSERT(Parsed(name).prefix_hash(components, 8) == Parsed(prefix).hash(8));
}

}  // namespace
}  // namespace augustus::wire::dispatch_hash_test
