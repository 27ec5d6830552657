// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "forward/arrival.hh"
#include "forward/forwarder.hh"
#include "forward/rules/next_hop_state.hh"
#include "forward/trace/trace_session.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/parse_packet.hh"

namespace augustus::forward::trace_test {
namespace {

constexpr FaceId consumer = 300;
constexpr FaceId other_consumer = 301;
constexpr FaceId producer = 302;
constexpr FaceId far_producer = 303;

PacketPool& pool() {
  static PacketPool packets("trace_test", 1023, 15);
  return packets;
}

class Sink final : public Egress {
 public:
  void send(const Outgoing& outgoing) override { rte_pktmbuf_free(outgoing.packet); }
  void transfer(const Transfer& transfer) override { rte_pktmbuf_free(transfer.packet); }
};

/// One partition under trace; events are told as "step", or "step:kind:face" where something is sent.
class TraceTest : public testing::Test {
 protected:
  TraceTest() {
    for (const FaceId face : {consumer, other_consumer, producer, far_producer}) {
      faces_.store(face % 64, {.id = face, .takes = FaceTakes::ndn});
    }
    fib_.set(wire::Name::literal("/a"), {{producer, 1}, {far_producer, 7}});
    shared_.trace = &trace_;
  }

  void begin(const std::string& prefix, unsigned events_max = 255) {
    session_ = std::make_unique<TraceSession>(wire::Name::literal(prefix), events_max);
    trace_ = session_.get();
  }

  void receive(FaceId face, const std::vector<std::uint8_t>& bytes) {
    rte_mbuf* packet = pool().copy_of(bytes);
    ASSERT_NE(packet, nullptr);
    arrival_of(packet) = Arrival{.face = face};
    wire::PacketView view;
    ASSERT_EQ(wire::parse_packet(bytes, view), wire::ParseOutcome::ok);
    wire::hash_name(shared_.hash, bytes.data(), view);
    partition_.process({&packet, 1}, {&view, 1}, now_);
  }
  void interest(const std::string& name, FaceId face = consumer, std::uint32_t nonce = 1) {
    receive(face, wire::Interest{.name = wire::Name::literal(name), .nonce = nonce}.encode());
  }
  void data(const std::string& name, FaceId face = producer) {
    receive(face, wire::Data{.name = wire::Name::literal(name)}.encode());
  }

  std::vector<TraceEvent> take() {
    std::vector<TraceEvent> events(256);
    events.resize(session_->take(events));
    return events;
  }
  std::string told() {
    std::string text;
    for (const TraceEvent& event : take()) {
      text += text.empty() ? "" : " ";
      text += trace_step_name(event.step);
      if (event.step == TraceStep::sent) {
        text += event.kind == wire::PacketKind::interest ? ":interest:"
                : event.kind == wire::PacketKind::data   ? ":data:"
                                                         : ":nack:";
        text += std::to_string(event.face);
      } else if (event.step == TraceStep::dropped) {
        text += ":" + std::string(drop_name(static_cast<Drop>(event.detail)));
      }
    }
    return text;
  }

  /// What stood in the way of each next hop that the strategy asked for.
  std::vector<NextHopState> next_hops() {
    std::vector<NextHopState> states;
    for (const TraceEvent& event : take()) {
      if (event.step == TraceStep::next_hop) {
        states.push_back(static_cast<NextHopState>(event.detail));
      }
    }
    return states;
  }

  HashKey key_ = HashKey::random();
  Quiescence quiescence_{1};
  FaceAttributeTable faces_{64};
  table::Fib fib_{64, key_, quiescence_};
  table::StrategyChoice strategies_{16, key_, quiescence_, 0};
  table::PendingPrefixFilter pending_prefixes_;
  std::vector<wire::Name> regions_;
  std::atomic<TraceSession*> trace_{nullptr};
  SharedTables shared_{faces_, fib_, strategies_, pending_prefixes_, regions_, KeyedHash(key_), 1, 8};
  std::unique_ptr<TraceSession> session_;
  Sink sink_;
  const unsigned buffers_before_ = pool().in_use();
  Forwarder partition_{
      {.number = 0,
       .tables = {.entries_max = 256,
                  .pit_records_max = 64,
                  .extra_records_max = 16,
                  .digests_max = 4,
                  .name_bytes_max = 65536},
       .store = {.capacity_packets = 64, .capacity_bytes = 1u << 20, .frame_bytes = 16u << 10},
       .dead_nonces_max = 256},
      shared_,
      pool(),
      sink_};
  TimeNs now_ = nanoseconds_per_second;
};

TEST_F(TraceTest, AnExchangeIsToldStageByStage) {
  begin("/a");
  interest("/a/1");
  EXPECT_EQ(told(), "arrived cs_miss pit_new route strategy next_hop sent:interest:302");
  interest("/a/1", other_consumer, 2);
  EXPECT_EQ(told(), "arrived pit_joined route strategy suppressed");
  data("/a/1");
  EXPECT_EQ(told(), "arrived satisfied stored sent:data:300 sent:data:301");
  interest("/a/1", other_consumer, 3);
  EXPECT_EQ(told(), "arrived cs_hit sent:data:301");
  EXPECT_EQ(pool().in_use(), buffers_before_);
}

TEST_F(TraceTest, AnArrivalSaysWhatCame) {
  begin("/");
  interest("/a/1", consumer, 0x01020304);
  const TraceEvent event = take().front();
  EXPECT_EQ(event.packet, 1u);
  EXPECT_EQ(event.face, consumer);
  EXPECT_EQ(event.nonce, 0x01020304u);
  EXPECT_EQ(event.time, now_);
  EXPECT_EQ(wire::Name::from_value({event.name.data(), event.name_length}), wire::Name::literal("/a/1"));
}

TEST_F(TraceTest, NextHopsSayWhyTheyCanBeTaken) {
  faces_.store(producer % 64, {.id = producer, .takes = FaceTakes::nothing});
  begin("/a");
  interest("/a/1", far_producer);
  EXPECT_EQ(next_hops(), (std::vector{NextHopState::down, NextHopState::arrived_there}));
  faces_.store(producer % 64, {});
  interest("/a/2");
  EXPECT_EQ(next_hops(), (std::vector{NextHopState::gone, NextHopState::usable}));
}

TEST_F(TraceTest, EachRuleThatForbidsANextHopIsNamed) {
  fib_.set(wire::Name::literal("/localhop"), {{producer, 1}});
  begin("/");
  interest("/localhop/1");
  EXPECT_EQ(next_hops(), std::vector{NextHopState::out_of_scope});
  receive(consumer, wire::Interest{.name = wire::Name::literal("/a/1"), .nonce = 2, .hop_limit = 1}.encode());
  EXPECT_EQ(next_hops(), (std::vector{NextHopState::hop_limit, NextHopState::hop_limit}));
  receive(consumer, wire::Interest{.name = wire::Name::literal("/a/2"), .nonce = 3, .hop_limit = 2}.encode());
  EXPECT_EQ(next_hops(), std::vector{NextHopState::usable});
}

TEST_F(TraceTest, TheCheapestNextHopIsNamedWithItsCost) {
  begin("/a");
  faces_.store(producer % 64, {});
  interest("/a/1");
  std::vector<std::pair<FaceId, std::uint32_t>> asked;
  for (const TraceEvent& event : take()) {
    if (event.step == TraceStep::next_hop) {
      asked.emplace_back(event.face, event.number);
    }
  }
  EXPECT_EQ(asked, (std::vector<std::pair<FaceId, std::uint32_t>>{{producer, 1}, {far_producer, 7}}));
}

TEST_F(TraceTest, WhatGoesNoFurtherSaysWhy) {
  begin("/");
  interest("/nowhere");
  EXPECT_EQ(told(), "arrived cs_miss pit_new route strategy sent:nack:300 dropped:no_route");
  data("/a/unasked");
  EXPECT_EQ(told(), "arrived dropped:unsolicited_data");
  interest("/a/loop", consumer, 9);
  told();
  interest("/a/loop", other_consumer, 9);
  EXPECT_EQ(told(), "arrived sent:nack:301 dropped:duplicate_nonce");
}

TEST_F(TraceTest, AnInterestThatNobodyAnswersExpires) {
  begin("/a");
  interest("/a/1");
  told();
  now_ += 10 * nanoseconds_per_second;
  partition_.expire(now_);
  EXPECT_EQ(told(), "expired");
}

TEST_F(TraceTest, OnlyThePrefixIsToldAndLocalNamesOnlyWhenAskedFor) {
  begin("/a/b");
  interest("/a/1");
  interest("/a/bc");
  EXPECT_EQ(told(), "");
  begin("/");
  interest("/localhost/x");
  EXPECT_EQ(told(), "");
  begin("/localhost");
  interest("/localhost/nfd/augustus-trace/read/1");
  EXPECT_EQ(told(), "");
  interest("/localhost/y");
  EXPECT_NE(told(), "");
}

TEST_F(TraceTest, AFullRingLosesEventsAndCountsThem) {
  begin("/a", 3);
  interest("/a/1");
  EXPECT_EQ(take().size(), 3u);
  EXPECT_EQ(session_->lost(), 4u);
}

TEST_F(TraceTest, APacketInABurstIsTakenInItsOrder) {
  begin("/a/1");
  std::vector<rte_mbuf*> packets;
  std::vector<wire::PacketView> views(3);
  for (const auto* name : {"/a/0", "/a/1", "/a/2"}) {
    const auto bytes = wire::Interest{.name = wire::Name::literal(name), .nonce = 1}.encode();
    packets.push_back(pool().copy_of(bytes));
    arrival_of(packets.back()) = Arrival{.face = consumer};
    auto& view = views[packets.size() - 1];
    ASSERT_EQ(wire::parse_packet(bytes, view), wire::ParseOutcome::ok);
    wire::hash_name(shared_.hash, bytes.data(), view);
  }
  partition_.process(packets, views, now_);
  EXPECT_EQ(told(), "arrived cs_miss pit_new route strategy next_hop sent:interest:302");
  EXPECT_EQ(partition_.counters().interests.value(), 3u);
  EXPECT_EQ(partition_.counters().out_interests.value(), 3u);
}

TEST_F(TraceTest, LongNamesAreCutAtAComponent) {
  begin("/a");
  const std::string component(200, 'x');
  interest("/a/" + component + "/" + component + "/" + component);
  const TraceEvent event = take().front();
  EXPECT_TRUE(event.name_cut);
  EXPECT_EQ(wire::Name::from_value({event.name.data(), event.name_length}),
            wire::Name::literal("/a/" + component + "/" + component));
}

}  // namespace
}  // namespace augustus::forward::trace_test
