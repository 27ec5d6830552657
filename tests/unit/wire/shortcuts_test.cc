// SPDX-License-Identifier: Apache-2.0
// The short ways through parser and link header see what the long ones see.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "unit/wire/generate_packet.hh"
#include "unit/wire/shortcuts_agree.hh"

namespace augustus::wire::shortcuts_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// The packet with some bytes changed, perhaps cut or made longer.
Bytes damaged(Bytes packet) {
  for (int i = *rc::gen::inRange(0, 4); i > 0 && !packet.empty(); --i) {
    packet[*rc::gen::inRange<std::size_t>(0, packet.size())] = *rc::gen::arbitrary<std::uint8_t>();
  }
  packet.resize(packet.size() + 2 -
                *rc::gen::inRange<std::size_t>(0, std::min<std::size_t>(packet.size(), 4) + 1));
  return packet;
}

RC_GTEST_PROP(Shortcuts, AgreeOnInterests, ()) {
  const auto packet = (*arbitrary_interest()).encode();
  RC_ASSERT(common_agrees(packet));
  RC_ASSERT(common_agrees(damaged(packet)));
}

RC_GTEST_PROP(Shortcuts, AgreeOnData, ()) {
  const auto packet = (*arbitrary_data()).encode();
  RC_ASSERT(common_agrees(packet));
  RC_ASSERT(common_agrees(damaged(packet)));
}

RC_GTEST_PROP(Shortcuts, AgreeOnLinkPackets, ()) {
  const LpMessage message = *arbitrary_lp_message();
  Bytes packet(lp_header_bytes_max + message.announcement.size());
  packet.resize(encode_lp_header(message.header_with_spans(), message.payload.size(), packet));
  packet.insert(packet.end(), message.payload.begin(), message.payload.end());
  RC_ASSERT(plain_lp_agrees(packet));
  RC_ASSERT(plain_lp_agrees(damaged(packet)));
}

RC_GTEST_PROP(Shortcuts, PlainLinkHeaderIsTheFullOne, ()) {
  const auto token = *rc::gen::container<Bytes>(*rc::gen::inRange<std::size_t>(0, pit_token_bytes_max + 1),
                                                rc::gen::arbitrary<std::uint8_t>());
  const auto fragment_bytes = *rc::gen::inRange<std::size_t>(1, 9000);
  LpHeader header;
  header.pit_token_length = static_cast<std::uint8_t>(token.size());
  std::copy(token.begin(), token.end(), header.pit_token.begin());
  Bytes full(lp_header_bytes_max);
  full.resize(encode_lp_header(header, fragment_bytes, full));
  Bytes plain(plain_lp_header_bytes_max);
  plain.resize(encode_plain_lp_header(token, fragment_bytes, plain.data()));
  RC_ASSERT(plain == full);
  full.resize(full.size() + fragment_bytes, 6);
  RC_ASSERT(decode_plain_lp(full).has_value());
}

TEST(Shortcuts, CompactPacketsOfOneTlvTakeThem) {
  const KeyedHash hash(HashKey{{3, 5, 7, 9}});
  const Bytes name{'a', '/', 'b', '/', 0, 0, 0, 7};
  const std::array<std::uint16_t, 2> ends{2, 4};
  for (const auto format : {PacketFormat::compact, PacketFormat::compact_2016}) {
    for (const auto kind : {PacketKind::interest, PacketKind::data}) {
      Bytes packet(200);
      packet.resize(encode_compact({.kind = kind,
                                    .name = name,
                                    .component_ends = ends,
                                    .nonce = {},
                                    .lifetime_ms = {},
                                    .freshness_s = {},
                                    .more_tlvs = {},
                                    .payload = name},
                                   format, packet));
      PacketView view;
      EXPECT_TRUE(parse_common_compact(packet, format, hash, view));
      EXPECT_EQ(view.component_count, 3);
      EXPECT_TRUE(common_compact_agrees(packet, format));
    }
  }
}

TEST(Shortcuts, CommonPacketsTakeThem) {
  const KeyedHash hash(HashKey{{3, 5, 7, 9}});
  PacketView view;
  Interest interest;
  interest.name = Name::literal("/a/b/file/v=1/seg=20");
  interest.can_be_prefix = interest.must_be_fresh = true;
  interest.lifetime_ms = 4000;
  interest.hop_limit = 8;
  EXPECT_TRUE(parse_common(interest.encode(), hash, view));
  Data data;
  data.name = interest.name;
  data.freshness_ms = 10'000;
  data.content.resize(8000);
  EXPECT_TRUE(parse_common(data.encode(), hash, view));
}

}  // namespace
}  // namespace augustus::wire::shortcuts_test
