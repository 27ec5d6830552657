// SPDX-License-Identifier: Apache-2.0
#include "face/stream_transport.hh"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>

#include "packets.hh"

namespace augustus::face::stream_transport_test {
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

TEST_F(StreamTransportTest, TakesABurstAtOnceOfSmallPacketsAndOfLargeOnes) {
  const auto takes = [&](const Bytes& packet) {
    Bytes stream;
    while (stream.size() + packet.size() <= 150'000) {
      stream.insert(stream.end(), packet.begin(), packet.end());
    }
    std::vector<unsigned> turns;
    std::size_t sent = 0;
    unsigned silent = 0;  // a packet's front may be all that comes at once
    while (sent < stream.size() || silent < 3) {
      const ssize_t taken = send(peer.get(), stream.data() + sent, stream.size() - sent, MSG_DONTWAIT);
      sent += taken > 0 ? static_cast<std::size_t>(taken) : 0;
      turns.push_back(transport->receive(inbox, start));
      silent = turns.back() == 0 ? silent + 1 : 0;
      inbox.items.clear();
    }
    return turns;
  };
  const std::vector<unsigned> small = takes(interest(40, 1));
  EXPECT_GT(small.size(), 20u);
  EXPECT_LT(*std::max_element(small.begin(), small.end()), 256u);
  const std::vector<unsigned> large = takes(data(8800, 1));
  EXPECT_GE(*std::max_element(large.begin(), large.end()), 6u) << "many bytes at once once packets are seen to be large";
  // Whoever has sent large ones may send one burst of small ones that is longer.
  const std::vector<unsigned> again = takes(interest(40, 1));
  EXPECT_LT(*std::max_element(again.begin() + 1, again.end()), 256u);
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

/// Readers in another machine, which take nothing, of one thread.
class SlowReadersTest : public testing::Test {
 protected:
  struct Reader {
    FileDescriptor peer;
    std::unique_ptr<StreamTransport> transport;
  };

  Reader connect(std::uint64_t source, TimeNs idle_timeout = time_never,
                 forward::FaceScope scope = forward::FaceScope::non_local) {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    FaceInfo info;
    info.remote_uri = "tcp4://" + std::to_string(source);
    info.persistency = Persistency::on_demand;
    info.source = source;
    info.scope = scope;
    return {FileDescriptor(ends[1]),
            std::make_unique<StreamTransport>(
                FileDescriptor(ends[0]), info, 0, faces, pool(),
                StreamOptions{.buffers = &buffers, .idle_timeout = idle_timeout})};
  }
  void send(StreamTransport& to, unsigned packets) {
    for (unsigned i = 0; i < packets; ++i) {
      to.send(outgoing(to.face(), data(4000, 5)), start);
      to.flush(start);
    }
  }
  std::uint64_t waiting() const {
    return buffers.waiting.buffers().small().in_use() + buffers.waiting.buffers().large().in_use();
  }

  const unsigned before = pool().in_use();
  FaceTable faces{256};
  LinkBuffers buffers{pool(), faces, 1};
};

TEST_F(SlowReadersTest, TogetherHoldAQuarterOfTheBuffersAndGiveThemBack) {
  const unsigned most = pool().large()->size / 4;
  {
    std::vector<Reader> readers;
    for (int i = 0; i < 20; ++i) {
      readers.push_back(connect(1 + i % 2));
      send(*readers.back().transport, 700);
    }
    EXPECT_LE(pool().in_use() - before, most);
    EXPECT_EQ(waiting(), pool().in_use() - before);
    EXPECT_GT(buffers.waiting.buffers().refused(), 0u);

    // Another one finds room although it comes last.
    Reader other = connect(77);
    send(*other.transport, 100);
    EXPECT_TRUE(other.transport->wants_write());
    EXPECT_EQ(faces.counters(other.transport->face()).out_queue_full.value(), 0u);
  }
  EXPECT_EQ(waiting(), 0u);
  EXPECT_EQ(pool().in_use(), before);
}

TEST_F(SlowReadersTest, TheOnesWhoReadAgainGetWholePackets) {
  Reader one = connect(1), two = connect(2);
  send(*one.transport, 700);
  send(*two.transport, 700);
  std::size_t received = 0;
  Bytes bytes(1 << 20);
  for (ssize_t got = 1; got > 0 || one.transport->wants_write();) {
    got = recv(one.peer.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    received += got > 0 ? static_cast<std::size_t>(got) : 0;
    one.transport->writable(start);
  }
  const FaceCounters& counters = faces.counters(one.transport->face());
  EXPECT_EQ(received % 4000, 0u);
  EXPECT_GT(received, 0u);
  EXPECT_EQ(received / 4000 + counters.out_queue_full.value(), 700u);
}

/// Readers of this machine, each of which has stopped within a packet.
class StalledReadersTest : public SlowReadersTest {
 protected:
  static constexpr TimeNs stalled_at = start + 6 * nanoseconds_per_second;
  static constexpr std::uint64_t operators = 0;  ///< as source: no part of the face table is too large for it

  void stall(unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      readers.push_back(connect(operators, time_never, forward::FaceScope::local));
      StreamTransport& transport = *readers.back().transport;
      ASSERT_FALSE(transport.finished());
      while (!transport.wants_write() && !transport.finished()) {
        for (int packet = 0; packet < 60; ++packet) {
          transport.send(outgoing(transport.face(), data(4000, 5)), start);
        }
        transport.flush(start);
      }
      transport.tick(stalled_at);
    }
  }
  void tick_all(TimeNs now) {
    for (Reader& reader : readers) {
      reader.transport->tick(now);
    }
  }
  long finished() const {
    return std::ranges::count_if(readers, [](const Reader& reader) { return reader.transport->finished(); });
  }
  const PoolShares& large() const { return buffers.waiting.buffers().large(); }

  std::vector<Reader> readers;
};

TEST_F(StalledReadersTest, LoseTheirFaceWhereTheRoomOfTheirPacketIsNeeded) {
  stall(230);
  Reader other = connect(77);
  send(*other.transport, 400);
  ASSERT_TRUE(other.transport->wants_write());
  EXPECT_FALSE(other.transport->finished());
  tick_all(stalled_at + nanoseconds_per_second);
  EXPECT_EQ(large().short_by(), 0u);
  EXPECT_GT(finished(), 0);
  EXPECT_GT(230 - finished(), 150) << "no more of them than that takes";
}

TEST_F(StalledReadersTest, KeepItWhileThereIsRoom) {
  stall(50);
  Reader other = connect(77);
  send(*other.transport, 100);
  tick_all(stalled_at + 60 * nanoseconds_per_second);
  EXPECT_EQ(finished(), 0);
}

TEST_F(StalledReadersTest, KeepItIfTheyReadAgain) {
  stall(1);
  std::vector<Reader> reads;
  std::swap(reads, readers);
  stall(225);
  Reader other = connect(77);
  send(*other.transport, 400);
  Bytes bytes(1 << 20);
  while (recv(reads[0].peer.get(), bytes.data(), bytes.size(), MSG_DONTWAIT) > 0) {
    reads[0].transport->writable(stalled_at);
  }
  reads[0].transport->tick(stalled_at + nanoseconds_per_second);
  EXPECT_FALSE(reads[0].transport->finished());
  EXPECT_FALSE(reads[0].transport->wants_write());
}

TEST_F(SlowReadersTest, IdleConnectionIsClosedAndABusyOneIsNot) {
  constexpr TimeNs second = nanoseconds_per_second;
  Reader idle = connect(1, 100 * second), busy = connect(2, 100 * second);
  Inbox inbox;
  const Bytes packet = interest(40);
  TimeNs now = start;
  for (; now < start + 99 * second; now += 9 * second) {
    ASSERT_EQ(write(busy.peer.get(), packet.data(), packet.size()), static_cast<ssize_t>(packet.size()));
    busy.transport->receive(inbox, now);
    busy.transport->tick(now);
    idle.transport->tick(now);
    EXPECT_FALSE(idle.transport->finished());
  }
  EXPECT_EQ(idle.transport->tick(start + 101 * second), time_never);
  EXPECT_TRUE(idle.transport->finished());
  busy.transport->tick(start + 101 * second);
  EXPECT_FALSE(busy.transport->finished());
  EXPECT_GT(faces.find(busy.transport->face())->idle_expiry, start + 180 * second);
}

TEST_F(SlowReadersTest, ConnectionThatNeverSentAPacketGoesSoonWhereTheTableIsCrowded) {
  Reader silent = connect(1, 1000 * nanoseconds_per_second);
  silent.transport->tick(start);
  silent.transport->tick(start + 60 * nanoseconds_per_second);
  EXPECT_FALSE(silent.transport->finished());
  for (int i = 0; i < 200; ++i) {
    faces.add(FaceInfo{}, 0);
  }
  silent.transport->tick(start + 120 * nanoseconds_per_second);
  EXPECT_TRUE(silent.transport->finished());
}

TEST_F(SlowReadersTest, TakesUpWhatIsChangedOfItsFaceAndNotWhatIsChangedOfAnother) {
  constexpr TimeNs second = nanoseconds_per_second;
  Reader kept = connect(1, 100 * second), idle = connect(2, 100 * second);
  kept.transport->tick(start);
  idle.transport->tick(start);
  faces.update(kept.transport->face(), [](FaceInfo& info) { info.persistency = Persistency::persistent; });
  kept.transport->tick(start + 101 * second);
  idle.transport->tick(start + 101 * second);
  EXPECT_FALSE(kept.transport->finished());
  EXPECT_TRUE(idle.transport->finished());
}

TEST_F(SlowReadersTest, FaceThatIsToGiveWayIsClosed) {
  std::vector<Reader> readers;
  for (int host = 1; host < 10; ++host) {
    for (int i = 0; i < 130; ++i) {
      Reader reader = connect(host);
      if (!reader.transport->finished()) {
        readers.push_back(std::move(reader));
      }
    }
  }
  ASSERT_GT(faces.gave_way(), 0u);
  unsigned closed = 0;
  for (const Reader& reader : readers) {
    reader.transport->tick(start);
    closed += reader.transport->finished() ? 1 : 0;
  }
  EXPECT_EQ(closed, faces.gave_way());
}

TEST_F(StreamTransportTest, CloseFaceHangsUp) {
  transport->close_face(transport->face());
  EXPECT_TRUE(transport->finished());
  std::uint8_t byte = 0;
  EXPECT_EQ(recv(peer.get(), &byte, 1, MSG_DONTWAIT), 0);
}

}  // namespace
}  // namespace augustus::face::stream_transport_test
