// SPDX-License-Identifier: Apache-2.0
#include "port_fixture.hh"
#include "wire/compact_codec.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/lp_codec.hh"

namespace augustus::face::port_compact_test {
namespace {

// Frames of the 2016 release's packet tool for name "a/b", chunk 7; the source address is its hash.
Bytes interest_2016() {
  return frames::hex(
      "ffff ffff ffff 0200 0000 0002 0800 4500 002f 0001 0000 40fd 86cb ef01 0203 0101 0101"
      "0000 001b 0a 0000 001b 0008 612f622f 00000007 0001 0004 0001 0003");
}
Bytes data_2016() {
  return frames::hex(
      "ffff ffff ffff 0200 0000 0002 0800 4500 0036 0001 0000 40fd 86c4 ef01 0203 0101 0101"
      "0001 0022 0a 0000 001b 0008 612f622f 00000007 0001 0004 0001 0003 7061796c6f6164");
}
const wire::Name chunk_7 = wire::Name::literal("/a/b/50=%07");

class CompactPortTest : public PortFixture {
 protected:
  CompactPortTest() { restart(wire::PacketFormat::compact_2016); }
  void restart(wire::PacketFormat format) {
    port.reset();
    ring = std::make_unique<PortRing>();
    auto options = options_for(*ring);
    options.header = format;
    options.ethernet_multicast = false;
    options.batch = 8;
    start_port(options);
  }
  /// What follows the IPv4 header of a frame the port sent, all around it being right.
  Bytes compact_of(const Bytes& frame) {
    FrameView view;
    EXPECT_EQ(decode_frame(frame, ChecksumTrust::none, view), PortDrop::none);
    EXPECT_EQ(view.kind, FrameKind::compact);
    EXPECT_EQ(view.ethernet.destination, mac_broadcast);
    EXPECT_EQ(frames::part(frame, 6, 6), port_mac);
    return Bytes(view.ip.payload.begin(), view.ip.payload.end());
  }
  wire::Data large(std::size_t bytes) {
    wire::Data data;
    data.name = chunk_7;
    data.content.resize(bytes, 7);
    return data;
  }
};

TEST_F(CompactPortTest, HasOneFaceFromTheStart) {
  const auto list = faces.list();
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].id, port->compact_face());
  EXPECT_EQ(list[0].local_uri, "dev://lan");
  EXPECT_EQ(list[0].remote_uri, "ether://[ff:ff:ff:ff:ff:ff]");
  EXPECT_EQ(face_to("ether://[ff:ff:ff:ff:ff:ff]", "dev://lan"), list[0].id);
  EXPECT_EQ(port->multicast_face(), face_id_none);
}

TEST_F(CompactPortTest, UnderstandsAnInterestOf2016) {
  give(interest_2016());
  ASSERT_EQ(inbox.items.size(), 1u);
  EXPECT_EQ(inbox.items[0].arrival.face, port->compact_face());
  const auto interest = wire::Interest::decode(inbox.items[0].bytes);
  ASSERT_TRUE(interest);
  EXPECT_EQ(interest->name, chunk_7);
  EXPECT_EQ(interest->hop_limit, 10);
}

TEST_F(CompactPortTest, UnderstandsDataOf2016PaddedToTheShortestFrame) {
  Bytes frame = data_2016();
  frame.resize(100);
  give(frame);
  ASSERT_EQ(inbox.items.size(), 1u);
  const auto data = wire::Data::decode(inbox.items[0].bytes);
  ASSERT_TRUE(data);
  EXPECT_EQ(data->name, chunk_7);
  EXPECT_EQ(std::string(data->content.begin(), data->content.end()), "payload");
}

TEST_F(CompactPortTest, AnswersInTheHeaderOf2016) {
  send(port->compact_face(), large(20).encode());
  const Bytes packet = compact_of(ring->take());
  wire::PacketView view;
  ASSERT_EQ(wire::parse_compact(packet, wire::PacketFormat::compact_2016, view), wire::ParseOutcome::ok);
  EXPECT_EQ(frames::part(packet, 11, 8), frames::part(data_2016(), 45, 8)) << "the name";
  const auto payload = wire::compact_tail(packet, view).payload;
  EXPECT_EQ(Bytes(payload.begin(), payload.end()), Bytes(20, 7));
}

TEST_F(CompactPortTest, ChunksOfABatchHaveOneSourceAddress) {
  std::vector<Bytes> sources;
  for (const std::uint64_t segment : {0, 7, 8}) {
    wire::Interest interest;
    interest.name = wire::Name::literal("/a/b").append_number(wire::component_type::segment, segment);
    send(port->compact_face(), interest.encode());
    sources.push_back(frames::part(ring->take(), 26, 4));
  }
  EXPECT_EQ(sources[0], sources[1]);
  EXPECT_NE(sources[0], sources[2]);
}

TEST_F(CompactPortTest, WhatComesBackIsWhatWasSent) {
  for (const auto format : {wire::PacketFormat::compact, wire::PacketFormat::compact_2016}) {
    restart(format);
    inbox.items.clear();
    const Bytes sent = large(300).encode();
    send(port->compact_face(), sent);
    Bytes frame = ring->take();
    frame[11] ^= 3;  // from another MAC address
    give(frame);
    ASSERT_EQ(inbox.items.size(), 1u);
    EXPECT_EQ(inbox.items[0].bytes, sent);
  }
}

TEST_F(CompactPortTest, WhatCannotGoIsCounted) {
  send(port->compact_face(), large(1600).encode());
  EXPECT_EQ(dropped(PortDrop::compact_too_long), 1u);
  wire::Data data = large(1);
  data.name = {};
  for (int i = 0; i < 40; ++i) {
    data.name.append("a");
  }
  send(port->compact_face(), data.encode());
  EXPECT_EQ(dropped(PortDrop::untranslatable), 1u);
  auto nack = outgoing(port->compact_face(), interest(30));
  nack.kind = wire::PacketKind::nack;
  port->send(nack, start);
  EXPECT_EQ(dropped(PortDrop::compact_nack), 1u);
  EXPECT_TRUE(ring->take_all().empty());
}

TEST_F(CompactPortTest, BrokenPacketsAreCounted) {
  const Bytes whole = interest_2016();
  for (std::size_t size = 20; size < whole.size() - 14; ++size) {
    Bytes frame = frames::part(whole, 0, 14 + size);
    frames::put16(frame, 16, static_cast<std::uint16_t>(size));
    frames::put16(frame, 24, 0);
    frames::put16(frame, 24, frames::checksum(frames::part(frame, 14, 20)));
    give(frame);
  }
  EXPECT_EQ(dropped(PortDrop::bad_compact_packet), 27u);
  EXPECT_TRUE(inbox.items.empty());
}

TEST_F(PortFixture, APortOfNdnDoesNotKnowTheProtocol) {
  give(interest_2016());
  EXPECT_EQ(dropped(PortDrop::unknown_protocol), 1u);
}

}  // namespace
}  // namespace augustus::face::port_compact_test
