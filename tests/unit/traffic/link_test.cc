// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <memory>
#include <vector>

#include "face/udp_socket.hh"
#include "traffic/links/datagram_link.hh"
#include "traffic/links/link_header.hh"
#include "traffic/links/stream_link.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/lp_codec.hh"

namespace augustus::traffic::link_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Received {
  Bytes bytes;
  wire::PacketKind kind;
  Bytes token;
  wire::NackReason reason;
};

class Collector final : public Link::Receiver {
 public:
  void receive(const Packet& packet) override {
    packets.push_back({{packet.bytes.begin(), packet.bytes.end()},
                       packet.kind,
                       {packet.pit_token.begin(), packet.pit_token.end()},
                       packet.nack_reason});
  }
  std::vector<Received> packets;
};

Bytes data_of(std::size_t content) {
  wire::Data data;
  data.name = wire::Name::literal("/a/b");
  data.content.assign(content, 0x5a);
  return data.encode();
}

struct Ends {
  std::unique_ptr<Link> left, right;
  int raw_left;  ///< to write what no Link would
};

Ends datagram_ends(bool segmentation) {
  const auto any = *face::SocketAddress::parse("127.0.0.1", 0);
  auto left = face::open_udp(AF_INET);
  auto right = face::open_udp(AF_INET);
  face::bind_udp(left, any);
  face::bind_udp(right, any);
  const auto to_right = face::SocketAddress::local_of(right.get());
  const auto to_left = face::SocketAddress::local_of(left.get());
  EXPECT_EQ(::connect(left.get(), to_right.data(), to_right.size()), 0);
  EXPECT_EQ(::connect(right.get(), to_left.data(), to_left.size()), 0);
  const int raw = left.get();
  return {std::make_unique<DatagramLink>(std::move(left), segmentation),
          std::make_unique<DatagramLink>(std::move(right), segmentation), raw};
}

Ends stream_ends() {
  int pair[2];
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
  return {std::make_unique<StreamLink>(face::FileDescriptor(pair[0])),
          std::make_unique<StreamLink>(face::FileDescriptor(pair[1])), pair[0]};
}

void receive_until(Link& sender, Link& receiver, Collector& collector, std::size_t count) {
  for (int turn = 0; turn < 10'000 && collector.packets.size() < count; ++turn) {
    sender.flush(monotonic_now());
    if (receiver.receive(collector, monotonic_now()) == 0) {
      pollfd descriptor{receiver.descriptor(), POLLIN, 0};
      ::poll(&descriptor, 1, 10);
    }
  }
}

class AnyLink : public testing::TestWithParam<const char*> {
 protected:
  Ends ends() const {
    const std::string kind = GetParam();
    return kind == "stream" ? stream_ends() : datagram_ends(kind == "segments");
  }
};

INSTANTIATE_TEST_SUITE_P(Links, AnyLink, testing::Values("stream", "datagrams", "segments"));

TEST_P(AnyLink, CarriesPacketsOfManyLengthsInOrder) {
  const Ends two = ends();
  Collector collector;
  std::vector<Bytes> sent;
  for (const std::size_t bytes :
       {0u, 5u, 5u, 5u, 4u, 5u, 1250u, 1250u, 8000u, 8000u, 8000u, 3u, 1400u, 1400u}) {
    sent.push_back(data_of(bytes));
    ASSERT_TRUE(two.left->send({.bytes = sent.back(), .kind = wire::PacketKind::data}));
  }
  receive_until(*two.left, *two.right, collector, sent.size());
  ASSERT_EQ(collector.packets.size(), sent.size());
  for (std::size_t i = 0; i < sent.size(); ++i) {
    EXPECT_EQ(collector.packets[i].bytes, sent[i]);
    EXPECT_EQ(collector.packets[i].kind, wire::PacketKind::data);
    EXPECT_TRUE(collector.packets[i].token.empty());
  }
  EXPECT_EQ(two.left->counters().out_packets.value(), sent.size());
  EXPECT_EQ(two.right->counters().in_bytes.value(), two.left->counters().out_bytes.value());
}

TEST_P(AnyLink, CarriesPitTokens) {
  const Ends two = ends();
  Collector collector;
  const Bytes packet = data_of(300);
  const Bytes token{1, 2, 3, 4, 5, 6, 7, 8};
  ASSERT_TRUE(two.left->send({.bytes = packet, .kind = wire::PacketKind::data, .pit_token = token}));
  receive_until(*two.left, *two.right, collector, 1);
  ASSERT_EQ(collector.packets.size(), 1u);
  EXPECT_EQ(collector.packets[0].bytes, packet);
  EXPECT_EQ(collector.packets[0].token, token);
  EXPECT_EQ(two.left->counters().out_bytes.value(), packet.size() + link_header_bytes(packet.size(), 8));
}

TEST_P(AnyLink, RefusesWhatFindsNoRoomAndKeepsTheRest) {
  const Ends two = ends();
  const Bytes packet = data_of(8000);
  unsigned taken = 0;
  while (taken < 100'000 && two.left->send({.bytes = packet, .kind = wire::PacketKind::data})) {
    ++taken;
  }
  EXPECT_LT(taken, 100'000u);
  EXPECT_FALSE(two.left->ready());
  EXPECT_EQ(two.left->counters().output_full.value(), 1u);
  Collector collector;
  receive_until(*two.left, *two.right, collector, taken);
  EXPECT_EQ(collector.packets.size(), taken);
  two.left->flush(0);
  EXPECT_TRUE(two.left->ready());
}

TEST_P(AnyLink, TakesNacksApartAndPutsFragmentsTogether) {
  const Ends two = ends();
  wire::Interest interest;
  interest.name = wire::Name::literal("/a");
  interest.nonce = 5;
  const Bytes bare = interest.encode();
  const auto write = [&](const wire::LpHeader& header, std::span<const std::uint8_t> fragment) {
    Bytes link_packet(wire::lp_header_bytes_max);
    link_packet.resize(wire::encode_lp_header(header, fragment.size(), link_packet));
    link_packet.insert(link_packet.end(), fragment.begin(), fragment.end());
    ASSERT_EQ(::send(two.raw_left, link_packet.data(), link_packet.size(), 0),
              static_cast<ssize_t>(link_packet.size()));
  };
  wire::LpHeader nack;
  nack.is_nack = true;
  nack.nack_reason = wire::NackReason::no_route;
  write(nack, bare);

  const Bytes whole = data_of(2000);
  for (const std::uint64_t index : {1u, 0u, 2u}) {
    wire::LpHeader part;
    part.has_sequence = true;
    part.sequence = 40 + index;
    part.frag_index = index;
    part.frag_count = 3;
    write(part,
          std::span(whole).subspan(index * 800, std::min<std::size_t>(800, whole.size() - index * 800)));
  }
  Collector collector;
  receive_until(*two.left, *two.right, collector, 2);
  ASSERT_EQ(collector.packets.size(), 2u);
  EXPECT_EQ(collector.packets[0].kind, wire::PacketKind::nack);
  EXPECT_EQ(collector.packets[0].reason, wire::NackReason::no_route);
  EXPECT_EQ(collector.packets[0].bytes, bare);
  EXPECT_EQ(collector.packets[1].bytes, whole);
}

TEST(DatagramLink, CountsWhatIsNoPacket) {
  const Ends two = datagram_ends(true);
  const Bytes noise{0x42, 1, 2, 3};
  ASSERT_EQ(::send(two.raw_left, noise.data(), noise.size(), 0), 4);
  const Bytes packet = data_of(3);
  ASSERT_TRUE(two.left->send({.bytes = packet, .kind = wire::PacketKind::data}));
  Collector collector;
  receive_until(*two.left, *two.right, collector, 1);
  EXPECT_EQ(collector.packets.size(), 1u);
  EXPECT_EQ(two.right->counters().malformed.value(), 1u);
}

TEST(DatagramLink, GoesOnWhenNobodyListens) {
  Ends two = datagram_ends(true);
  two.right.reset();
  const Bytes packet = data_of(3);
  Collector collector;
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(two.left->send({.bytes = packet, .kind = wire::PacketKind::data}));
    two.left->flush(monotonic_now());
    EXPECT_EQ(two.left->receive(collector, monotonic_now()), 0u);
  }
  EXPECT_TRUE(two.left->ready());
}

TEST(StreamLink, FailsWhenTheOtherEndCloses) {
  Ends two = stream_ends();
  two.right.reset();
  Collector collector;
  EXPECT_THROW(two.left->receive(collector, monotonic_now()), std::runtime_error);
}

}  // namespace
}  // namespace augustus::traffic::link_test
