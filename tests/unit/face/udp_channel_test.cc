// SPDX-License-Identifier: Apache-2.0
#include "face/udp_channel.hh"

#include <gtest/gtest.h>
#include <poll.h>

#include <set>

#include "face/face_source.hh"
#include "face/udp_socket.hh"
#include "packets.hh"
#include "patience.hh"

namespace augustus::face::udp_channel_test {
namespace {

constexpr TimeNs start = nanoseconds_per_second;

SocketAddress address(const char* host, std::uint16_t port = 0) {
  return *SocketAddress::parse(host, port);
}

/// A plain socket on the other side.
class Peer {
 public:
  explicit Peer(const char* host = "127.0.0.1") : socket_(open_udp(address(host).family())) {
    bind_udp(socket_, address(host));
    self = SocketAddress::local_of(socket_.get());
  }
  void send(const SocketAddress& to, const Bytes& bytes) {
    ASSERT_EQ(sendto(socket_.get(), bytes.data(), bytes.size(), 0, to.data(), to.size()),
              static_cast<ssize_t>(bytes.size()));
  }
  /// The next datagram; empty when none comes.
  Bytes receive() {
    pollfd waiting{socket_.get(), POLLIN, 0};
    if (poll(&waiting, 1, test::patience_ms) != 1) {
      return {};
    }
    Bytes bytes(65536);
    socklen_t length = SocketAddress::capacity;
    const ssize_t got = recvfrom(socket_.get(), bytes.data(), bytes.size(), 0, sender.data(), &length);
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
  }
  SocketAddress self;
  SocketAddress sender;

 private:
  FileDescriptor socket_;
};

class UdpChannelTest : public testing::Test {
 protected:
  UdpChannelTest() : UdpChannelTest(UdpChannelOptions{}) {}
  explicit UdpChannelTest(const UdpChannelOptions& options, std::uint32_t faces_max = 64)
      : before(pool().in_use()),
        faces(faces_max),
        channel(std::make_unique<UdpChannel>(address(host()), options, 3, faces, pool())) {}
  ~UdpChannelTest() override {
    channel.reset();
    EXPECT_EQ(faces.size(), 0u);
    EXPECT_EQ(pool().in_use(), before) << "buffers leaked";
  }

  static const char* host() { return "127.0.0.1"; }
  SocketAddress self() { return address(host(), channel->port()); }
  /// Datagrams on loopback are there when sendto returns.
  unsigned receive(TimeNs now = start) { return channel->receive(inbox, now); }
  void send(FaceId face, const Bytes& bytes) { channel->send(outgoing(face, bytes), start); }

  unsigned before;
  FaceTable faces;
  std::unique_ptr<UdpChannel> channel;
  Inbox inbox;
};

TEST_F(UdpChannelTest, StrangerGetsAFaceAndAnAnswer) {
  Peer peer;
  peer.send(self(), interest(50, 1));
  ASSERT_EQ(receive(), 1u);
  ASSERT_EQ(inbox.items.size(), 1u);
  EXPECT_EQ(inbox.items[0].bytes, interest(50, 1));
  const FaceId id = inbox.items[0].arrival.face;
  const auto info = faces.find(id);
  ASSERT_TRUE(info);
  EXPECT_EQ(info->remote_uri, peer.self.uri("udp"));
  EXPECT_EQ(info->local_uri, self().uri("udp"));
  EXPECT_EQ(info->persistency, Persistency::on_demand);
  EXPECT_EQ(info->scope, forward::FaceScope::non_local);
  EXPECT_EQ(info->idle_expiry, start + 600 * nanoseconds_per_second);
  EXPECT_EQ(faces.attributes().find(id).owner, 3);

  send(id, data(120, 2));
  channel->flush(start);
  EXPECT_EQ(peer.receive(), data(120, 2));
}

TEST_F(UdpChannelTest, SamePeerKeepsItsFaceAndOthersGetTheirOwn) {
  Peer one, two;
  for (int i = 0; i < 3; ++i) {
    one.send(self(), interest(50));
    two.send(self(), interest(60));
  }
  ASSERT_EQ(receive(), 6u);
  std::set<FaceId> ids;
  for (const auto& item : inbox.items) {
    ids.insert(item.arrival.face);
  }
  EXPECT_EQ(ids.size(), 2u);
}

TEST_F(UdpChannelTest, CarriesEverySizeUpToTheLimit) {
  Peer peer;
  for (const std::size_t size : {20u, 2047u, 2048u, 2049u, 8800u}) {
    inbox.items.clear();
    peer.send(self(), data(size, 7));
    ASSERT_EQ(receive(), 1u);
    ASSERT_EQ(inbox.items.size(), 1u);
    EXPECT_EQ(inbox.items[0].bytes, data(size, 7));
    send(inbox.items[0].arrival.face, data(size, 8));
    channel->flush(start);
    EXPECT_EQ(peer.receive(), data(size, 8));
  }
}

TEST_F(UdpChannelTest, RunsOfOneLengthArriveOneByOneAndInOrder) {
  Peer peer;
  peer.send(self(), interest(50));
  ASSERT_EQ(receive(), 1u);
  const FaceId id = inbox.items[0].arrival.face;
  // Runs longer than a message may have datagrams, longer than an IP packet, and none at all.
  std::vector<Bytes> sent;
  std::uint8_t number = 0;
  for (const auto& [count, size] : std::initializer_list<std::pair<unsigned, std::size_t>>{
           {150, 100}, {1, 99}, {1, 100}, {20, 8000}, {3, 8800}, {2, 21}, {1, 20}}) {
    for (unsigned i = 0; i < count; ++i) {
      sent.push_back(data(size, ++number));
    }
  }
  for (const auto& bytes : sent) {
    send(id, bytes);
  }
  channel->flush(start);
  for (const auto& bytes : sent) {
    ASSERT_EQ(peer.receive(), bytes);
  }
}

TEST_F(UdpChannelTest, DatagramLongerThanAnyPacketIsCounted) {
  Peer peer;
  peer.send(self(), Bytes(9300, 6));
  receive();
  EXPECT_TRUE(inbox.items.empty());
  EXPECT_EQ(channel->transport_counters().in_oversized.value(), 1u);
}

TEST_F(UdpChannelTest, ManyFacesShareOneFlush) {
  std::vector<Peer> peers(10);
  for (auto& peer : peers) {
    peer.send(self(), interest(50));
  }
  receive();
  ASSERT_EQ(inbox.items.size(), 10u);
  for (int round = 0; round < 20; ++round) {
    for (const auto& item : inbox.items) {
      send(item.arrival.face, data(100 + round));
    }
  }
  channel->flush(start);
  for (auto& peer : peers) {
    for (int round = 0; round < 20; ++round) {
      ASSERT_EQ(peer.receive(), data(100 + round));
    }
  }
}

TEST_F(UdpChannelTest, IdleOnDemandFaceExpiresAndOthersStay) {
  Peer stranger, friendly;
  stranger.send(self(), interest(50));
  receive();
  const FaceId id = inbox.items[0].arrival.face;
  FaceInfo info;
  info.persistency = Persistency::persistent;
  const FaceId kept = channel->add_face(friendly.self, info, start);
  channel->tick(start + 599 * nanoseconds_per_second);
  EXPECT_TRUE(faces.find(id));
  stranger.send(self(), interest(50));
  receive(start + 599 * nanoseconds_per_second);
  channel->tick(start + 1198 * nanoseconds_per_second);
  EXPECT_TRUE(faces.find(id)) << "it was heard of in between";
  EXPECT_EQ(faces.find(id)->idle_expiry, start + 1199 * nanoseconds_per_second);
  channel->tick(start + 1300 * nanoseconds_per_second);
  EXPECT_FALSE(faces.find(id));
  EXPECT_TRUE(faces.find(kept));
}

TEST_F(UdpChannelTest, OnDemandFaceMadePersistentDoesNotExpire) {
  Peer peer;
  peer.send(self(), interest(50));
  receive();
  const FaceId id = inbox.items[0].arrival.face;
  FaceInfo info;
  info.persistency = Persistency::persistent;
  EXPECT_EQ(channel->add_face(peer.self, info, start), id);
  EXPECT_EQ(faces.find(id)->persistency, Persistency::persistent);
  channel->tick(start + 10000 * nanoseconds_per_second);
  EXPECT_TRUE(faces.find(id));
  faces.update(id, [](FaceInfo& face) { face.persistency = Persistency::on_demand; });
  channel->tick(start + 10001 * nanoseconds_per_second);
  channel->tick(start + 10002 * nanoseconds_per_second);
  EXPECT_FALSE(faces.find(id));
}

TEST_F(UdpChannelTest, OnDemandFaceStaysSoWhereTheOperatorMayHaveNoMore) {
  Peer peer;
  peer.send(self(), interest(50));
  receive();
  const FaceId id = inbox.items[0].arrival.face;
  std::vector<FaceId> others;
  while ((others.emplace_back() = faces.add(FaceInfo{}, 0)) != face_id_none) {
  }
  FaceInfo program;
  program.scope = forward::FaceScope::local;
  program.source = source_of_user(1000);
  others.back() = faces.add(program, 0);
  ASSERT_NE(others.back(), face_id_none);
  EXPECT_EQ(channel->add_face(peer.self, FaceInfo{}, start), face_id_none);
  EXPECT_EQ(faces.find(id)->persistency, Persistency::on_demand);
  channel->tick(start + 10000 * nanoseconds_per_second);
  EXPECT_FALSE(faces.find(id));
  for (const FaceId other : others) {
    faces.remove(other);
  }
}

TEST_F(UdpChannelTest, ClosedFaceTakesItsQueuedPacketsAlong) {
  Peer one, two;
  const FaceId first = channel->add_face(one.self, FaceInfo{}, start);
  const FaceId second = channel->add_face(two.self, FaceInfo{}, start);
  send(first, data(100));
  send(second, data(101));
  send(first, data(102));
  channel->close_face(first);
  channel->flush(start);
  EXPECT_EQ(two.receive(), data(101));
  EXPECT_EQ(channel->transport_counters().face_gone.value(), 2u);
}

TEST_F(UdpChannelTest, RefusedDatagramTouchesNoOtherFace) {
  Peer peer;
  // From a socket bound to loopback the system refuses to send elsewhere.
  FaceInfo permanent;
  permanent.persistency = Persistency::permanent;
  const FaceId refused = channel->add_face(address("192.0.2.200", 6363), permanent, start);
  const FaceId good = channel->add_face(peer.self, FaceInfo{}, start);
  for (int i = 0; i < 3; ++i) {
    send(refused, data(90));
    send(good, data(91));
  }
  channel->flush(start);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(peer.receive(), data(91));
  }
  EXPECT_EQ(faces.counters(refused).out_errors.value(), 3u);
  EXPECT_TRUE(faces.find(refused));
  EXPECT_FALSE(channel->wants_write());
}

class SmallUdpChannelTest : public UdpChannelTest {
 protected:
  SmallUdpChannelTest() : UdpChannelTest(UdpChannelOptions{.on_demand_max = 2}, 4) {}
};

TEST_F(SmallUdpChannelTest, StrangersLeaveRoomForConfiguredFaces) {
  std::vector<Peer> strangers(5);
  for (auto& stranger : strangers) {
    stranger.send(self(), interest(50));
  }
  EXPECT_EQ(receive(), 5u);
  EXPECT_EQ(inbox.items.size(), 2u);
  EXPECT_EQ(channel->transport_counters().faces_full.value(), 3u);
  Peer peer;
  EXPECT_NE(channel->add_face(peer.self, FaceInfo{}, start), face_id_none);
}

TEST_F(UdpChannelTest, AStrangerForWhomThereIsNoFaceIsCountedOnce) {
  std::vector<Peer> strangers(64);
  for (auto& stranger : strangers) {
    stranger.send(self(), interest(50));
    receive();
  }
  const std::uint64_t refused = strangers.size() - inbox.items.size();
  EXPECT_GT(refused, 0u);
  EXPECT_EQ(faces.size(), inbox.items.size());
  EXPECT_EQ(channel->transport_counters().faces_full.value(), refused);
  EXPECT_EQ(faces.face_figures().refused, refused);
}

class LargeUdpChannelTest : public UdpChannelTest {
 protected:
  LargeUdpChannelTest() : UdpChannelTest(UdpChannelOptions{.on_demand_max = 4096}, 5000) {}
};

TEST_F(LargeUdpChannelTest, TenThousandStrangersComeAndGo) {
  Peer peer;
  std::set<FaceId> ids;
  TimeNs now = start;
  unsigned seen = 0;
  for (int group = 0; group < 10; ++group) {
    for (int i = 0; i < 1000; ++i) {
      // One remote after the other, by address: all of 127/8 is ours.
      const std::string host =
          "127.1." + std::to_string(group * 4 + i / 250) + "." + std::to_string(1 + i % 250);
      FileDescriptor socket = open_udp(AF_INET);
      bind_udp(socket, address(host.c_str()));
      const Bytes packet = interest(40);
      ASSERT_EQ(sendto(socket.get(), packet.data(), packet.size(), 0, self().data(), self().size()), 40);
      seen += receive(now);
    }
    for (const auto& item : inbox.items) {
      ids.insert(item.arrival.face);
    }
    inbox.items.clear();
    now += 700 * nanoseconds_per_second;
    channel->tick(now);
    EXPECT_EQ(faces.size(), 0u);
  }
  EXPECT_EQ(seen, 10000u);
  EXPECT_EQ(ids.size(), 10000u) << "an id was used twice";
  EXPECT_EQ(channel->transport_counters().faces_expired.value(), 10000u);
}

TEST(UdpChannel, AnswersFromTheAddressThatWasAsked) {
  FaceTable faces(4);
  Inbox inbox;
  UdpChannel channel(address("0.0.0.0"), {}, 0, faces, pool());
  Peer peer;
  peer.send(address("127.0.0.77", channel.port()), interest(50));
  ASSERT_EQ(channel.receive(inbox, start), 1u);
  const FaceId id = inbox.items[0].arrival.face;
  EXPECT_EQ(faces.find(id)->local_uri, "udp4://127.0.0.77:" + std::to_string(channel.port()));
  channel.send(outgoing(id, data(60)), start);
  channel.flush(start);
  EXPECT_EQ(peer.receive(), data(60));
  EXPECT_EQ(peer.sender.host(), "127.0.0.77");
}

TEST(UdpChannel, SpeaksIpv6) {
  FaceTable faces(4);
  Inbox inbox;
  UdpChannel channel(address("::"), {}, 0, faces, pool());
  Peer peer("::1");
  peer.send(address("::1", channel.port()), data(8800, 1));
  ASSERT_EQ(channel.receive(inbox, start), 1u);
  const FaceId id = inbox.items[0].arrival.face;
  EXPECT_EQ(faces.find(id)->remote_uri, peer.self.uri("udp"));
  channel.send(outgoing(id, data(8800, 2)), start);
  channel.flush(start);
  EXPECT_EQ(peer.receive(), data(8800, 2));
}

}  // namespace
}  // namespace augustus::face::udp_channel_test
