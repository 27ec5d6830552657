// SPDX-License-Identifier: Apache-2.0
#include "wire/lp_codec.hh"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "unit/wire/exact_buffer.hh"
#include "wire/tlv_writer.hh"

namespace augustus::wire::lp_codec_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

const Bytes interest{5, 5, 7, 3, 8, 1, 'a'};
const Bytes data{6, 5, 7, 3, 8, 1, 'a'};
const Bytes interest_fragment{0x50, 7, 5, 5, 7, 3, 8, 1, 'a'};
const Bytes data_fragment{0x50, 7, 6, 5, 7, 3, 8, 1, 'a'};
const Bytes nack{0xfd, 3, 0x20, 5, 0xfd, 3, 0x21, 1, 150};
const Bytes next_hop{0xfd, 3, 0x30, 1, 9};
const Bytes cache_policy{0xfd, 3, 0x34, 5, 0xfd, 3, 0x35, 1, 1};
const Bytes congestion_mark{0xfd, 3, 0x40, 1, 1};
const Bytes ack{0xfd, 3, 0x44, 8, 0, 0, 0, 0, 0, 0, 0, 7};
const Bytes tx_sequence{0xfd, 3, 0x48, 8, 0, 0, 0, 0, 0, 0, 1, 0};
const Bytes non_discovery{0xfd, 3, 0x4c, 0};
const Bytes announcement{0xfd, 3, 0x50, 2, 6, 0};
const Bytes sequence{81, 8, 0, 0, 0, 0, 0, 0, 0, 5};

Bytes lp_of(std::initializer_list<Bytes> parts) {
  TlvWriter writer;
  for (const Bytes& part : parts) {
    writer.raw(part);
  }
  return TlvWriter().element(100, writer.bytes()).take();
}

LpOutcome decode(const Bytes& packet) {
  LpHeader header;
  return decode_lp(ExactBuffer(packet).bytes(), header);
}

TEST(LpDecode, ABarePacketIsAFragmentWithoutHeaders) {
  for (const Bytes& packet : {interest, data}) {
    LpHeader header;
    ASSERT_EQ(decode_lp(packet, header), LpOutcome::ok);
    EXPECT_EQ(header.fragment.data(), packet.data());
    EXPECT_EQ(header.fragment.size(), packet.size());
    EXPECT_TRUE(lp_header_needless(header));
  }
}

TEST(LpDecode, ReadsTheFieldsOfAnInterest) {
  const Bytes packet = lp_of({sequence,
                              {82, 1, 0},
                              {83, 1, 2},
                              {98, 3, 1, 2, 3},
                              {0xfd, 3, 0x2c, 1, 200},
                              next_hop,
                              congestion_mark,
                              ack,
                              ack,
                              tx_sequence,
                              non_discovery,
                              interest_fragment});
  LpHeader header;
  ASSERT_EQ(decode_lp(packet, header), LpOutcome::ok);
  EXPECT_TRUE(header.has_sequence && header.has_tx_sequence && header.has_next_hop_face &&
              header.has_congestion_mark && header.non_discovery);
  EXPECT_FALSE(header.is_nack || header.no_cache);
  EXPECT_EQ(header.sequence, 5U);
  EXPECT_EQ(header.frag_index, 0U);
  EXPECT_EQ(header.frag_count, 2U);
  EXPECT_EQ(header.pit_token_length, 3);
  EXPECT_EQ(header.pit_token[2], 3);
  EXPECT_EQ(header.incoming_face, face_id_none) << "a received IncomingFaceId is ignored";
  EXPECT_EQ(header.next_hop_face, 9U);
  EXPECT_EQ(header.congestion_mark, 1U);
  EXPECT_EQ(header.ack_count, 2);
  EXPECT_EQ(header.acks[1], 7U);
  EXPECT_EQ(header.tx_sequence, 256U);
  EXPECT_EQ(header.fragment.size(), interest.size());
}

TEST(LpDecode, ReadsTheFieldsOfAData) {
  LpHeader header;
  const Bytes packet = lp_of({cache_policy, announcement, data_fragment});
  ASSERT_EQ(decode_lp(packet, header), LpOutcome::ok);
  EXPECT_TRUE(header.no_cache);
  EXPECT_EQ(header.prefix_announcement.size(), 2U);
}

TEST(LpDecode, ReadsNackReasons) {
  const auto reason_of = [](const Bytes& nack_value) {
    LpHeader header;
    const Bytes packet = lp_of({TlvWriter().element(800, nack_value).take(), interest_fragment});
    EXPECT_EQ(decode_lp(packet, header), LpOutcome::ok);
    EXPECT_TRUE(header.is_nack);
    return header.nack_reason;
  };
  EXPECT_EQ(reason_of(TlvWriter().number(801, 50).take()), NackReason::congestion);
  EXPECT_EQ(reason_of(TlvWriter().number(801, 100).take()), NackReason::duplicate);
  EXPECT_EQ(reason_of(TlvWriter().number(801, 150).take()), NackReason::no_route);
  EXPECT_EQ(reason_of(TlvWriter().number(801, 256 + 50).take()), NackReason::none);
  EXPECT_EQ(reason_of({}), NackReason::none);
}

TEST(LpDecode, AnIdlePacketHasHeadersOnly) {
  LpHeader header;
  ASSERT_EQ(decode_lp(lp_of({ack}), header), LpOutcome::ok);
  EXPECT_TRUE(header.fragment.empty());
  EXPECT_EQ(header.ack_count, 1);
  EXPECT_EQ(decode(lp_of({})), LpOutcome::ok);
}

TEST(LpDecode, AcksBeyond16AreIgnored) {
  TlvWriter acks;
  for (unsigned i = 0; i < 20; ++i) {
    acks.raw(ack);
  }
  LpHeader header;
  ASSERT_EQ(decode_lp(lp_of({acks.take()}), header), LpOutcome::ok);
  EXPECT_EQ(header.ack_count, 16);
}

TEST(LpDecode, ANextHopTooLargeForAFaceIdNamesNoFace) {
  LpHeader header;
  const Bytes large{0xfd, 3, 0x30, 8, 0, 0, 0, 1, 0, 0, 1, 0};
  ASSERT_EQ(decode_lp(lp_of({large, interest_fragment}), header), LpOutcome::ok);
  EXPECT_EQ(header.next_hop_face, face_id_null);
}

TEST(LpDecode, Truncated) {
  EXPECT_EQ(decode({}), LpOutcome::truncated);
  EXPECT_EQ(decode({100}), LpOutcome::truncated);
  EXPECT_EQ(decode({100, 5, 81}), LpOutcome::truncated);
  EXPECT_EQ(decode({100, 2, 81, 8}), LpOutcome::truncated);
  EXPECT_EQ(decode({5, 9, 7}), LpOutcome::truncated);
}

TEST(LpDecode, TrailingBytes) {
  EXPECT_EQ(decode({100, 0, 0}), LpOutcome::trailing_bytes);
  EXPECT_EQ(decode({5, 0, 0}), LpOutcome::trailing_bytes);
}

TEST(LpDecode, MalformedNumber) {
  EXPECT_EQ(decode({0xfd, 0, 100, 0}), LpOutcome::malformed_number);
  EXPECT_EQ(decode({100, 0xfd, 0, 0}), LpOutcome::malformed_number);
  EXPECT_EQ(decode(lp_of({{0xfd, 0, 98, 1, 1}})), LpOutcome::malformed_number);
}

TEST(LpDecode, UnknownPacketType) {
  EXPECT_EQ(decode({8, 1, 'a'}), LpOutcome::unknown_packet_type);
}

TEST(LpDecode, FieldsAscendAndFragmentComesLast) {
  EXPECT_EQ(decode(lp_of({{98, 1, 1}, interest_fragment})), LpOutcome::ok);
  EXPECT_EQ(decode(lp_of({interest_fragment, {98, 1, 1}})), LpOutcome::out_of_order);
  EXPECT_EQ(decode(lp_of({interest_fragment, interest_fragment})), LpOutcome::out_of_order);
  EXPECT_EQ(decode(lp_of({congestion_mark, {98, 1, 1}, interest_fragment})), LpOutcome::out_of_order);
}

TEST(LpDecode, OnlyAckMayRepeat) {
  const Bytes incoming{0xfd, 3, 0x2c, 1, 1};
  for (const Bytes& field : std::vector<Bytes>{sequence,
                                               {82, 1, 0},
                                               {83, 1, 1},
                                               {98, 1, 1},
                                               nack,
                                               incoming,
                                               next_hop,
                                               cache_policy,
                                               congestion_mark,
                                               tx_sequence,
                                               non_discovery,
                                               announcement}) {
    EXPECT_EQ(decode(lp_of({field})), LpOutcome::ok);
    EXPECT_EQ(decode(lp_of({field, field})), LpOutcome::out_of_order);
  }
}

TEST(LpDecode, UnknownHeadersAreIgnoredInOneRangeOnly) {
  const auto with_type = [](std::uint32_t type) { return decode(lp_of({TlvWriter().flag(type).take()})); };
  for (const std::uint32_t type : {804U, 900U, 956U}) {
    EXPECT_EQ(with_type(type), LpOutcome::ok) << type;
  }
  for (const std::uint32_t type :
       {1U, 79U, 84U, 97U, 99U, 252U, 796U, 801U, 802U, 803U, 957U, 959U, 960U, 70000U}) {
    EXPECT_EQ(with_type(type), LpOutcome::unknown_header) << type;
  }
  const Bytes unknown = TlvWriter().flag(900).take();
  EXPECT_EQ(decode(lp_of({unknown, unknown, interest_fragment})), LpOutcome::ok);
}

TEST(LpDecode, MalformedField) {
  for (const Bytes& field : std::vector<Bytes>{{81, 4, 0, 0, 0, 1},
                                               {82, 3, 0, 0, 0},
                                               {83, 0},
                                               {98, 0},
                                               TlvWriter().element(98, Bytes(33)).take(),
                                               {0xfd, 3, 0x20, 4, 0xfd, 3, 0x21, 0},
                                               {0xfd, 3, 0x20, 2, 1, 0},
                                               {0xfd, 3, 0x2c, 0},
                                               {0xfd, 3, 0x30, 0},
                                               {0xfd, 3, 0x34, 0},
                                               {0xfd, 3, 0x34, 5, 0xfd, 3, 0x35, 1, 2},
                                               {0xfd, 3, 0x40, 0},
                                               {0xfd, 3, 0x44, 1, 1},
                                               {0xfd, 3, 0x48, 1, 1},
                                               {0xfd, 3, 0x4c, 1, 1},
                                               {0xfd, 3, 0x50, 0},
                                               {0xfd, 3, 0x50, 2, 5, 0},
                                               {0xfd, 3, 0x50, 3, 6, 0, 0},
                                               {0xfd, 3, 0x50, 2, 6, 1}}) {
    EXPECT_EQ(decode(lp_of({field})), LpOutcome::malformed_field) << testing::PrintToString(field);
  }
}

TEST(LpDecode, FragmentIndex) {
  const Bytes piece{0x50, 1, 7};
  EXPECT_EQ(decode(lp_of({sequence, {82, 1, 1}, {83, 1, 2}, piece})), LpOutcome::ok);
  EXPECT_EQ(decode(lp_of({sequence, {82, 1, 2}, {83, 1, 2}, piece})), LpOutcome::fragment_index);
  EXPECT_EQ(decode(lp_of({sequence, {82, 1, 1}, piece})), LpOutcome::fragment_index);
  EXPECT_EQ(decode(lp_of({sequence, {83, 1, 0}, piece})), LpOutcome::fragment_index);
  EXPECT_EQ(decode(lp_of({sequence, {83, 2, 1, 144}, piece})), LpOutcome::ok) << "400 fragments";
  EXPECT_EQ(decode(lp_of({sequence, {83, 2, 1, 145}, piece})), LpOutcome::fragment_index) << "401 fragments";
  EXPECT_EQ(decode(lp_of({{82, 1, 0}, {83, 1, 2}, piece})), LpOutcome::fragment_index) << "no Sequence";
}

TEST(LpDecode, FieldNotAllowed) {
  const auto both = [](const Bytes& field) {
    return std::pair(decode(lp_of({field, interest_fragment})), decode(lp_of({field, data_fragment})));
  };
  const auto allowed = LpOutcome::ok;
  const auto refused = LpOutcome::field_not_allowed;
  EXPECT_EQ(both(next_hop), std::pair(allowed, refused));
  EXPECT_EQ(both(cache_policy), std::pair(refused, allowed));
  EXPECT_EQ(both(nack), std::pair(allowed, refused));
  EXPECT_EQ(both(non_discovery), std::pair(allowed, refused));
  EXPECT_EQ(both(announcement), std::pair(refused, allowed));
  EXPECT_EQ(both(congestion_mark), std::pair(allowed, allowed));
  for (const Bytes& field : {next_hop, cache_policy, non_discovery, announcement}) {
    EXPECT_EQ(decode(lp_of({nack, field, interest_fragment})), refused);
  }
}

TEST(LpDecode, FieldRulesLookAtTheFirstFragmentOnly) {
  const Bytes piece{0x50, 1, 6};
  EXPECT_EQ(decode(lp_of({sequence, {82, 1, 1}, {83, 1, 2}, nack, piece})), LpOutcome::ok);
  EXPECT_EQ(decode(lp_of({sequence, {82, 1, 0}, {83, 1, 2}, nack, piece})), LpOutcome::field_not_allowed);
}

TEST(LpEncode, WritesTheOuterLengthAndTheFragmentsHeader) {
  LpHeader header;
  header.pit_token_length = 2;
  header.pit_token[0] = 0xaa;
  header.pit_token[1] = 0xbb;
  Bytes out(lp_header_bytes_max);
  const std::size_t bytes = encode_lp_header(header, 300, out);
  out.resize(bytes);
  EXPECT_EQ(out, (Bytes{100, 253, 1, 52, 98, 2, 0xaa, 0xbb, 0x50, 253, 1, 44}));
}

TEST(LpEncode, WritesNoFragmentForAnIdlePacket) {
  LpHeader header;
  header.acks[0] = 7;
  header.ack_count = 1;
  Bytes out(lp_header_bytes_max);
  out.resize(encode_lp_header(header, 0, out));
  EXPECT_EQ(out, lp_of({ack}));
}

TEST(LpEncode, IsZeroWhenTheRoomIsTooSmall) {
  LpHeader header;
  header.has_sequence = true;
  Bytes out(lp_header_bytes_max);
  const std::size_t bytes = encode_lp_header(header, 10, out);
  ASSERT_GT(bytes, 0U);
  Bytes exact(bytes);
  EXPECT_EQ(encode_lp_header(header, 10, exact), bytes);
  Bytes short_by_one(bytes - 1, 0x77);
  EXPECT_EQ(encode_lp_header(header, 10, short_by_one), 0U);
  EXPECT_EQ(short_by_one, Bytes(bytes - 1, 0x77)) << "nothing is written";
}

LpHeader largest_header() {
  LpHeader header;
  header.has_sequence = header.has_tx_sequence = header.is_nack = header.has_next_hop_face = true;
  header.no_cache = header.has_congestion_mark = header.non_discovery = true;
  header.frag_index = header.frag_count = header.congestion_mark = ~0ULL;
  header.nack_reason = NackReason::no_route;
  header.incoming_face = header.next_hop_face = ~0U;
  header.pit_token_length = 32;
  header.ack_count = 16;
  return header;
}

TEST(LpEncode, TheLargestHeaderFitsTheRoomPromised) {
  LpHeader header = largest_header();
  Bytes out(lp_header_bytes_max);
  EXPECT_GT(encode_lp_header(header, 8800, out), lp_header_bytes_max - 8);
  header.ack_count = 0;
  Bytes without_acks(136);
  EXPECT_GT(encode_lp_header(header, 8800, without_acks), 0U);
}

TEST(LpHeader, IsNeedlessOnlyWhenNothingMustBeSent) {
  EXPECT_TRUE(lp_header_needless({}));
  const auto needed = [](auto change) {
    LpHeader header;
    change(header);
    return !lp_header_needless(header);
  };
  EXPECT_TRUE(needed([](LpHeader& h) { h.has_sequence = true; }));
  EXPECT_TRUE(needed([](LpHeader& h) { h.has_tx_sequence = true; }));
  EXPECT_TRUE(needed([](LpHeader& h) { h.is_nack = true; }));
  EXPECT_TRUE(needed([](LpHeader& h) { h.has_next_hop_face = true; }));
  EXPECT_TRUE(needed([](LpHeader& h) { h.no_cache = true; }));
  EXPECT_TRUE(needed([](LpHeader& h) { h.has_congestion_mark = true; }));
  EXPECT_TRUE(needed([](LpHeader& h) { h.non_discovery = true; }));
  EXPECT_TRUE(needed([](LpHeader& h) { h.frag_count = 2; }));
  EXPECT_TRUE(needed([](LpHeader& h) { h.incoming_face = 300; }));
  EXPECT_TRUE(needed([](LpHeader& h) { h.pit_token_length = 1; }));
  EXPECT_TRUE(needed([](LpHeader& h) { h.ack_count = 1; }));
  EXPECT_TRUE(needed([](LpHeader& h) { h.prefix_announcement = data; }));
}

TEST(LpOutcome, EveryOutcomeHasItsOwnName) {
  std::set<std::string_view> names;
  for (unsigned i = 0; i < static_cast<unsigned>(LpOutcome::count); ++i) {
    names.insert(lp_outcome_name(static_cast<LpOutcome>(i)));
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(LpOutcome::count));
  EXPECT_EQ(lp_outcome_name(LpOutcome::field_not_allowed), "field_not_allowed");
}

}  // namespace
}  // namespace augustus::wire::lp_codec_test
