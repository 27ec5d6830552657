// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string_view>

#include "unit/wire/compact_invariants.hh"
#include "unit/wire/exact_buffer.hh"
#include "unit/wire/generate_compact.hh"
#include "wire/parse_fields.hh"

namespace augustus::wire::compact_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

const KeyedHash hash(HashKey{{1, 2, 3, 4}});

/// The image that the 2016 release's own tool makes of Interest "a/b" with chunk id 7: what follows IPv4.
const Bytes interest_2016{0x00, 0x00, 0x00, 0x1b, 0x0a, 0x00, 0x00, 0x00, 0x1b, 0x00, 0x08, 'a',  '/', 'b',
                          '/',  0x00, 0x00, 0x00, 0x07, 0x00, 0x01, 0x00, 0x04, 0x00, 0x01, 0x00, 0x03};

PacketView parsed(std::span<const std::uint8_t> packet, PacketFormat format) {
  PacketView view;
  EXPECT_EQ(parse_compact(packet, format, view), ParseOutcome::ok);
  hash_name(hash, packet.data(), view);
  return view;
}

ParseOutcome outcome(const Bytes& packet, PacketFormat format) {
  PacketView view;
  return parse_compact(packet, format, view);
}

Bytes with(Bytes packet, std::size_t at, std::uint8_t byte) {
  packet.at(at) = byte;
  return packet;
}

TEST(Compact, ReadsTheImageOf2016) {
  const PacketView view = parsed(interest_2016, PacketFormat::compact_2016);
  EXPECT_EQ(view.kind, PacketKind::interest);
  EXPECT_TRUE(view.has_hop_limit);
  EXPECT_EQ(view.hop_limit, 10);
  EXPECT_EQ(interest_2016[view.hop_limit_offset], 10);
  EXPECT_FALSE(view.has_nonce);
  EXPECT_EQ(view.lifetime_ms, interest_lifetime_default_ms);
  ASSERT_EQ(view.component_count, 3);
  // As in the release's FIB, a prefix holds the '/' that ends it.
  EXPECT_EQ(view.prefix_length(1), 2);
  EXPECT_EQ(view.prefix_length(2), 4);
  EXPECT_EQ(view.prefix_length(3), 8);
  const std::string_view name(reinterpret_cast<const char*>(interest_2016.data()) + view.name_offset, 4);
  EXPECT_EQ(name, "a/b/");
}

TEST(Compact, WritesTheImageOf2016) {
  const std::uint16_t ends[] = {2, 4, 8};
  const CompactPacket packet{
      .hop_limit = 10, .name = std::span(interest_2016).subspan(11, 8), .component_ends = ends};
  Bytes out(interest_2016.size());
  EXPECT_EQ(encode_compact(packet, PacketFormat::compact_2016, out), out.size());
  EXPECT_EQ(out, interest_2016);
  EXPECT_EQ(encode_compact(packet, PacketFormat::compact_2016, std::span(out).first(out.size() - 1)), 0U);
}

TEST(Compact, ReadsTheDraft) {
  const Bytes data{1, 1, 0,   29,  5,   0,   0,  26, 0, 2, 0, 17,  // fixed fields
                   0, 4, 'c', 'o', 'm', 'x',                       // name
                   0, 0, 0,   1,   3,                              // offsets
                   0, 5, 0,   1,   2,   'p', 'q'};                 // data lifetime, payload
  Bytes packet = data;
  packet[3] = static_cast<std::uint8_t>(packet.size());
  packet[7] = static_cast<std::uint8_t>(packet.size() - 2);
  packet[11] = static_cast<std::uint8_t>(packet.size() - 12);
  // The data lifetime's length is 1 here; the draft names none.
  const PacketView view = parsed(packet, PacketFormat::compact);
  EXPECT_EQ(view.kind, PacketKind::data);
  EXPECT_FALSE(view.has_hop_limit);
  ASSERT_EQ(view.component_count, 2);
  EXPECT_EQ(view.prefix_length(1), 3);
  EXPECT_EQ(view.prefix_length(2), 4);
  EXPECT_EQ(view.freshness_ms, 2000U);
  const auto tail = compact_tail(packet, view);
  EXPECT_EQ(std::string(tail.payload.begin(), tail.payload.end()), "pq");
}

TEST(Compact, AHeaderLengthOfTheFixedFieldsAloneStandsForNoFurtherTlvs) {
  Bytes packet = with(interest_2016, 8, 9);
  packet.insert(packet.end(), {0xff, 0xff, 0xff, 0xff, 0xff});
  packet[1] = 1;
  packet[3] = static_cast<std::uint8_t>(packet.size());
  const PacketView view = parsed(packet, PacketFormat::compact_2016);
  EXPECT_EQ(compact_tail(packet, view).payload.size(), 5U);
}

TEST(Compact, RefusesByReason) {
  const auto f = PacketFormat::compact_2016;
  EXPECT_EQ(outcome(with(interest_2016, 1, 2), f), ParseOutcome::unknown_packet_type);  // control
  EXPECT_EQ(outcome(with(interest_2016, 0, 1), f), ParseOutcome::unknown_packet_type);
  EXPECT_EQ(outcome(with(interest_2016, 3, 0x1a), f), ParseOutcome::trailing_bytes);
  EXPECT_EQ(outcome(with(interest_2016, 3, 0x1c), f), ParseOutcome::truncated);
  EXPECT_EQ(outcome(with(interest_2016, 8, 0x1c), f), ParseOutcome::truncated);
  EXPECT_EQ(outcome(with(interest_2016, 9, 1), f), ParseOutcome::truncated);
  EXPECT_EQ(outcome(with(interest_2016, 10, 0), f), ParseOutcome::empty_name);
  EXPECT_EQ(outcome(with(interest_2016, 20, 2), f), ParseOutcome::malformed_name);  // no offsets
  EXPECT_EQ(outcome(with(interest_2016, 20, 0), f), ParseOutcome::malformed_name);  // not of this layout
  EXPECT_EQ(outcome(with(interest_2016, 22, 5), f), ParseOutcome::truncated);       // offsets too long
  EXPECT_EQ(outcome(with(interest_2016, 22, 3), f), ParseOutcome::malformed_name);  // half an offset
  EXPECT_EQ(outcome(with(interest_2016, 24, 3), f), ParseOutcome::malformed_name);  // the same twice
  EXPECT_EQ(outcome(with(interest_2016, 26, 8), f), ParseOutcome::malformed_name);  // behind the name
  EXPECT_EQ(outcome(with(interest_2016, 4, 0), f), ParseOutcome::hop_limit_zero);
  EXPECT_EQ(outcome(Bytes(8801), f), ParseOutcome::oversized);
}

TEST(Compact, The32ndComponentTakesTheRest) {
  OwnedCompact many;
  for (std::uint16_t i = 1; i <= 40; ++i) {
    many.name.push_back('c');
    many.ends.push_back(i);
  }
  for (const auto format : {PacketFormat::compact, PacketFormat::compact_2016}) {
    many.format = format;
    const Bytes packet = many.encode();
    const PacketView view = parsed(packet, format);
    EXPECT_EQ(view.component_count, 32);
    EXPECT_EQ(view.prefix_length(31), 31);
    EXPECT_EQ(view.prefix_length(32), 40);
  }
}

TEST(Compact, ChunksOfABatchMeet) {
  const auto dispatch = [](std::uint8_t chunk) {
    const Bytes packet = with(interest_2016, 18, chunk);
    return dispatch_hash(packet.data(), parsed(packet, PacketFormat::compact_2016), 8);
  };
  EXPECT_EQ(dispatch(0), dispatch(7));
  EXPECT_NE(dispatch(7), dispatch(8));
}

RC_GTEST_PROP(Compact, WhatWasWrittenIsRead, ()) {
  const OwnedCompact made = *arbitrary_compact(40);
  const Bytes packet = made.encode();
  const PacketView view = parsed(packet, made.format);
  RC_ASSERT(view.kind == made.fields.kind);
  const auto name = name_bytes(view, packet.data());
  RC_ASSERT(Bytes(name.begin(), name.end()) == made.name);
  const auto count = std::min<std::size_t>(made.ends.size(), prefix_components_max);
  RC_ASSERT(view.component_count == count);
  std::uint64_t value = empty_name_hash(hash, view.format);
  for (unsigned i = 0; i < count; ++i) {
    RC_ASSERT(view.prefix_length(i + 1) == (i + 1 < prefix_components_max ? made.ends[i] : made.ends.back()));
    value = hash.extend(value, name.subspan(view.prefix_length(i),
                                            view.prefix_length(i + 1) - std::size_t{view.prefix_length(i)}));
    RC_ASSERT(view.prefix_hash[i + 1] == value);
  }
  RC_ASSERT(view.name_hash == value);
  RC_ASSERT(view.has_nonce == made.fields.nonce.has_value());
  RC_ASSERT(view.nonce == made.fields.nonce.value_or(0));
  RC_ASSERT(view.lifetime_ms == made.fields.lifetime_ms.value_or(interest_lifetime_default_ms));
  RC_ASSERT(view.freshness_ms == clip32(made.fields.freshness_s.value_or(0) * std::uint64_t{1000}));
  const auto payload = compact_tail(packet, view).payload;
  RC_ASSERT(Bytes(payload.begin(), payload.end()) == made.payload);
}

RC_GTEST_PROP(Compact, EveryTruncationIsRefused, ()) {
  const OwnedCompact made = *arbitrary_compact();
  const Bytes packet = made.encode();
  for (std::size_t size = 0; size < packet.size(); ++size) {
    const ExactBuffer cut(std::span<const std::uint8_t>(packet).first(size));
    PacketView view;
    RC_ASSERT(parse_compact(cut.bytes(), made.format, view) == ParseOutcome::truncated);
    Bytes fitted(packet.begin(), packet.begin() + static_cast<std::ptrdiff_t>(size));
    if (size >= compact_name_offset) {
      fitted[2] = static_cast<std::uint8_t>(size >> 8);
      fitted[3] = static_cast<std::uint8_t>(size);
      fitted[10] = made.format == PacketFormat::compact ? 0 : fitted[10];
    }
    const ExactBuffer exact(fitted);
    RC_ASSERT(compact_view_is_inside(exact.bytes(), made.format));
  }
}

RC_GTEST_PROP(Compact, ChangedBytesStayInside, ()) {
  const OwnedCompact made = *arbitrary_compact();
  Bytes packet = made.encode();
  const auto changes = *rc::gen::inRange(1, 5);
  for (int i = 0; i < changes; ++i) {
    packet[*rc::gen::inRange<std::size_t>(4, packet.size())] = *rc::gen::arbitrary<std::uint8_t>();
  }
  const ExactBuffer exact(packet);
  RC_ASSERT(compact_view_is_inside(exact.bytes(), made.format));
}

RC_GTEST_PROP(Compact, RandomBytesAreReadInBoundsOnly, ()) {
  Bytes packet = *bytes_up_to(80);
  for (const auto format : {PacketFormat::compact, PacketFormat::compact_2016}) {
    if (packet.size() > 3) {
      packet[0] = 0;
      packet[1] &= 1;
      packet[2] = 0;
      packet[3] = static_cast<std::uint8_t>(packet.size());
    }
    const ExactBuffer exact(packet);
    RC_ASSERT(compact_view_is_inside(exact.bytes(), format));
  }
}

}  // namespace
}  // namespace augustus::wire::compact_test
