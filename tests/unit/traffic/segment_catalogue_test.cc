// SPDX-License-Identifier: Apache-2.0
#include "traffic/store/segment_catalogue.hh"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "traffic/store/segment_order.hh"
#include "wire/lp_codec.hh"
#include "wire/parse_packet.hh"
#include "wire/segment_name.hh"

namespace augustus::traffic::segment_catalogue_test {
namespace {

std::vector<std::uint8_t> data_of(const SegmentCatalogue& catalogue, std::uint64_t segment) {
  std::vector<std::uint8_t> bytes(SegmentCatalogue::data_bytes_max);
  bytes.resize(catalogue.write_data(bytes.data(), segment));
  return bytes;
}

std::vector<std::uint64_t> drawn(SegmentOrder& order, std::size_t count) {
  std::vector<std::uint64_t> segments;
  while (segments.size() < count) {
    const auto segment = order.next();
    if (!segment) {
      break;
    }
    segments.push_back(*segment);
  }
  return segments;
}

TEST(SegmentCatalogue, ItsPacketsAreNdnPacketsOfTheSameName) {
  const SegmentCatalogue catalogue(3, 70000, 8192);
  for (const std::uint64_t segment : {0ull, 255ull, 256ull, 70000ull + 65536, 3 * 70000ull - 1}) {
    std::array<std::uint8_t, SegmentCatalogue::interest_bytes_max> link;
    const std::size_t bytes = catalogue.write_interest(link.data(), segment, 0x1122334455667788, 7);
    wire::LpHeader header;
    ASSERT_EQ(wire::decode_lp({link.data(), bytes}, header), wire::LpOutcome::ok);
    ASSERT_EQ(header.pit_token_length, 8u);
    wire::PacketView interest;
    ASSERT_EQ(wire::parse_packet(header.fragment, interest), wire::ParseOutcome::ok);
    EXPECT_EQ(interest.kind, wire::PacketKind::interest);
    EXPECT_EQ(catalogue.segment_of(header.fragment), segment);

    const auto data = data_of(catalogue, segment);
    wire::PacketView view;
    ASSERT_EQ(wire::parse_packet(data, view), wire::ParseOutcome::ok);
    EXPECT_EQ(view.kind, wire::PacketKind::data);
    EXPECT_EQ(view.packet_length, data.size());
    const auto name = wire::name_bytes(view, data.data());
    EXPECT_TRUE(std::ranges::equal(name, wire::name_bytes(interest, header.fragment.data())));
    const auto split = wire::split_segment(name);
    EXPECT_TRUE(split.segmented);
    EXPECT_EQ(split.number, segment % 70000);
    EXPECT_LE(data.size(), catalogue.data_bytes());
  }
}

TEST(SegmentCatalogue, ADataIsItsOwnInEveryByte) {
  const SegmentCatalogue catalogue(10, 8, 700);
  auto data = data_of(catalogue, 42);
  EXPECT_TRUE(catalogue.is_data(data, 42));
  EXPECT_FALSE(catalogue.is_data(data, 43));
  for (std::uint8_t& byte : data) {
    byte ^= 1;
    EXPECT_FALSE(catalogue.is_data(data, 42));
    byte ^= 1;
  }
  data.pop_back();
  EXPECT_FALSE(catalogue.is_data(data, 42));
}

TEST(SegmentCatalogue, RefusesWhatIsNotItsOwn) {
  const SegmentCatalogue catalogue(2, 8, 100);
  const SegmentCatalogue larger(3, 9, 100);
  for (const std::uint64_t segment : {8ull, 26ull}) {
    std::array<std::uint8_t, SegmentCatalogue::interest_bytes_max> link;
    const std::size_t bytes = larger.write_interest(link.data(), segment, 0, 0);
    wire::LpHeader header;
    ASSERT_EQ(wire::decode_lp({link.data(), bytes}, header), wire::LpOutcome::ok);
    EXPECT_EQ(catalogue.segment_of(header.fragment), std::nullopt);
  }
  EXPECT_THROW(SegmentCatalogue(0, 1, 100), std::invalid_argument);
  EXPECT_THROW(SegmentCatalogue(1, 1, SegmentCatalogue::content_bytes_max + 1), std::invalid_argument);
}

TEST(SegmentOrder, SequentialGoesRoundAndEnds) {
  EXPECT_EQ(drawn(*sequential_order(3, 2, 5), 10), (std::vector<std::uint64_t>{2, 0, 1, 2, 0}));
}

TEST(SegmentOrder, ScatteredBatchesMeetEachBatchOnceARound) {
  for (const std::uint64_t batches : {1ull, 2ull, 10ull, 97ull}) {
    const auto order = scattered_batches(batches * 4, 4);
    const auto round = drawn(*order, batches * 4);
    EXPECT_EQ(std::set<std::uint64_t>(round.begin(), round.end()).size(), batches * 4);
    for (std::size_t i = 0; i < round.size(); ++i) {
      EXPECT_EQ(round[i] % 4, i % 4);
      EXPECT_EQ(round[i] / 4, round[i / 4 * 4] / 4);
    }
    EXPECT_EQ(drawn(*order, batches * 4), round);
  }
}

TEST(SegmentOrder, StreamsGoThroughTheirObjectsAndPopularOnesMoreOften) {
  constexpr std::uint32_t per_object = 20;
  const auto order = stream_order({.objects = 50, .segments = per_object}, 3);
  const auto segments = drawn(*order, 200'000);
  std::map<std::uint64_t, unsigned> of_object;
  for (const std::uint64_t segment : segments) {
    ASSERT_LT(segment, 50u * per_object);
    ++of_object[segment / per_object];
  }
  // Zipf with exponent 1: the first is asked for twice as often as the second.
  EXPECT_NEAR(static_cast<double>(of_object[0]) / of_object[1], 2.0, 0.3);
  // Each object's segments are asked for equally often, but for streams cut off at the ends.
  std::map<std::uint64_t, unsigned> of_segment;
  for (const std::uint64_t segment : segments) {
    of_segment[segment] += segment / per_object == 0 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(of_segment[0]) / of_segment[per_object - 1], 1.0, 0.05);
}

}  // namespace
}  // namespace augustus::traffic::segment_catalogue_test
