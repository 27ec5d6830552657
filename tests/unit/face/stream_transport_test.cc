// SPDX-License-Identifier: Apache-2.0
#include "face/stream_transport.hh"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include "packets.hh"

namespace augustus::face {
namespace {

constexpr TimeNs start = nanoseconds_per_second;

class StreamTransportTest : public testing::Test {
 protected:
  StreamTransportTest() : buffers_before(pool().in_use()) {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    peer.reset(ends[1]);
    FaceInfo info;
    info.remote_uri = "fd://" + std::to_string(ends[0]);
    transport = std::make_unique<StreamTransport>(FileDescriptor(ends[0]), info, 0, faces, pool());
  }
  ~StreamTransportTest() override {
    transport.reset();
    EXPECT_EQ(pool().in_use(), buffers_before) << "buffers leaked";
  }

  void peer_writes(std::span<const std::uint8_t> bytes) {
    ASSERT_EQ(write(peer.get(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  Bytes peer_reads() {
    Bytes all(1 << 20);
    std::size_t got = 0;
    for (;;) {
      const ssize_t n = recv(peer.get(), all.data() + got, all.size() - got, MSG_DONTWAIT);
      if (n <= 0) {
        break;
      }
      got += static_cast<std::size_t>(n);
    }
    all.resize(got);
    return all;
  }
  FaceCounters& counters() { return faces.counters(transport->face()); }

  unsigned buffers_before;
  FaceTable faces{4};
  FileDescriptor peer;
  std::unique_ptr<StreamTransport> transport;
  Inbox inbox;
};

TEST_F(StreamTransportTest, DeliversPacketsSplitAtEveryByte) {
  const Bytes packets[] = {interest(20, 1), data(300, 2), interest(41, 3)};
  Bytes stream;
  for (const auto& packet : packets) {
    stream.insert(stream.end(), packet.begin(), packet.end());
  }
  for (std::size_t split = 0; split <= stream.size(); ++split) {
    inbox.items.clear();
    if (split != 0) {
      peer_writes({stream.data(), split});
      transport->receive(inbox, start);
    }
    if (split != stream.size()) {
      peer_writes({stream.data() + split, stream.size() - split});
      transport->receive(inbox, start);
    }
    ASSERT_EQ(inbox.items.size(), 3u) << split;
    for (int i = 0; i < 3; ++i) {
      ASSERT_EQ(inbox.items[i].bytes, packets[i]);
      ASSERT_EQ(inbox.items[i].arrival.face, transport->face());
    }
  }
}

TEST_F(StreamTransportTest, DeliversByteByByte) {
  const Bytes packet = data(8800, 9);
  for (std::size_t i = 0; i < packet.size(); ++i) {
    peer_writes({&packet[i], 1});
    EXPECT_EQ(transport->receive(inbox, start), i + 1 == packet.size() ? 1u : 0u);
  }
  ASSERT_EQ(inbox.items.size(), 1u);
  EXPECT_EQ(inbox.items[0].bytes, packet);
}

TEST_F(StreamTransportTest, SendsAnOrdinaryPacketBare) {
  const Bytes packet = data(8800, 4);
  transport->send(outgoing(transport->face(), packet), start);
  transport->send(outgoing(transport->face(), interest(30)), start);
  transport->flush(start);
  Bytes expected = packet;
  const Bytes second = interest(30);
  expected.insert(expected.end(), second.begin(), second.end());
  EXPECT_EQ(peer_reads(), expected);
  EXPECT_EQ(counters().out_data.value(), 1u);
  EXPECT_EQ(counters().out_interests.value(), 1u);
  EXPECT_EQ(counters().out_bytes.value(), 8830u);
}

TEST_F(StreamTransportTest, SendsAChainInOrder) {
  const Bytes packet = data(5000, 4);
  rte_mbuf* first = pool().copy_of({packet.data(), 1000});
  for (std::size_t at = 1000; at < 5000; at += 1000) {
    rte_pktmbuf_chain(first, pool().copy_of({packet.data() + at, 1000}));
  }
  forward::Outgoing out;
  out.packet = first;
  out.face = transport->face();
  out.kind = wire::PacketKind::data;
  transport->send(out, start);
  transport->flush(start);
  EXPECT_EQ(peer_reads(), packet);
}

TEST_F(StreamTransportTest, ClosesOnAPacketOverTheLimit) {
  const std::uint8_t header[] = {0x06, 0xfd, 0x22, 0x5e};  // 8798 bytes follow: 8802 in all
  peer_writes(header);
  transport->receive(inbox, start);
  EXPECT_TRUE(transport->finished());
  EXPECT_FALSE(faces.find(transport->face()));
}

TEST_F(StreamTransportTest, ClosesOnBytesThatAreNoPacket) {
  for (const Bytes& bytes :
       {Bytes{0x00, 0x01}, Bytes{0xfd, 0x00, 0x05, 0x01}, Bytes{0x05, 0xfd, 0x00, 0x20}}) {
    int ends[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    FileDescriptor far(ends[1]);
    StreamTransport other(FileDescriptor(ends[0]), FaceInfo{}, 0, faces, pool());
    ASSERT_EQ(write(far.get(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    other.receive(inbox, start);
    EXPECT_TRUE(other.finished());
    EXPECT_EQ(faces.counters(other.face()).in_malformed.value(), 1u);
  }
}

TEST_F(StreamTransportTest, SkipsAnUnknownElementAndCarriesOn) {
  peer_writes(element(0x20, 40));
  peer_writes(interest(30));
  transport->receive(inbox, start);
  EXPECT_EQ(inbox.items.size(), 1u);
  EXPECT_EQ(counters().in_malformed.value(), 1u);
  EXPECT_FALSE(transport->finished());
}

TEST_F(StreamTransportTest, PeerThatDiesInsideAPacketLosesOnlyItsFace) {
  const Bytes packet = data(500);
  peer_writes({packet.data(), 100});
  transport->receive(inbox, start);
  peer.reset();
  transport->receive(inbox, start);
  EXPECT_TRUE(transport->finished());
  EXPECT_TRUE(inbox.items.empty());
}

TEST_F(StreamTransportTest, SendToADeadPeerClosesTheFace) {
  peer.reset();
  transport->send(outgoing(transport->face(), interest(30)), start);
  transport->flush(start);
  EXPECT_TRUE(transport->finished());
}

TEST_F(StreamTransportTest, SlowReaderHasABoundedQueueAndCatchesUp) {
  const Bytes packet = data(1000, 5);
  for (int i = 0; i < 3000; ++i) {
    transport->send(outgoing(transport->face(), packet), start);
    transport->flush(start);
  }
  EXPECT_TRUE(transport->wants_write());
  EXPECT_GT(counters().out_queue_full.value(), 0u);
  EXPECT_LE(pool().in_use(), buffers_before + 512);
  std::size_t received = peer_reads().size();
  while (transport->wants_write()) {
    transport->writable(start);
    received += peer_reads().size();
  }
  // Whole packets only, and all that were accepted.
  EXPECT_EQ(received, 1000 * counters().out_data.value());
}

TEST_F(StreamTransportTest, StalledReaderKeepsOnlyThePacketItBegan) {
  for (int i = 0; i < 3000; ++i) {
    transport->send(outgoing(transport->face(), data(1000, 5)), start);
    transport->flush(start);
  }
  transport->tick(start + 6 * nanoseconds_per_second);
  EXPECT_LE(pool().in_use(), buffers_before + 1);
  transport->send(outgoing(transport->face(), data(1000, 5)), start + 7 * nanoseconds_per_second);
  EXPECT_LE(pool().in_use(), buffers_before + 1);
  std::size_t received = peer_reads().size();
  transport->writable(start + 8 * nanoseconds_per_second);
  received += peer_reads().size();
  EXPECT_EQ(received % 1000, 0u);
  EXPECT_FALSE(transport->wants_write());
}

TEST_F(StreamTransportTest, CloseFaceHangsUp) {
  transport->close_face(transport->face());
  EXPECT_TRUE(transport->finished());
  std::uint8_t byte = 0;
  EXPECT_EQ(recv(peer.get(), &byte, 1, MSG_DONTWAIT), 0);
}

}  // namespace
}  // namespace augustus::face
