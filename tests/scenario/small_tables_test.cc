// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <map>
#include <random>

#include "forward/partition_check.hh"
#include "scenario/graph_engines.hh"
#include "scenario/packet_codec.hh"
#include "scenario/packet_pool_fixture.hh"
#include "scenario/partitions_driver.hh"
#include "wire/compact_codec.hh"
#include "wire/interest.hh"

// Bursts of everything that there is, through tables so small that something is always full or evicted. What the fused
// loop and the graph send is the same, nothing is left behind, and the checked build looks at all tables after each
// burst. AUGUSTUS_SEEDS=FIRST:COUNT runs these instead of the few that are run otherwise, AUGUSTUS_BURSTS=COUNT bursts
// of each.

namespace augustus::scenario {
namespace {

constexpr unsigned consumers = 3;                       // Faces 1 to 3
constexpr unsigned producers = 2;                       // Faces 4 and 5
constexpr unsigned compact_consumer = 6;
constexpr unsigned compact_producer = 7;
constexpr unsigned faces = compact_producer;
constexpr std::uint32_t batch = 8;

std::uint64_t bursts() {
  const char* const wanted = std::getenv("AUGUSTUS_BURSTS");
  return wanted == nullptr ? 120 : std::stoull(wanted);
}

struct Setting {
  std::string strategy;
  unsigned partitions;
  bool ssd;
  table::PitStructure structure;
};

Setting draw_setting(std::mt19937_64& random) {
  static const char* const strategies[] = {"best-route", "multicast", "access", "round-robin"};
  Setting setting;
  setting.strategy = strategies[random() % std::size(strategies)];
  setting.partitions = random() % 2 == 0 ? 1 : 3;
  setting.ssd = random() % 3 != 0;
  setting.structure = random() % 3 != 0 ? table::PitStructure::name_table
                                        : table::pit_structures[random() % std::size(table::pit_structures)];
  return setting;
}

/// Sizes that a burst or two fill.
Scenario scenario_of(const Setting& setting, std::mt19937_64& random) {
  Scenario scenario{.name = "small tables"};
  scenario.sizes = {.names = 40 + random() % 40,
                    .pit = 12 + random() % 24,
                    .records = 4 + random() % 8,
                    .digests = 2 + random() % 4,
                    .name_bytes = 16u << 10,
                    .cs = 8 + random() % 40,
                    .cs_bytes = (4 + random() % 6) * 8192,
                    .frame_bytes = 8192,
                    .nonces = 64,
                    .ssd = setting.ssd ? (40 + random() % 60) * 8192 : 0};
  scenario.cs_policy = random() % 2 == 0 ? "lru" : "fifo";
  scenario.regions.push_back(wire::Name::literal("/here"));
  return scenario;
}

/// By all routers of this process.
std::uint64_t bursts_received = 0;
std::uint64_t packets_received = 0;

class Router {
 public:
  Router(const Setting& setting, const Scenario& scenario, const forward::EngineFactory& engine,
         PacketPool& pool = packet_pool())
      : driver_(scenario, setting.partitions, batch, pool, engine, setting.structure) {
    for (unsigned face = 1; face <= consumers + producers; ++face) {
      driver_.add_face({.face = face, .local = face == 3, .multi_access = face == 2});
    }
    driver_.add_compact_face(compact_consumer);
    driver_.add_compact_face(compact_producer);
    driver_.set_strategy({wire::Name(), setting.strategy});
    driver_.set_route({wire::Name::literal("/a"), {{4, 10}, {5, 20}}});
    driver_.set_route({wire::Name::literal("/film"), {{5, 10}, {4, 20}}});
    driver_.set_route({wire::Name::literal("/hint"), {{4, 10}}});
    driver_.set_compact_route("c/", {{compact_producer, 10}});
  }

  void receive(const std::vector<std::pair<unsigned, Packet>>& burst) {
    ++bursts_received;
    packets_received += burst.size();
    driver_.send(burst);
  }
  void advance(std::uint64_t milliseconds) { driver_.advance(milliseconds); }
  void set_capacity(std::uint64_t packets) { driver_.set_capacity(packets); }
  void set_face(unsigned face, FaceState state) { driver_.set_face_state({face, state}); }
  std::optional<std::string> finish() { return driver_.finish(); }
  std::uint64_t counter(const char* name) { return driver_.counter(name); }

  /// What was sent since the last call, by Face; in no order, since what the store answers leaves before the rest.
  std::map<unsigned, std::vector<Packet>> take() {
    std::map<unsigned, std::vector<Packet>> sent;
    for (unsigned face = 1; face <= faces; ++face) {
      while (auto packet = driver_.take(face)) {
        sent[face].push_back(std::move(*packet));
      }
      std::ranges::sort(sent[face], {}, text_of);
    }
    return sent;
  }

  static std::string text_of(const Packet& packet) {
    return fmt::format("{} {} {:02x} {:02x}", static_cast<int>(packet.kind), static_cast<int>(packet.reason),
                       fmt::join(packet.token, ""), fmt::join(packet.bytes, ""));
  }

 private:
  PartitionsDriver driver_;
};

/// Draws packets: new ones, and answers to what was sent.
class Traffic {
 public:
  explicit Traffic(std::mt19937_64& random) : random_(random) {}

  std::vector<std::pair<unsigned, Packet>> draw_burst(unsigned packets_max) {
    std::vector<std::pair<unsigned, Packet>> burst;
    for (unsigned left = 1 + below(packets_max); left != 0; --left) {
      burst.push_back(!asked_.empty() && one_in(2) ? draw_answer() : one_in(5) ? draw_compact() : draw_new());
    }
    return burst;
  }

  /// Interests that went upstream; they may be answered later.
  void note_sent(const std::map<unsigned, std::vector<Packet>>& sent) {
    for (const auto& [face, packets] : sent) {
      for (const Packet& packet : packets) {
        if (packet.kind == wire::PacketKind::interest) {
          asked_.emplace_back(face, packet);
        }
      }
    }
    while (asked_.size() > 32) {
      asked_.pop_front();
    }
  }

  bool one_in(unsigned count) { return below(count) == 0; }
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }

 private:
  wire::Name draw_name() {
    switch (below(6)) {
      case 0:
        return wire::Name::literal("/a/" + std::to_string(below(12)));
      case 1:
        return wire::Name::literal(one_in(2) ? "/a/deep/er" : one_in(2) ? "/a/deep" : "/a");
      case 2:
        return wire::Name::literal("/a/" + std::string(120 + 60 * below(4), 'x') + "/" + std::to_string(below(6)));
      default:
        return wire::Name::literal("/film").append_number(wire::component_type::segment,
                                                          one_in(3) ? 6 + 8 * below(3) : below(24));
    }
  }

  PacketSpec draw_data(wire::Name name) {
    PacketSpec data{.kind = wire::PacketKind::data, .name = std::move(name)};
    static const std::uint64_t freshness[] = {0, 0, 20, 10000};
    data.freshness_ms = freshness[below(4)];
    data.content = std::string(one_in(3) ? 600 : one_in(8) ? 3000 : 20, static_cast<char>('a' + below(2)));
    data.no_cache = one_in(16);
    return data;
  }

  std::pair<unsigned, Packet> draw_new() {
    if (one_in(8)) {
      const auto data = draw_data(draw_name());
      return {1 + below(consumers + producers), encode(data, memory_)};
    }
    PacketSpec spec{.name = draw_name(), .nonce_kind = PacketSpec::Nonce::number, .nonce = 1 + below(200)};
    spec.can_be_prefix = one_in(4);
    spec.must_be_fresh = one_in(3);
    static const std::uint64_t lifetimes[] = {5, 50, 400, 4000};
    spec.lifetime_ms = lifetimes[below(4)];
    if (one_in(6)) {
      spec.digest = PacketSpec::Digest::wrong;
      if (!digests_.empty() && one_in(2)) {
        const auto& [name, digest] = digests_[below(static_cast<unsigned>(digests_.size()))];
        spec.name = name;
        spec.digest = PacketSpec::Digest::last_data;
        memory_.last_data_digest = digest;
      }
    }
    if (one_in(6)) {
      static const char* const hints[] = {"/hint", "/nowhere", "/here"};
      spec.hint = {wire::Name::literal(hints[below(3)])};
    }
    if (one_in(2)) {
      spec.token = std::vector<std::uint8_t>{static_cast<std::uint8_t>(below(4))};
    }
    if (one_in(16)) {
      spec.hop_limit = static_cast<std::uint8_t>(1 + below(2));
    }
    return {1 + below(one_in(8) ? consumers + producers : consumers), encode(spec, memory_)};
  }

  /// The Data that an Interest asked for, Data below its name, or a Nack.
  std::pair<unsigned, Packet> draw_answer() {
    const auto at = asked_.begin() + below(static_cast<unsigned>(asked_.size()));
    auto [face, asked] = *at;
    if (!one_in(6)) {
      asked_.erase(at);
    }
    if (face == compact_producer) {
      return {face, compact_answer(asked)};
    }
    if (one_in(6)) {
      asked.kind = wire::PacketKind::nack;
      asked.reason = one_in(2) ? wire::NackReason::no_route : wire::NackReason::congestion;
      asked.token.clear();
      return {face, asked};
    }
    const auto interest = wire::Interest::decode(asked.bytes);
    auto name = interest->name;
    if (!name.empty() && name[name.size() - 1].type == wire::component_type::implicit_digest) {
      name = name.prefix(name.size() - 1);
    }
    if (interest->can_be_prefix && one_in(2)) {
      name.append("below" + std::to_string(below(3)));
    }
    const auto data = draw_data(name);
    auto packet = encode(data, memory_);
    digests_.emplace_back(name, memory_.last_data_digest);
    if (digests_.size() > 8) {
      digests_.erase(digests_.begin());
    }
    return {face, packet};
  }

  Packet compact_packet(const wire::CompactPacket& fields) {
    Packet packet{.kind = fields.kind, .format = wire::PacketFormat::compact};
    packet.bytes.resize(2000);
    packet.bytes.resize(wire::encode_compact(fields, wire::PacketFormat::compact, packet.bytes));
    return packet;
  }

  /// An Interest for an object's segment or, seldom, Data that nobody asked for.
  std::pair<unsigned, Packet> draw_compact() {
    std::vector<std::uint8_t> name{'c', '/', static_cast<std::uint8_t>('a' + below(3)), '/', 0, 0, 0};
    name.push_back(static_cast<std::uint8_t>(one_in(3) ? 6 : below(16)));
    const std::vector<std::uint16_t> ends{2, 4, 8};
    const bool is_data = one_in(10);
    const std::vector<std::uint8_t> payload(is_data ? 300 : 0, std::uint8_t{1});
    wire::CompactPacket fields{.kind = is_data ? wire::PacketKind::data : wire::PacketKind::interest,
                               .name = name,
                               .component_ends = ends,
                               .payload = payload};
    if (!is_data) {
      fields.nonce = 1 + below(200);
      fields.lifetime_ms = one_in(2) ? 50 : 2000;
    }
    return {is_data ? compact_producer : compact_consumer, compact_packet(fields)};
  }

  Packet compact_answer(const Packet& asked) {
    wire::PacketView view;
    EXPECT_EQ(wire::parse_compact(asked.bytes, wire::PacketFormat::compact, view), wire::ParseOutcome::ok);
    const std::vector<std::uint8_t> payload(one_in(2) ? 500 : 30, static_cast<std::uint8_t>(below(2)));
    wire::CompactPacket fields{.kind = wire::PacketKind::data,
                               .name = wire::name_bytes(view, asked.bytes.data()),
                               .component_ends = {view.component_end.data(), view.component_count},
                               .payload = payload};
    if (one_in(2)) {
      fields.freshness_s = below(3);
    }
    return compact_packet(fields);
  }

  std::mt19937_64& random_;
  Memory memory_;
  std::deque<std::pair<unsigned, Packet>> asked_;
  std::vector<std::pair<wire::Name, std::array<std::uint8_t, 32>>> digests_;
};

std::string text_of(const std::map<unsigned, std::vector<Packet>>& sent) {
  std::string text;
  for (const auto& [face, packets] : sent) {
    for (const Packet& packet : packets) {
      text += fmt::format("{} < {}\n", face, Router::text_of(packet));
    }
  }
  return text;
}

/// The same traffic through both. The fused loop takes the common packets of a burst first, so who gets the last record
/// of a full table differs, and which Data is the newest: packets come one by one here, in bursts in survive().
void compare(std::uint64_t seed) {
  constexpr std::uint64_t packets_a_burst = 8;
  std::mt19937_64 random(seed);
  const auto setting = draw_setting(random);
  const auto scenario = scenario_of(setting, random);
  Router fused(setting, scenario, {});
  // Of its own, since a router is asked whether it gave all buffers back.
  static PacketPool other_pool("small tables", 4095, 255);
  Router graph(setting, scenario, figure3_engines(), other_pool);
  Traffic traffic(random);
  for (std::uint64_t i = 0; i < bursts() * packets_a_burst; ++i) {
    SCOPED_TRACE(fmt::format("seed {} burst {} {} partitions {} ssd {}", seed, i, setting.strategy,
                             setting.partitions, setting.ssd));
    const auto burst = traffic.draw_burst(1);
    const std::uint64_t wait = traffic.one_in(3) ? traffic.below(60) : 0;
    const auto capacity = traffic.one_in(24) ? std::optional(traffic.below(3) * 8) : std::nullopt;
    for (Router* router : {&fused, &graph}) {
      router->receive(burst);
      router->advance(wait);
      if (capacity) {
        router->set_capacity(*capacity);
        router->set_capacity(scenario.sizes.cs);
      }
    }
    const auto sent = fused.take();
    ASSERT_EQ(text_of(sent), text_of(graph.take()));
    traffic.note_sent(sent);
  }
  for (const char* name : {"satisfied", "unsatisfied", "aggregated", "cs-hits", "pit_full", "pit_share", "cached"}) {
    EXPECT_EQ(fused.counter(name), graph.counter(name)) << name << " seed " << seed;
  }
  for (const char* name : {"ssd-hits", "ssd-reads", "ssd-writes", "ssd-joined"}) {
    EXPECT_TRUE(!setting.ssd || fused.counter(name) == graph.counter(name)) << name << " seed " << seed;
  }
  EXPECT_EQ(fused.finish(), std::nullopt) << "seed " << seed;
  EXPECT_EQ(graph.finish(), std::nullopt) << "seed " << seed;
}

/// Bursts through one engine, Faces that come and go: nothing is left behind.
void survive(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto setting = draw_setting(random);
  const auto scenario = scenario_of(setting, random);
  Router router(setting, scenario, random() % 2 == 0 ? figure3_engines() : forward::EngineFactory{});
  Traffic traffic(random);
  SCOPED_TRACE(fmt::format("seed {}", seed));
  for (std::uint64_t i = 0; i < bursts(); ++i) {
    router.receive(traffic.draw_burst(64));
    traffic.note_sent(router.take());
    router.advance(traffic.one_in(3) ? traffic.below(60) : 0);
    if (traffic.one_in(16)) {
      router.set_face(1 + traffic.below(2), traffic.one_in(2) ? FaceState::down : FaceState::up);
    }
  }
  EXPECT_EQ(router.finish(), std::nullopt);
}

/// First and number.
std::pair<std::uint64_t, std::uint64_t> seeds(std::uint64_t usual) {
  const char* const wanted = std::getenv("AUGUSTUS_SEEDS");
  if (wanted == nullptr) {
    return {1, usual};
  }
  const std::string text = wanted;
  return {std::stoull(text), std::stoull(text.substr(text.find(':') + 1))};
}

template <typename Run>
void run_seeds(std::uint64_t usual, Run&& run) {
  const auto checks = forward::PartitionCheck::checks();
  const auto bursts_before = bursts_received;
  const auto packets_before = packets_received;
  const auto [first, count] = seeds(usual);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    run(seed);
    if (testing::Test::HasFailure()) {
      FAIL() << "seed " << seed;
    }
  }
  fmt::print("{} seeds, {} bursts, {} packets, {} checks of whole partitions\n", count, bursts_received - bursts_before,
             packets_received - packets_before, forward::PartitionCheck::checks() - checks);
}

TEST(SmallTablesTest, Figure3ForwardsAsTheFusedLoop) {
  run_seeds(8, compare);
}

TEST(SmallTablesTest, BurstsOfEverythingLeaveNothingBehind) {
  run_seeds(4, survive);
}

}  // namespace
}  // namespace augustus::scenario
