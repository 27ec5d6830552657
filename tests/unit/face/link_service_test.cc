// SPDX-License-Identifier: Apache-2.0
#include "face/link_service.hh"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "link_end.hh"

namespace augustus::face::link_service_test {
namespace {

constexpr TimeNs ms = nanoseconds_per_millisecond;

class LinkServiceTest : public testing::Test {
 protected:
  LinkServiceTest() : before(pool().in_use()) {}
  ~LinkServiceTest() override {
    a.reset();
    b.reset();
    EXPECT_EQ(pool().in_use(), before) << "buffers leaked";
  }
  void make(std::uint64_t flags_a, std::uint64_t flags_b = 0, std::size_t mtu = 9000) {
    a = std::make_unique<LinkEnd>(flags_a, mtu);
    b = std::make_unique<LinkEnd>(flags_b, mtu);
  }
  void carry(TimeNs now = 1) {
    for (const auto& datagram : a->take()) {
      b->receive(datagram, now);
    }
  }

  unsigned before;
  std::unique_ptr<LinkEnd> a, b;
};

/// An LpPacket made by hand.
Bytes lp(const std::function<void(wire::TlvWriter&)>& fill) {
  return wire::TlvWriter().nested(0x64, fill).take();
}

TEST_F(LinkServiceTest, PacketWithNothingToSayGoesBare) {
  make(0);
  a->send(data(100));
  EXPECT_EQ(a->take(), std::vector<Bytes>{data(100)});
}

TEST_F(LinkServiceTest, PitTokenMarkAndNackTravel) {
  make(0);
  auto out = outgoing(0, interest(60));
  out.kind = wire::PacketKind::nack;
  out.nack_reason = wire::NackReason::no_route;
  out.congestion_mark = 1;
  out.pit_token_length = 6;
  out.pit_token = {1, 2, 3, 4, 5, 6};
  a->send(out);
  carry();
  ASSERT_EQ(b->inbox.items.size(), 1u);
  const auto& item = b->inbox.items[0];
  EXPECT_EQ(item.bytes, interest(60));
  EXPECT_EQ(item.arrival.face, b->face);
  EXPECT_TRUE(item.arrival.is_nack);
  EXPECT_EQ(item.arrival.nack_reason, wire::NackReason::no_route);
  EXPECT_EQ(item.arrival.congestion_mark, 1);
  ASSERT_EQ(item.arrival.pit_token_length, 6);
  EXPECT_TRUE(std::equal(out.pit_token.begin(), out.pit_token.begin() + 6, item.arrival.pit_token.begin()));
  EXPECT_EQ(a->counters().out_nacks.value(), 1u);
  EXPECT_EQ(b->counters().in_nacks.value(), 1u);
}

TEST_F(LinkServiceTest, SharedBytesAreNotWritten) {
  make(0);
  auto out = outgoing(0, data(300));
  rte_mbuf* shared = out.packet;
  rte_pktmbuf_refcnt_update(shared, 1);
  out.pit_token_length = 32;
  a->send(out);
  carry();
  EXPECT_TRUE(std::ranges::equal(packet_bytes(shared), data(300)));
  EXPECT_EQ(rte_mbuf_refcnt_read(shared), 1);
  rte_pktmbuf_free(shared);
}

TEST_F(LinkServiceTest, InPlaceAPacketLooksAsThroughTheQueue) {
  constexpr std::size_t room = 42;
  make(0);
  std::uint64_t packets = 0;
  for (const std::size_t size : {2u, 60u, 250u, 300u, 2000u}) {
    for (const std::uint8_t token : {0, 1, 3, 8, 17, 32}) {
      auto out = outgoing(a->face, data(size));
      out.kind = wire::PacketKind::data;
      out.pit_token_length = token;
      std::fill_n(out.pit_token.begin(), token, std::uint8_t{0x7e});
      auto queued = out;
      queued.packet = pool().copy_of(data(size));
      a->send(queued);
      const auto datagrams = a->take();
      ASSERT_EQ(datagrams.size(), 1u);
      const std::uint64_t bytes = a->counters().out_bytes.value();

      ASSERT_TRUE(a->link->send_in_place(out, room)) << size << " " << int{token};
      EXPECT_TRUE(std::ranges::equal(packet_bytes(out.packet), datagrams[0])) << size << " " << int{token};
      EXPECT_EQ(out.packet->pkt_len, datagrams[0].size());
      EXPECT_GE(rte_pktmbuf_headroom(out.packet), room);
      EXPECT_EQ(a->counters().out_bytes.value() - bytes, datagrams[0].size());
      rte_pktmbuf_free(out.packet);
      packets += 2;
    }
  }
  EXPECT_EQ(a->counters().out_packets.value(), packets);
  EXPECT_EQ(a->counters().out_data.value(), packets);
}

TEST_F(LinkServiceTest, WhatIsNotPlainOrNotItsOwnIsNotSentInPlace) {
  constexpr std::size_t room = 14;
  make(0);
  const auto refuses = [&](const std::function<void(forward::Outgoing&)>& change) {
    auto out = outgoing(a->face, data(300));
    out.pit_token_length = 8;
    change(out);
    const Bytes before_it(packet_bytes(out.packet).begin(), packet_bytes(out.packet).end());
    const bool sent = a->link->send_in_place(out, room);
    EXPECT_TRUE(std::ranges::equal(packet_bytes(out.packet), before_it));
    rte_mbuf_refcnt_set(out.packet, 1);
    rte_pktmbuf_free(out.packet);
    return !sent && a->counters().out_packets.value() == 0;
  };
  EXPECT_TRUE(refuses([](auto& out) { rte_pktmbuf_refcnt_update(out.packet, 1); }));
  EXPECT_TRUE(refuses([](auto& out) { rte_pktmbuf_chain(out.packet, pool().copy_of(data(10))); }));
  EXPECT_TRUE(refuses([](auto& out) { rte_pktmbuf_prepend(out.packet, rte_pktmbuf_headroom(out.packet)); }));
  EXPECT_TRUE(refuses([](auto& out) { out.kind = wire::PacketKind::nack; }));
  EXPECT_TRUE(refuses([](auto& out) { out.congestion_mark = 1; }));
  EXPECT_TRUE(refuses([](auto& out) { out.non_discovery = true; }));
  make(flag_local_fields);
  EXPECT_TRUE(refuses([](auto&) {}));
  make(0, 0, 310);
  EXPECT_TRUE(refuses([](auto&) {})) << "must be fragmented";
}

TEST_F(LinkServiceTest, AnnouncementTravelsWithItsData) {
  make(0);
  const Bytes announcement = data(700, 9);
  rte_mbuf* packet = pool().copy_of(data(1000));
  auto& arrival = forward::arrival_of(packet);
  arrival.announcement_offset = static_cast<std::uint16_t>(packet->data_off + packet->data_len);
  arrival.announcement_length = 700;
  std::copy(announcement.begin(), announcement.end(),
            static_cast<std::uint8_t*>(packet->buf_addr) + arrival.announcement_offset);
  forward::Outgoing out;
  out.packet = packet;
  out.kind = wire::PacketKind::data;
  out.with_announcement = true;
  a->send(out);
  carry();
  ASSERT_EQ(b->inbox.items.size(), 1u);
  EXPECT_EQ(b->inbox.items[0].bytes, data(1000));
  EXPECT_EQ(b->inbox.items[0].announcement, announcement);
}

TEST_F(LinkServiceTest, LocalFieldsOnlyWhereTheyAreOn) {
  const Bytes with_next_hop = lp([](wire::TlvWriter& w) { w.number(816, 300).element(0x50, interest(40)); });
  make(0, flag_local_fields);
  a->receive(with_next_hop);
  EXPECT_TRUE(a->inbox.items.empty());
  EXPECT_EQ(a->counters().in_not_allowed.value(), 1u);
  b->receive(with_next_hop);
  ASSERT_EQ(b->inbox.items.size(), 1u);
  EXPECT_EQ(b->inbox.items[0].arrival.next_hop_face, 300u);

  auto out = outgoing(0, data(50));
  out.incoming_face = 261;
  a->send(out);
  EXPECT_EQ(a->take(), std::vector<Bytes>{data(50)}) << "IncomingFaceId without local fields";
  out = outgoing(0, data(50));
  out.incoming_face = 261;
  b->send(out);
  const Bytes expected = lp([](wire::TlvWriter& w) { w.number(812, 261).element(0x50, data(50)); });
  EXPECT_EQ(b->take(), std::vector<Bytes>{expected});
}

TEST_F(LinkServiceTest, SettingsAreTakenUpAfterAnUpdate) {
  make(0);
  a->faces.update(a->face, [](FaceInfo& info) { info.flags = flag_local_fields; });
  EXPECT_TRUE(a->link->refresh());
  EXPECT_FALSE(a->link->refresh());
  auto out = outgoing(0, data(50));
  out.incoming_face = 261;
  a->send(out);
  EXPECT_GT(a->take()[0].size(), 50u);
}

TEST_F(LinkServiceTest, MalformedLinkPacketIsCounted) {
  make(0);
  a->receive(Bytes{0x64, 0x05, 0x50});
  a->receive(lp([](wire::TlvWriter& w) { w.number(801, 5).element(0x50, interest(40)); }));
  a->receive(lp([](wire::TlvWriter& w) { w.element(0x50, Bytes{0x20, 0x00}); }));
  EXPECT_TRUE(a->inbox.items.empty());
  EXPECT_EQ(a->counters().in_malformed.value(), 3u);
}

TEST_F(LinkServiceTest, FragmentsToTheMtuAndReassembles) {
  for (const std::size_t mtu : {64u, 128u, 500u, 1280u, 1400u, 8800u}) {
    make(0, 0, mtu);
    for (const std::size_t size : {10u, 63u, 64u, 65u, 1000u, 1400u, 8800u}) {
      if (size > 8800 || size / (mtu - 30) > 390) {
        continue;
      }
      b->inbox.items.clear();
      auto out = outgoing(0, data(size, 3));
      out.pit_token_length = 4;
      out.pit_token = {9, 8, 7, 6};
      a->send(out);
      carry();
      if (mtu == 64) {
        continue;  // The token alone takes too much: see the test of its own.
      }
      ASSERT_EQ(b->inbox.items.size(), 1u) << mtu << " " << size;
      EXPECT_EQ(b->inbox.items[0].bytes, data(size, 3));
      EXPECT_EQ(b->inbox.items[0].arrival.pit_token_length, 4);
      EXPECT_EQ(b->inbox.items[0].arrival.pit_token[0], 9);
    }
  }
}

TEST_F(LinkServiceTest, SmallestMtuCarriesWhatFitsIn400Fragments) {
  make(0, 0, 64);
  a->send(data(8800, 5));
  carry();
  ASSERT_EQ(b->inbox.items.size(), 1u);
  EXPECT_EQ(b->inbox.items[0].bytes, data(8800, 5));
}

TEST_F(LinkServiceTest, OverriddenMtuFragments) {
  make(0);
  a->faces.update(a->face, [](FaceInfo& info) { info.mtu = 200; });
  a->link->refresh();
  a->send(data(1000));
  const auto datagrams = a->take();
  EXPECT_GT(datagrams.size(), 4u);
  for (const auto& datagram : datagrams) {
    EXPECT_LE(datagram.size(), 200u);
  }
}

TEST_F(LinkServiceTest, FragmentsInAnyOrderWithRepeatsMakeOnePacket) {
  make(0, 0, 300);
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    b->inbox.items.clear();
    a->send(data(3000, static_cast<std::uint8_t>(round)));
    auto datagrams = a->take();
    datagrams.push_back(datagrams[1]);
    datagrams.push_back(datagrams[2]);
    std::shuffle(datagrams.begin(), datagrams.end(), random);
    for (const auto& datagram : datagrams) {
      b->receive(datagram);
    }
    ASSERT_EQ(b->inbox.items.size(), 1u);
    EXPECT_EQ(b->inbox.items[0].bytes, data(3000, static_cast<std::uint8_t>(round)));
  }
  b->expire(time_never - 1);
}

TEST_F(LinkServiceTest, MissingFragmentTimesOut) {
  make(0, 0, 300);
  a->send(data(1000));
  const auto datagrams = a->take();
  for (std::size_t i = 1; i < datagrams.size(); ++i) {
    b->receive(datagrams[i], 1 * ms);
  }
  EXPECT_EQ(pool().in_use(), before + datagrams.size() - 1);
  b->expire(500 * ms);
  EXPECT_EQ(pool().in_use(), before + datagrams.size() - 1);
  b->receive(datagrams[0], 501 * ms);
  EXPECT_TRUE(b->inbox.items.empty()) << "too late";
  EXPECT_EQ(b->counters().in_reassembly_dropped.value(), 1u);
  b->expire(1001 * ms);
  EXPECT_EQ(pool().in_use(), before);
}

TEST_F(LinkServiceTest, SendersOnOneLinkAreToldApart) {
  make(0, 0, 300);
  a->send(data(500, 1));
  const auto one = a->take();
  LinkEnd other(0, 300);
  other.send(data(500, 2));
  const auto two = other.take();
  ASSERT_EQ(one.size(), two.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    b->receive(one[i], 1, 1);
    b->receive(two[i], 1, 2);
  }
  ASSERT_EQ(b->inbox.items.size(), 2u);
  EXPECT_EQ(b->inbox.items[0].bytes, data(500, 1));
  EXPECT_EQ(b->inbox.items[1].bytes, data(500, 2));
}

TEST_F(LinkServiceTest, ContradictingFragmentsAreRefused) {
  make(0);
  const Bytes packet = data(100);
  b->receive(lp_fragment(10, 0, 2, {packet.data(), 50}));
  b->receive(lp_fragment(11, 1, 3, {packet.data() + 50, 50}));
  EXPECT_TRUE(b->inbox.items.empty());
  EXPECT_EQ(b->counters().in_reassembly_dropped.value(), 1u);
  b->receive(lp_fragment(11, 1, 2, {packet.data() + 50, 50}));
  EXPECT_EQ(b->inbox.items.size(), 1u);
}

TEST_F(LinkServiceTest, FragmentsOfMoreThanThePacketLimitAreDropped) {
  make(0);
  const Bytes part(8000, 6);
  b->receive(lp_fragment(1, 0, 2, part));
  b->receive(lp_fragment(2, 1, 2, part));
  EXPECT_TRUE(b->inbox.items.empty());
  EXPECT_EQ(b->counters().in_reassembly_dropped.value(), 1u);
  EXPECT_EQ(pool().in_use(), before);
}

TEST_F(LinkServiceTest, FragmentsThatNeverCompleteHoldABoundedNumberOfBuffers) {
  make(0);
  const Bytes part(30, 6);
  for (std::uint64_t i = 0; i < 5000; ++i) {
    b->receive(lp_fragment(i * 1000, 0, 2, part));
  }
  const std::uint32_t most = pool().small()->size / (LinkBuffers::reassembly_part * LinkEnd::threads);
  EXPECT_LE(pool().in_use(), before + most * 2 / 3) << "of one sender";
  for (std::uint64_t i = 0; i < 5000; ++i) {
    b->receive(lp_fragment(i * 1000 + i % 400, i % 400, 400, part), 1, i % 300);
  }
  EXPECT_LE(pool().in_use(), before + most);
}

TEST_F(LinkServiceTest, AnotherSendersMessageOutlivesAFloodOfFragments) {
  make(0);
  const Bytes packet = data(100);
  const std::uint64_t honest = 1'000'000;
  b->receive(lp_fragment(honest, 0, 2, {packet.data(), 50}), 1, 7);
  const Bytes part(30, 6);
  for (std::uint64_t i = 0; i < 5000; ++i) {
    b->receive(lp_fragment(i * 1000, 0, 2, part), 1, 100 + i % 2);
    b->receive(lp_fragment(i, i % 400, 400, part), 1, 200 + i % 3);
  }
  b->receive(lp_fragment(honest + 1, 1, 2, {packet.data() + 50, 50}), 1, 7);
  ASSERT_EQ(b->inbox.items.size(), 1u);
  EXPECT_EQ(b->inbox.items[0].bytes, packet);
}

TEST_F(LinkServiceTest, EndpointsOfOneSourceShareItsPartOfTheRoom) {
  make(0);
  const Bytes part(30, 6);
  for (std::uint64_t port = 1; port <= 20; ++port) {
    b->receive(lp_fragment(5, 0, 2, part), 1, LinkSender{.endpoint = port, .source = 77});
  }
  EXPECT_EQ(b->messages().in_use, 20u) << "equal Sequences of several endpoints";
  EXPECT_EQ(b->messages().largest, 20u);
}

TEST_F(LinkServiceTest, RandomFragmentsLeakNothing) {
  make(flag_lp_reliability, flag_lp_reliability, 200);
  std::mt19937 random(11);
  for (int i = 0; i < 20000; ++i) {
    if (i % 20 == 0) {
      a->send(data(100 + random() % 2000), static_cast<TimeNs>(i) * ms);
    }
    for (Bytes datagram : a->take()) {
      for (unsigned flips = random() % 3; flips != 0; --flips) {
        datagram[random() % datagram.size()] ^= static_cast<std::uint8_t>(random());
      }
      datagram.resize(datagram.size() - random() % 2 * (random() % datagram.size()));
      b->receive(datagram, static_cast<TimeNs>(i) * ms, random() % 2);
    }
    b->link->tick(static_cast<TimeNs>(i) * ms);
    for (const Bytes& datagram : b->take()) {
      a->receive(datagram, static_cast<TimeNs>(i) * ms);
    }
    a->link->tick(static_cast<TimeNs>(i) * ms);
  }
  EXPECT_GT(b->counters().in_malformed.value(), 0u);
}

TEST_F(LinkServiceTest, MarksAfterTheQueueStayedLongForAnInterval) {
  make(flag_congestion_marking);
  const auto marked = [&](TimeNs now, std::size_t queue_bytes) {
    a->context.kernel_bytes = queue_bytes;
    a->send(data(50), now);
    return a->take()[0].size() > 50;
  };
  EXPECT_FALSE(marked(0, 70000));
  EXPECT_FALSE(marked(99 * ms, 70000));
  EXPECT_TRUE(marked(100 * ms, 70000));
  EXPECT_FALSE(marked(170 * ms, 70000));
  EXPECT_TRUE(marked(171 * ms, 70000)) << "100 ms / sqrt(2) later";
  EXPECT_FALSE(marked(172 * ms, 60000)) << "below the threshold: all over";
  EXPECT_FALSE(marked(300 * ms, 70000));
  EXPECT_EQ(a->counters().out_marked.value(), 2u);
}

TEST_F(LinkServiceTest, FullQueueDropsAndCounts) {
  a = std::make_unique<LinkEnd>(0, 9000, 4);
  for (int i = 0; i < 6; ++i) {
    a->send(data(50));
  }
  EXPECT_EQ(a->counters().out_queue_full.value(), 2u);
  EXPECT_EQ(a->take().size(), 4u);
}

}  // namespace
}  // namespace augustus::face::link_service_test
