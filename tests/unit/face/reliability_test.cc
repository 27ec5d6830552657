// SPDX-License-Identifier: Apache-2.0
#include "face/reliability.hh"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "link_end.hh"

namespace augustus::face::reliability_test {
namespace {

constexpr TimeNs ms = nanoseconds_per_millisecond;

/// Two reliable ends and a link between them that delays, and loses what `loses` says.
class LossyLink {
 public:
  LossyLink(double loss, unsigned seed, std::size_t mtu)
      : a(flag_lp_reliability, mtu), b(flag_lp_reliability, mtu), loss_(loss), random_(seed) {}

  /// Lets time pass in steps of 1 ms, and packets arrive after 5 ms.
  void run(TimeNs duration) {
    for (const TimeNs end = now + duration; now < end; now += ms) {
      collect(a, b);
      collect(b, a);
      while (!under_way_.empty() && under_way_.begin()->first <= now) {
        auto first = under_way_.begin();
        first->second.first->receive(first->second.second, now);
        under_way_.erase(first);
      }
      a.link->tick(now);
      b.link->tick(now);
    }
  }

  LinkEnd a, b;
  TimeNs now = nanoseconds_per_second;
  unsigned carried = 0;

 private:
  void collect(LinkEnd& from, LinkEnd& to) {
    for (auto& datagram : from.take()) {
      ++carried;
      if (std::uniform_real_distribution<>(0, 1)(random_) >= loss_) {
        under_way_.emplace(now + 5 * ms, std::pair(&to, std::move(datagram)));
      }
    }
  }

  double loss_;
  std::mt19937 random_;
  std::multimap<TimeNs, std::pair<LinkEnd*, Bytes>> under_way_;
};

class ReliabilityTest : public testing::Test {
 protected:
  ReliabilityTest() : before(pool().in_use()) {}
  ~ReliabilityTest() override { EXPECT_EQ(pool().in_use(), before) << "buffers leaked"; }
  unsigned before;
};

/// Packet number `i`: the number is in its bytes.
Bytes numbered(unsigned i, std::size_t bytes) {
  Bytes packet = data(bytes);
  packet[10] = static_cast<std::uint8_t>(i);
  packet[11] = static_cast<std::uint8_t>(i >> 8);
  return packet;
}

void expect_all(const Inbox& inbox, unsigned count) {
  std::map<unsigned, unsigned> times;
  for (const auto& item : inbox.items) {
    ++times[item.bytes[10] + 256u * item.bytes[11]];
  }
  EXPECT_EQ(times.size(), count) << "packets are missing";
  for (const auto& [number, seen] : times) {
    EXPECT_EQ(seen, 1u) << "packet " << number << " arrived more than once";
  }
}

TEST_F(ReliabilityTest, NothingIsMissingWithTenPercentLossBothWays) {
  // Four transmissions of one packet are all lost once in 10,000 times: not with this seed.
  LossyLink link(0.1, 2, 9000);
  for (unsigned i = 0; i < 1000; ++i) {
    link.a.send(numbered(i, 200), link.now);
    link.b.send(numbered(i, 300), link.now);
    link.run(1 * ms);
  }
  link.run(20 * nanoseconds_per_second);
  expect_all(link.b.inbox, 1000);
  expect_all(link.a.inbox, 1000);
  EXPECT_GT(link.carried, 2200u) << "the link did lose packets";
}

TEST_F(ReliabilityTest, NothingIsMissingOfFragmentedPackets) {
  LossyLink link(0.1, 5, 500);
  for (unsigned i = 0; i < 60; ++i) {
    link.a.send(numbered(i, 1800), link.now);
    link.run(5 * ms);
  }
  link.run(20 * nanoseconds_per_second);
  // A fragment that is lost three times comes after the reassembly time-out; the seed has none of
  // those.
  expect_all(link.b.inbox, 60);
}

TEST_F(ReliabilityTest, IdleLinkAcknowledgesAndFallsSilent) {
  LossyLink link(0, 1, 9000);
  link.a.send(data(100), link.now);
  link.run(30 * ms);
  const unsigned carried = link.carried;
  EXPECT_EQ(carried, 2u) << "the packet and one IDLE packet with its Ack";
  link.run(5 * nanoseconds_per_second);
  EXPECT_EQ(link.carried, carried);
}

TEST_F(ReliabilityTest, DeadLinkGivesUpAfterThreeRetransmissions) {
  LossyLink link(1, 1, 9000);
  link.a.send(data(100), link.now);
  link.run(60 * nanoseconds_per_second);
  EXPECT_EQ(link.carried, 4u);
  EXPECT_EQ(link.a.counters().lost.value(), 1u);
}

TEST_F(ReliabilityTest, WhoNeverAcknowledgesKeepsHisPartOfTheBuffersAndIsSentTheRestUnprotected) {
  const unsigned before = pool().in_use();
  LinkEnd end(flag_lp_reliability, 9000, 4096);
  for (unsigned i = 0; i < Reliability::window; ++i) {
    end.send(data(60));
  }
  EXPECT_EQ(end.take().size(), Reliability::window);
  const auto kept = static_cast<unsigned>(Reliability::window - end.counters().out_unprotected.value());
  EXPECT_EQ(pool().in_use() - before, kept);
  EXPECT_GT(kept, 256u);
  const std::uint32_t most = pool().small()->size / (LinkBuffers::unacknowledged_part * LinkEnd::threads);
  EXPECT_LE(kept, most * 2 / 3) << "two thirds of what all Faces of the thread may keep";
}

TEST_F(ReliabilityTest, ThreeGreaterAcksMeanLost) {
  LinkEnd sender(flag_lp_reliability), receiver(flag_lp_reliability);
  for (int i = 0; i < 5; ++i) {
    sender.send(data(100, static_cast<std::uint8_t>(i)), 1 * ms);
  }
  const auto datagrams = sender.take();
  for (int i = 1; i < 4; ++i) {
    receiver.receive(datagrams[i], 2 * ms);
  }
  receiver.link->tick(8 * ms);
  const auto acks = receiver.take();
  ASSERT_EQ(acks.size(), 1u);
  sender.receive(acks[0], 9 * ms);
  const auto again = sender.take();
  ASSERT_EQ(again.size(), 1u) << "the first is sent again long before its time-out, the fifth is not";
  receiver.receive(again[0], 10 * ms);
  ASSERT_EQ(receiver.inbox.items.size(), 4u);
  EXPECT_EQ(receiver.inbox.items[3].bytes, data(100, 0));
}

TEST_F(ReliabilityTest, RepeatedPacketIsAcknowledgedButNotDeliveredAgain) {
  LinkEnd sender(flag_lp_reliability), receiver(flag_lp_reliability);
  sender.send(data(100), 1 * ms);
  const auto datagrams = sender.take();
  receiver.receive(datagrams[0], 2 * ms);
  receiver.receive(datagrams[0], 3 * ms);
  EXPECT_EQ(receiver.inbox.items.size(), 1u);
  EXPECT_EQ(receiver.counters().in_duplicates.value(), 1u);
}

TEST_F(ReliabilityTest, SwitchingItOffForgetsTheWindow) {
  LinkEnd sender(flag_lp_reliability);
  sender.send(data(100), 1 * ms);
  sender.take();
  sender.faces.update(sender.face, [](FaceInfo& info) { info.flags = 0; });
  sender.link->refresh();
  EXPECT_EQ(sender.link->tick(10 * nanoseconds_per_second), time_never);
  sender.send(data(100), 2 * ms);
  EXPECT_EQ(sender.take(), std::vector<Bytes>{data(100)});
}

TEST(RttEstimator, FollowsRfc6298) {
  RttEstimator rtt;
  EXPECT_EQ(rtt.timeout(), 1000 * ms);
  rtt.sample(200 * ms);
  EXPECT_EQ(rtt.timeout(), 600 * ms);  // 200 + 4 * 100
  rtt.sample(200 * ms);
  EXPECT_EQ(rtt.timeout(), 500 * ms);  // 200 + 4 * 75
  rtt.back_off();
  EXPECT_EQ(rtt.timeout(), 1000 * ms);
  RttEstimator fast;
  fast.sample(ms);
  EXPECT_EQ(fast.timeout(), 200 * ms);
}

}  // namespace
}  // namespace augustus::face::reliability_test
