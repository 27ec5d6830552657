// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "scenario/graph_engines.hh"
#include "scenario/packet_codec.hh"
#include "scenario/packet_pool_fixture.hh"
#include "scenario/partitions_driver.hh"

namespace augustus::scenario {
namespace {

constexpr unsigned consumers = 3;  // Faces 1..3
constexpr unsigned producers = 2;  // Faces 4 and 5
constexpr unsigned faces = consumers + producers;
/// Of each Interest with CanBePrefix, and of no other.
constexpr std::uint8_t prefix_token = 9;

/// Packets that arrive together, then time passes.
struct Burst {
  std::vector<PacketSpec> packets;
  std::uint64_t then_ms = 0;
};

rc::Gen<wire::Name> any_name() {
  return rc::gen::map(rc::gen::elementOf(std::vector<std::string>{"/a", "/a/b", "/a/b/c", "/a/b/d", "/a/e",
                                                                  "/f", "/f/seg=0", "/f/seg=1", "/f/seg=9"}),
                      [](const std::string& uri) { return wire::Name::literal(uri); });
}

PacketSpec any_packet(wire::PacketKind kind) {
  PacketSpec spec;
  spec.kind = kind;
  spec.name = *any_name();
  if (kind == wire::PacketKind::data) {
    spec.face = *rc::gen::inRange(1u, faces + 1);
    spec.freshness_ms = *rc::gen::element<std::uint64_t>(0, 20, 10000);
    return spec;
  }
  spec.face = kind == wire::PacketKind::nack ? *rc::gen::inRange(consumers + 1, faces + 1)
                                             : *rc::gen::inRange(1u, faces + 1);
  spec.can_be_prefix = *rc::gen::arbitrary<bool>();
  spec.must_be_fresh = *rc::gen::weightedElement<bool>({{4, false}, {1, true}});
  spec.nonce_kind = PacketSpec::Nonce::number;
  spec.nonce = *rc::gen::inRange(1u, 30u);
  spec.lifetime_ms = *rc::gen::element<std::uint64_t>(5, 50, 4000);
  spec.hop_limit = *rc::gen::element<std::uint8_t>(1, 5);
  spec.reason = *rc::gen::element(wire::NackReason::congestion, wire::NackReason::no_route);
  if (spec.can_be_prefix) {
    spec.token = std::vector<std::uint8_t>{prefix_token};
  } else if (*rc::gen::arbitrary<bool>()) {
    spec.token = std::vector<std::uint8_t>{static_cast<std::uint8_t>(*rc::gen::inRange(1, 4))};
  }
  return spec;
}

std::vector<Burst> any_traffic(unsigned burst_max) {
  std::vector<Burst> traffic(*rc::gen::inRange(1u, 40u));
  for (auto& burst : traffic) {
    const auto kind = *rc::gen::weightedElement<wire::PacketKind>(
        {{5, wire::PacketKind::interest}, {4, wire::PacketKind::data}, {1, wire::PacketKind::nack}});
    burst.packets.resize(*rc::gen::inRange(1u, burst_max + 1));
    for (auto& packet : burst.packets) {
      packet = any_packet(kind);
    }
    burst.then_ms = *rc::gen::element<std::uint64_t>(0, 0, 5, 15, 100);
  }
  return traffic;
}

/// What every Face was sent, in order.
using Sent = std::map<unsigned, std::vector<std::string>>;

class Router {
 public:
  static constexpr std::uint32_t batch = 8;

  Router(const std::string& strategy, unsigned partitions, std::uint64_t cs,
         const forward::EngineFactory& engine = {},
         table::PitStructure structure = table::PitStructure::name_table)
      : scenario_{.name = "equivalence", .sizes = {.cs = cs}},
        driver_(scenario_, partitions, batch, packet_pool(), engine, structure) {
    for (unsigned face = 1; face <= faces; ++face) {
      driver_.add_face({.face = face});
    }
    driver_.set_strategy({wire::Name(), strategy});
    driver_.set_route({wire::Name::literal("/a"), {{4, 10}, {5, 20}}});
    driver_.set_route({wire::Name::literal("/a/b"), {{5, 10}, {1, 20}}});
  }

  void receive(const std::vector<PacketSpec>& burst) {
    std::vector<std::pair<unsigned, Packet>> packets;
    for (const auto& spec : burst) {
      packets.emplace_back(spec.face, encode(spec, memory_));
    }
    driver_.send(packets);
    collect();
  }
  void advance(std::uint64_t milliseconds) {
    driver_.advance(milliseconds);
    collect();
  }
  const Sent& sent() const { return sent_; }
  std::uint64_t counter(const std::string& name) { return driver_.counter(name); }
  std::optional<std::string> finish() { return driver_.finish(); }

 private:
  void collect() {
    for (unsigned face = 1; face <= faces; ++face) {
      while (const auto packet = driver_.take(face)) {
        sent_[face].push_back(describe(*packet));
      }
    }
  }

  Scenario scenario_;
  PartitionsDriver driver_;
  Memory memory_;
  Sent sent_;
};

void log(const std::vector<Burst>& traffic, const Sent& one, const Sent& other) {
  Memory memory;
  for (const auto& burst : traffic) {
    for (const auto& spec : burst.packets) {
      RC_LOG() << spec.face << " > " << describe(encode(spec, memory)) << "\n";
    }
    RC_LOG() << "advance " << burst.then_ms << "ms\n";
  }
  for (const auto* sent : {&one, &other}) {
    RC_LOG() << "sent:\n";
    for (const auto& [face, packets] : *sent) {
      for (const auto& packet : packets) {
        RC_LOG() << face << " < " << packet << "\n";
      }
    }
  }
}

std::string any_strategy() {
  return *rc::gen::elementOf(std::vector<std::string>{"best-route", "multicast", "access", "round-robin"});
}

/// Every Interest that came in is accounted for.
void check_account(Router& router) {
  const auto count = [&](const char* name) { return router.counter(name); };
  std::uint64_t ended = 0;
  for (const auto* way : {"satisfied", "unsatisfied", "cs-hits", "aggregated", "retransmitted",
                          "duplicate_nonce", "dead_nonce", "no_route", "hop_limit_exceeded", "out-nacks"}) {
    ended += count(way);
  }
  RC_ASSERT(ended >= count("interests"));
  RC_ASSERT(count("pending") == 0u);
}

/// Within a burst, what the content store answers leaves before what goes on, and Data that somebody may wait for with
/// CanBePrefix are stored after the others: so which of several stored Data answers a prefix is left open.
Sent comparable(Sent sent) {
  const std::string to_prefix = " token=09";
  for (auto& [face, packets] : sent) {
    for (auto& packet : packets) {
      if (packet.starts_with("data") && packet.ends_with(to_prefix)) {
        packet = "data" + to_prefix;
      }
    }
    std::sort(packets.begin(), packets.end());
  }
  return sent;
}

RC_GTEST_PROP(EquivalenceTest, ABurstIsTreatedAsItsPacketsOneByOne, ()) {
  const auto strategy = any_strategy();
  const auto traffic = any_traffic(12);
  Router together(strategy, 1, 64);
  Router one_by_one(strategy, 1, 64);
  for (const auto& burst : traffic) {
    together.receive(burst.packets);
    for (const auto& packet : burst.packets) {
      one_by_one.receive({packet});
    }
    together.advance(burst.then_ms);
    one_by_one.advance(burst.then_ms);
  }
  log(traffic, together.sent(), one_by_one.sent());
  RC_ASSERT(comparable(together.sent()) == comparable(one_by_one.sent()));
  for (const auto* name :
       {"aggregated", "satisfied", "unsatisfied", "cs-hits", "unsolicited_data", "cs-misses"}) {
    RC_ASSERT(together.counter(name) == one_by_one.counter(name));
  }
}

/// Each packet once, whatever its token: over partitions a Face may get a Data twice.
std::map<unsigned, std::set<std::string>> distinct(const Sent& sent) {
  std::map<unsigned, std::set<std::string>> result;
  for (const auto& [face, packets] : sent) {
    for (const auto& packet : packets) {
      result[face].insert(packet.substr(0, packet.find(" token=")));
    }
  }
  return result;
}

// Without caching: which of several cached Data answers a prefix depends on where they are kept.
RC_GTEST_PROP(EquivalenceTest, PartitionsMakeNoDifference, ()) {
  const auto strategy = *rc::gen::elementOf(std::vector<std::string>{"best-route", "multicast"});
  const auto traffic = any_traffic(1);
  Router whole(strategy, 1, 0);
  Router parted(strategy, 3, 0);
  for (const auto& burst : traffic) {
    whole.receive(burst.packets);
    parted.receive(burst.packets);
    RC_ASSERT(distinct(whole.sent()) == distinct(parted.sent()));
    RC_ASSERT(whole.counter("pending") == parted.counter("pending"));
    whole.advance(burst.then_ms);
    parted.advance(burst.then_ms);
  }
  log(traffic, whole.sent(), parted.sent());
}

RC_GTEST_PROP(EquivalenceTest, Figure3ForwardsAsTheFusedLoop, ()) {
  const auto strategy = any_strategy();
  const auto partitions = *rc::gen::element(1u, 3u);
  const auto traffic = any_traffic(12);
  Router fused(strategy, partitions, 64);
  Router graph(strategy, partitions, 64, figure3_engines());
  for (const auto& burst : traffic) {
    fused.receive(burst.packets);
    graph.receive(burst.packets);
    fused.advance(burst.then_ms);
    graph.advance(burst.then_ms);
  }
  log(traffic, fused.sent(), graph.sent());
  RC_ASSERT(comparable(fused.sent()) == comparable(graph.sent()));
  for (const auto* name : {"aggregated", "satisfied", "unsatisfied", "cs-hits", "unsolicited_data",
                           "cs-misses", "duplicate_nonce", "dead_nonce", "by_element"}) {
    RC_ASSERT(fused.counter(name) == graph.counter(name));
  }
}

// Whatever finds the entries, what is forwarded is the same.
RC_GTEST_PROP(EquivalenceTest, EveryPitStructureForwardsAsTheNameTable, ()) {
  const auto structure =
      *rc::gen::element(table::PitStructure::lht, table::PitStructure::dht, table::PitStructure::dhtp);
  const auto strategy = any_strategy();
  const auto traffic = any_traffic(12);
  Router usual(strategy, 1, 64);
  Router other(strategy, 1, 64, {}, structure);
  for (const auto& burst : traffic) {
    usual.receive(burst.packets);
    other.receive(burst.packets);
    RC_ASSERT(comparable(usual.sent()) == comparable(other.sent()));
    RC_ASSERT(usual.counter("pending") == other.counter("pending"));
    usual.advance(burst.then_ms);
    other.advance(burst.then_ms);
  }
  log(traffic, usual.sent(), other.sent());
}

// With caching: nothing is lost or left behind, whatever the strategy.
RC_GTEST_PROP(EquivalenceTest, NothingIsLeftBehind, ()) {
  const auto strategy = *rc::gen::elementOf(std::vector<std::string>{
      "best-route", "multicast", "access", "round-robin", "random", "asf", "self-learning"});
  const auto engine = *rc::gen::arbitrary<bool>() ? figure3_engines() : forward::EngineFactory{};
  Router router(strategy, *rc::gen::inRange(1u, 5u), *rc::gen::element<std::uint64_t>(0, 2, 64), engine);
  for (const auto& burst : any_traffic(20)) {
    router.receive(burst.packets);
    router.advance(burst.then_ms);
  }
  RC_ASSERT(router.finish() == std::nullopt);
  check_account(router);
}

}  // namespace
}  // namespace augustus::scenario
