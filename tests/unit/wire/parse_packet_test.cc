// SPDX-License-Identifier: Apache-2.0
#include "wire/parse_packet.hh"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "unit/wire/exact_buffer.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/tlv_writer.hh"

namespace augustus::wire::parse_packet_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

const Bytes name_a{7, 3, 8, 1, 'a'};
const Bytes nonce{0x0a, 4, 1, 2, 3, 4};
const Bytes signature{0x16, 3, 0x1b, 1, 0, 0x17, 1, 9};

Bytes join(std::initializer_list<Bytes> parts) {
  Bytes joined;
  for (const Bytes& part : parts) {
    joined.insert(joined.end(), part.begin(), part.end());
  }
  return joined;
}

ParseOutcome parse(const Bytes& packet, PacketView& view) {
  return parse_packet(ExactBuffer(packet).bytes(), view);
}

ParseOutcome parse(const Bytes& packet) {
  PacketView view;
  return parse(packet, view);
}

/// An Interest or a Data whose value is the parts, in order.
Bytes interest_of(std::initializer_list<Bytes> parts) {
  return TlvWriter().element(5, join(parts)).take();
}
Bytes data_of(std::initializer_list<Bytes> parts) {
  return TlvWriter().element(6, join(parts)).take();
}
Bytes data_with_meta(const Bytes& meta) {
  return data_of({name_a, TlvWriter().element(0x14, meta).take(), signature});
}

TEST(ParsePacket, FindsTheFieldsOfAnInterest) {
  const Bytes packet{0x05, 0x20, 0x07, 0x06, 0x08, 0x01, 'a',  0x08, 0x01, 'b',  0x21, 0x00,
                     0x12, 0x00, 0x1e, 0x05, 0x07, 0x03, 0x08, 0x01, 'h',  0x0a, 0x04, 0x01,
                     0x02, 0x03, 0x04, 0x0c, 0x02, 0x03, 0xe8, 0x22, 0x01, 0x09};
  PacketView view;
  ASSERT_EQ(parse(packet, view), ParseOutcome::ok);
  EXPECT_EQ(view.kind, PacketKind::interest);
  EXPECT_TRUE(view.can_be_prefix);
  EXPECT_TRUE(view.must_be_fresh);
  EXPECT_TRUE(view.has_nonce);
  EXPECT_TRUE(view.has_hop_limit);
  EXPECT_TRUE(view.has_forwarding_hint);
  EXPECT_FALSE(view.has_implicit_digest);
  EXPECT_EQ(view.hop_limit, 9);
  EXPECT_EQ(view.name_offset, 4);
  EXPECT_EQ(view.name_length, 6);
  EXPECT_EQ(view.component_count, 2);
  EXPECT_EQ(view.component_end[0], 3);
  EXPECT_EQ(view.component_end[1], 6);
  EXPECT_EQ(view.nonce_offset, 23);
  EXPECT_EQ(view.hop_limit_offset, 33);
  EXPECT_EQ(view.hint_offset, 14);
  EXPECT_EQ(view.hint_length, 7);
  EXPECT_EQ(view.after_selectors_offset, 21);
  EXPECT_EQ(view.packet_length, packet.size());
  EXPECT_EQ(view.nonce, 0x01020304U);
  EXPECT_EQ(view.lifetime_ms, 1000U);
}

TEST(ParsePacket, GivesAnInterestItsDefaults) {
  PacketView view;
  ASSERT_EQ(parse(interest_of({name_a}), view), ParseOutcome::ok);
  EXPECT_FALSE(view.can_be_prefix || view.must_be_fresh || view.has_nonce || view.has_hop_limit ||
               view.has_forwarding_hint);
  EXPECT_EQ(view.lifetime_ms, 4000U);
  EXPECT_EQ(view.after_selectors_offset, 7);
}

TEST(ParsePacket, FindsTheFieldsOfAData) {
  PacketView view;
  const Bytes meta{0x14, 12, 0x18, 1, 2, 0x19, 2, 3, 0xe8, 0x1a, 3, 50, 1, 7};
  ASSERT_EQ(parse(data_of({name_a, meta, {0x15, 2, 'h', 'i'}, signature}), view), ParseOutcome::ok);
  EXPECT_EQ(view.kind, PacketKind::data);
  EXPECT_EQ(view.freshness_ms, 1000U);
  EXPECT_EQ(view.content_type, 2);
  EXPECT_EQ(view.component_count, 1);
  EXPECT_FALSE(view.has_nonce || view.has_hop_limit || view.can_be_prefix);
}

TEST(ParsePacket, ClipsNumbersToTheirFields) {
  PacketView view;
  ASSERT_EQ(parse(interest_of({name_a, {0x0c, 8, 1, 0, 0, 0, 0, 0, 0, 0}}), view), ParseOutcome::ok);
  EXPECT_EQ(view.lifetime_ms, 0xffffffffU);
  ASSERT_EQ(parse(data_with_meta({0x18, 2, 1, 0, 0x19, 8, 0, 0, 0, 1, 0, 0, 0, 0}), view), ParseOutcome::ok);
  EXPECT_EQ(view.content_type, 255);
  EXPECT_EQ(view.freshness_ms, 0xffffffffU);
}

TEST(ParsePacket, TruncatedWhenALengthRunsPastThePacket) {
  EXPECT_EQ(parse({}), ParseOutcome::truncated);
  EXPECT_EQ(parse({5}), ParseOutcome::truncated);
  EXPECT_EQ(parse({5, 253, 1}), ParseOutcome::truncated);
  EXPECT_EQ(parse({5, 9, 7, 3, 8, 1, 'a'}), ParseOutcome::truncated);
  EXPECT_EQ(parse({5, 5, 7, 4, 8, 1, 'a'}), ParseOutcome::truncated);
  EXPECT_EQ(parse({5, 5, 7, 3, 8, 2, 'a'}), ParseOutcome::truncated);
  EXPECT_EQ(parse({5, 255, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 7}), ParseOutcome::truncated);
}

TEST(ParsePacket, TrailingBytesWhenMoreFollows) {
  EXPECT_EQ(parse(join({interest_of({name_a}), {0}})), ParseOutcome::trailing_bytes);
}

TEST(ParsePacket, OversizedAbove8800Bytes) {
  const auto of_size = [](std::size_t size) {
    const Bytes content = TlvWriter().element(0x15, Bytes(size - 4 - 5 - 4 - 8)).take();
    return data_of({name_a, content, signature});
  };
  ASSERT_EQ(of_size(8800).size(), 8800U);
  EXPECT_EQ(parse(of_size(8800)), ParseOutcome::ok);
  EXPECT_EQ(parse(of_size(8801)), ParseOutcome::oversized);
}

TEST(ParsePacket, MalformedNumberWhenNotInShortestForm) {
  EXPECT_EQ(parse({0xfd, 0, 5, 0}), ParseOutcome::malformed_number);
  EXPECT_EQ(parse({5, 0xfd, 0, 5, 7, 3, 8, 1, 'a'}), ParseOutcome::malformed_number);
  EXPECT_EQ(parse({5, 0xfe, 0, 0, 0, 5, 7, 3, 8, 1, 'a'}), ParseOutcome::malformed_number);
  EXPECT_EQ(parse({0, 0}), ParseOutcome::malformed_number);
  EXPECT_EQ(parse(interest_of({name_a, {0, 0}})), ParseOutcome::malformed_number);
  const Bytes type_above_32_bits{0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0};
  EXPECT_EQ(parse(interest_of({name_a, type_above_32_bits})), ParseOutcome::malformed_number);
}

TEST(ParsePacket, UnknownPacketType) {
  EXPECT_EQ(parse({100, 0}), ParseOutcome::unknown_packet_type);
  EXPECT_EQ(parse({0xfd, 3, 0x20, 0}), ParseOutcome::unknown_packet_type);
}

TEST(ParsePacket, UnknownCriticalElementsAreRefusedOthersIgnored) {
  for (const std::uint8_t critical : {1, 30, 31, 33, 35, 129, 251}) {
    EXPECT_EQ(parse(data_of({name_a, {critical, 0}, signature})), ParseOutcome::unknown_critical);
    EXPECT_EQ(parse(data_of({name_a, signature, {critical, 0}})), ParseOutcome::unknown_critical);
    EXPECT_EQ(parse(data_with_meta({critical, 0})), ParseOutcome::unknown_critical);
    if (critical != 30 && critical != 33) {  // ForwardingHint and CanBePrefix
      EXPECT_EQ(parse(interest_of({name_a, {critical, 0}})), ParseOutcome::unknown_critical);
    }
    EXPECT_EQ(parse(interest_of({name_a, {0x1e, 7, 7, 3, 8, 1, 'h', critical, 0}})),
              ParseOutcome::unknown_critical);
  }
  for (const std::uint8_t other : {32, 40, 44, 46, 128, 252}) {
    EXPECT_EQ(parse(data_of({name_a, {other, 0}, signature, {other, 1, 0}})), ParseOutcome::ok);
    EXPECT_EQ(parse(data_with_meta({other, 0, 0x19, 1, 1, other, 0})), ParseOutcome::ok);
    EXPECT_EQ(parse(interest_of({name_a, {other, 0}, nonce, {other, 1, 0}})), ParseOutcome::ok);
    EXPECT_EQ(parse(interest_of({name_a, {0x1e, 7, other, 0, 7, 3, 8, 1, 'h'}})), ParseOutcome::ok);
  }
}

TEST(ParsePacket, RecognisedCriticalElementsOutOfOrderAreRefused) {
  const std::vector<Bytes> in_order{{0x21, 0}, {0x12, 0},    {0x1e, 5, 7, 3, 8, 1, 'h'},
                                    nonce,     {0x0c, 1, 1}, {0x22, 1, 7}};
  for (std::size_t i = 0; i < in_order.size(); ++i) {
    for (std::size_t j = 0; j < in_order.size(); ++j) {
      const bool second_critical = j < 5;
      const auto expected = j > i || !second_critical ? ParseOutcome::ok : ParseOutcome::unknown_critical;
      EXPECT_EQ(parse(interest_of({name_a, in_order[i], in_order[j]})), expected) << i << " then " << j;
    }
  }
  EXPECT_EQ(parse(interest_of({name_a, name_a})), ParseOutcome::unknown_critical);
  EXPECT_EQ(parse(data_of({name_a, {0x15, 0}, {0x14, 0}, signature})), ParseOutcome::unknown_critical);
  EXPECT_EQ(parse(data_of({name_a, {0x15, 0}, {0x15, 0}, signature})), ParseOutcome::unknown_critical);
  EXPECT_EQ(parse(data_with_meta({0x19, 1, 1, 0x18, 1, 1})), ParseOutcome::unknown_critical);
}

TEST(ParsePacket, AHopLimitOutOfOrderIsIgnored) {
  PacketView view;
  ASSERT_EQ(parse(interest_of({name_a, {0x22, 1, 7}, {0x22, 1, 0}}), view), ParseOutcome::ok);
  EXPECT_EQ(view.hop_limit, 7);
}

TEST(ParsePacket, MalformedName) {
  const auto interest_named = [](const Bytes& value) {
    return interest_of({TlvWriter().element(7, value).take()});
  };
  EXPECT_EQ(parse(interest_named({0, 0})), ParseOutcome::malformed_name);
  EXPECT_EQ(parse(interest_named({0xfe, 0, 1, 0, 0, 0})), ParseOutcome::malformed_name);
  EXPECT_EQ(parse(interest_named({0xfd, 0xff, 0xff, 0})), ParseOutcome::ok);
  EXPECT_EQ(parse(interest_named({1, 1, 0})), ParseOutcome::malformed_name);
  EXPECT_EQ(parse(interest_named({2, 0})), ParseOutcome::malformed_name);
  EXPECT_EQ(parse(interest_of({name_a, {0x1e, 4, 7, 2, 1, 0}})), ParseOutcome::malformed_name);
  EXPECT_EQ(parse(data_with_meta({0x1a, 3, 1, 1, 0})), ParseOutcome::malformed_name);
}

TEST(ParsePacket, ParametersNeedExactlyOneDigestInTheName) {
  const Bytes digest = TlvWriter().element(2, Bytes(32)).take();
  const Bytes once = TlvWriter().element(7, digest).take();
  const Bytes twice = TlvWriter().element(7, join({digest, digest})).take();
  const Bytes parameters{0x24, 0};
  EXPECT_EQ(parse(interest_of({name_a, parameters})), ParseOutcome::malformed_name);
  EXPECT_EQ(parse(interest_of({once, parameters})), ParseOutcome::ok);
  EXPECT_EQ(parse(interest_of({twice, parameters})), ParseOutcome::malformed_name);
  EXPECT_EQ(parse(interest_of({once})), ParseOutcome::ok);
}

TEST(ParsePacket, EmptyNameIsRefusedInAnInterestOnly) {
  EXPECT_EQ(parse(interest_of({{7, 0}, nonce})), ParseOutcome::empty_name);
  EXPECT_EQ(parse(data_of({{7, 0}, signature})), ParseOutcome::ok);
}

TEST(ParsePacket, MissingName) {
  EXPECT_EQ(parse({5, 0}), ParseOutcome::missing_name);
  EXPECT_EQ(parse({6, 0}), ParseOutcome::missing_name);
  EXPECT_EQ(parse(interest_of({nonce, name_a})), ParseOutcome::missing_name);
  EXPECT_EQ(parse(interest_of({{128, 0}, name_a})), ParseOutcome::missing_name);
}

TEST(ParsePacket, MalformedField) {
  for (const Bytes& field : std::vector<Bytes>{{0x21, 1, 0},
                                               {0x12, 1, 0},
                                               {0x1e, 0},
                                               {0x0a, 3, 1, 2, 3},
                                               {0x0a, 5, 1, 2, 3, 4, 5},
                                               {0x0c, 0},
                                               {0x0c, 3, 0, 0, 1},
                                               {0x22, 0},
                                               {0x22, 2, 1, 1}}) {
    EXPECT_EQ(parse(interest_of({name_a, field})), ParseOutcome::malformed_field) << unsigned{field[0]};
  }
  EXPECT_EQ(parse(data_with_meta({0x18, 0})), ParseOutcome::malformed_field);
  EXPECT_EQ(parse(data_with_meta({0x19, 3, 0, 0, 0})), ParseOutcome::malformed_field);
  EXPECT_EQ(parse(data_with_meta({0x1a, 0})), ParseOutcome::malformed_field);
  EXPECT_EQ(parse(data_with_meta({0x1a, 4, 8, 0, 8, 0})), ParseOutcome::malformed_field);
}

TEST(ParsePacket, HopLimitZero) {
  EXPECT_EQ(parse(interest_of({name_a, {0x22, 1, 0}})), ParseOutcome::hop_limit_zero);
  EXPECT_EQ(parse(interest_of({name_a, {0x22, 1, 0}, {0x0c, 1, 1}})), ParseOutcome::unknown_critical);
}

TEST(ParsePacket, MissingSignature) {
  EXPECT_EQ(parse(data_of({name_a})), ParseOutcome::missing_signature);
  EXPECT_EQ(parse(data_of({name_a, {0x16, 3, 0x1b, 1, 0}})), ParseOutcome::missing_signature);
  EXPECT_EQ(parse(data_of({name_a, {0x17, 0}})), ParseOutcome::missing_signature);
}

TEST(ParsePacket, AnImplicitDigestIsLeftOutOfAnInterestsKeyOnly) {
  const Bytes digest = TlvWriter().element(1, Bytes(32, 5)).take();
  const Bytes name = TlvWriter().element(7, join({{8, 1, 'a'}, digest})).take();
  const Bytes digest_first = TlvWriter().element(7, join({digest, {8, 1, 'a'}})).take();
  PacketView view;
  ASSERT_EQ(parse(interest_of({name}), view), ParseOutcome::ok);
  EXPECT_TRUE(view.has_implicit_digest);
  EXPECT_EQ(view.key_length(), 3);
  EXPECT_EQ(view.key_components(), 1);
  ASSERT_EQ(parse(interest_of({digest_first}), view), ParseOutcome::ok);
  EXPECT_FALSE(view.has_implicit_digest);
  // Otherwise a Data named /a/<digest> would answer an Interest for /a.
  ASSERT_EQ(parse(data_of({name, signature}), view), ParseOutcome::ok);
  EXPECT_FALSE(view.has_implicit_digest);
  EXPECT_EQ(view.key_length(), 37);
}

TEST(ParsePacket, NamesOfManyComponentsKeepTheirFirst32Ends) {
  Name name;
  while (name.size() < 2000) {
    name.append("");
  }
  PacketView view;
  ASSERT_EQ(parse(interest_of({name.tlv()}), view), ParseOutcome::ok);
  EXPECT_EQ(view.component_count, 2000);
  EXPECT_EQ(view.prefix_count(), 32U);
  EXPECT_EQ(view.component_end[31], 64);
  EXPECT_EQ(view.name_length, 4000);
}

TEST(ParsePacket, EveryOutcomeHasItsOwnName) {
  std::set<std::string_view> names;
  for (unsigned i = 0; i < static_cast<unsigned>(ParseOutcome::count); ++i) {
    names.insert(parse_outcome_name(static_cast<ParseOutcome>(i)));
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(ParseOutcome::count));
  EXPECT_EQ(parse_outcome_name(ParseOutcome::missing_signature), "missing_signature");
  EXPECT_EQ(parse_outcome_name(ParseOutcome::oversized), "oversized");
}

}  // namespace
}  // namespace augustus::wire::parse_packet_test
