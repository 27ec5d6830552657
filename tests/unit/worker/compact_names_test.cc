// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "../face/port_frames.hh"
#include "../face/port_ring.hh"
#include "element/figure3.hh"
#include "element/graph_engine.hh"
#include "element/language/parse_graph.hh"
#include "face/face_uri.hh"
#include "face/port/frame_decoder.hh"
#include "patience.hh"
#include "wire/compact_codec.hh"
#include "worker/compact_tables.hh"
#include "worker/router.hh"

namespace augustus::worker::compact_names_test {
namespace {

using face::Bytes;
using face::PortRing;
namespace frames = face::frames;

constexpr std::size_t name_offset = 34 + 11;
constexpr std::size_t hop_limit_offset = 34 + 4;

/// As the 2016 release sends them: Ethernet, IPv4 and its header, for chunk 7 of "a/b/".
Bytes interest_frame(std::uint8_t hop_limit) {
  Bytes frame = frames::hex(
      "ffff ffff ffff 0200 0000 0002 0800 4500 002f 0001 0000 40fd 86cb ef01 0203 0101 0101"
      "0000 001b 0a 0000 001b 0008 612f622f 00000007 0001 0004 0001 0003");
  frame[hop_limit_offset] = hop_limit;
  return frame;
}
Bytes data_frame() {
  return frames::hex(
      "ffff ffff ffff 0200 0000 0003 0800 4500 0036 0001 0000 40fd 86c4 ef01 0203 0101 0101"
      "0001 0022 0a 0000 001b 0008 612f622f 00000007 0001 0004 0001 0003 7061796c6f6164");
}
/// What follows the IPv4 header, which must be right.
Bytes packet_of(const Bytes& frame) {
  face::FrameView view;
  EXPECT_EQ(face::decode_frame(frame, face::ChecksumTrust::none, view), face::PortDrop::none);
  EXPECT_EQ(view.kind, face::FrameKind::compact);
  return Bytes(view.ip.payload.begin(), view.ip.payload.end());
}
Bytes source_of(const Bytes& frame) {
  return frames::part(frame, 26, 4);
}

struct Kind {
  unsigned workers;
  bool graph;
};

/// A router of two ports whose packets keep the names of 2016, with 1 and with 3 workers, and as a graph.
class CompactNamesTest : public testing::TestWithParam<Kind> {
 protected:
  CompactNamesTest() { start(options()); }

  static RouterOptions options() {
    RouterOptions options;
    options.workers = GetParam().workers;
    options.small_packets = 1023;
    options.large_packets = 127;
    options.compact_names = {wire::PacketFormat::compact_2016};
    if (GetParam().graph) {
      const auto plan = element::plan_graph(element::parse_graph(element::figure3, "figure 3"));
      options.engine = [plan] { return std::make_unique<element::GraphEngine>(plan); };
    }
    return options;
  }
  /// In place of the router that is there.
  void start(const RouterOptions& options) {
    router.reset();
    near.emplace();
    far.emplace();
    router = std::make_unique<Router>(options);
    router->start();
    near_face = add_port(*near, 1);
    far_face = add_port(*far, 4);
  }
  /// What memory has goes to the SSD, if there is one.
  void empty_memory() {
    const std::uint64_t capacity = router->cs_status().capacity_packets;
    router->set_cs_capacity(0);
    router->set_cs_capacity(capacity);
    ASSERT_EQ(router->cs_status().packets, 0u);
  }
  /// The Data passes, and stays in the store.
  void exchange() {
    route("/a/b", far_face);
    near->give(interest_frame(10));
    ASSERT_FALSE(next(*far).empty());
    far->give(data_frame());
    ASSERT_FALSE(next(*near).empty());
  }
  bool comes_from_store() {
    near->give(interest_frame(10));
    const Bytes answer = next(*near);
    EXPECT_TRUE(answer.empty() || packet_of(answer) == packet_of(data_frame()));
    return !answer.empty() && nothing_on(*far).empty();
  }
  bool goes_upstream() {
    near->give(interest_frame(10));
    return !next(*far).empty();
  }

  FaceId add_port(const PortRing& ring, std::uint8_t mac) {
    face::PortOptions port;
    port.name = "port" + std::to_string(mac);
    port.device = ring.device;
    port.mac = face::MacAddress{{2, 0, 0, 0, 0, mac}};
    port.header = wire::PacketFormat::compact_2016;
    port.keeps_names = true;
    port.ethernet_multicast = false;
    router->add_port(port);
    return router->faces().list().back().id;
  }
  /// The next frame; empty when none comes.
  static Bytes next(PortRing& ring) {
    Bytes frame;
    test::becomes([&] {
      frame = ring.take();
      return !frame.empty();
    });
    return frame;
  }
  /// What comes soon, where nothing should.
  static Bytes nothing_on(PortRing& ring) {
    usleep(100'000);
    return ring.take();
  }
  /// Whether something comes to be dropped for this reason.
  bool becomes_dropped(const std::string& reason) {
    return test::becomes([&] { return dropped(reason) > 0; });
  }
  std::uint64_t dropped(const std::string& reason) {
    for (const auto& [name, count] : router->status().drops) {
      if (name == reason) {
        return count;
      }
    }
    return 0;
  }
  void route(const char* prefix, FaceId face) {
    ASSERT_EQ(router->set_next_hops(wire::Name::literal(prefix), {{face, 0}}), table::FibOutcome::ok);
  }

  std::optional<PortRing> near, far;
  std::unique_ptr<Router> router;
  FaceId near_face, far_face;
};

TEST_P(CompactNamesTest, PacketsPassAsTheyAre) {
  route("/a/b", far_face);
  near->give(interest_frame(10));
  const Bytes asked = next(*far);
  ASSERT_FALSE(asked.empty());
  Bytes expected = packet_of(interest_frame(10));
  expected[4] = 9;
  EXPECT_EQ(packet_of(asked), expected);
  EXPECT_EQ(source_of(asked), source_of(interest_frame(10))) << "what RSS spreads by";
  EXPECT_EQ(frames::part(asked, 6, 6), frames::hex("0200 0000 0004"));

  far->give(data_frame());
  const Bytes answer = next(*near);
  ASSERT_FALSE(answer.empty());
  EXPECT_EQ(packet_of(answer), packet_of(data_frame()));

  near->give(interest_frame(10));
  const Bytes stored = next(*near);
  ASSERT_FALSE(stored.empty()) << "from the content store";
  EXPECT_EQ(packet_of(stored), packet_of(data_frame()));
  EXPECT_TRUE(nothing_on(*far).empty());
}

TEST_P(CompactNamesTest, TheLongestPrefixOfThePlainNameDecides) {
  route("/a", near_face);
  route("/a/b", far_face);
  near->give(interest_frame(10));
  EXPECT_FALSE(next(*far).empty());
}

TEST_P(CompactNamesTest, ARouteToAnotherKindOfFaceIsNone) {
  route("/a/b", face_id_management);
  near->give(interest_frame(10));
  EXPECT_TRUE(becomes_dropped("no_route"));
  EXPECT_TRUE(nothing_on(*far).empty());
  EXPECT_EQ(dropped("no_route"), 1u);
}

TEST_P(CompactNamesTest, ARemovedRouteIsGone) {
  route("/a/b", far_face);
  ASSERT_EQ(router->set_next_hops(wire::Name::literal("/a/b"), {}), table::FibOutcome::ok);
  near->give(interest_frame(10));
  EXPECT_TRUE(becomes_dropped("no_route"));
  EXPECT_TRUE(nothing_on(*far).empty());
  EXPECT_EQ(dropped("no_route"), 1u);
}

TEST_P(CompactNamesTest, TheHopLimitEndsALoop) {
  route("/a/b", far_face);
  near->give(interest_frame(1));
  EXPECT_TRUE(becomes_dropped("hop_limit_exceeded"));
  EXPECT_TRUE(nothing_on(*far).empty());
  EXPECT_EQ(dropped("hop_limit_exceeded"), 1u);
}

TEST_P(CompactNamesTest, AnInterestThatCameRoundIsNotSentAgain) {
  route("/a/b", far_face);
  near->give(interest_frame(10));
  ASSERT_FALSE(next(*far).empty());
  far->give(interest_frame(8));
  EXPECT_TRUE(nothing_on(*far).empty());
  EXPECT_TRUE(nothing_on(*near).empty());
}

TEST_P(CompactNamesTest, OptionsOfIpStayBehind) {
  route("/a/b", far_face);
  Bytes frame = frames::hex(
      "ffff ffff ffff 0200 0000 0002 0800 4600 0033 0001 0000 40fd 0000 ef01 0203 0101 0101 0101 0100");
  const Bytes packet = packet_of(interest_frame(10));
  frame.insert(frame.end(), packet.begin(), packet.end());
  std::uint32_t sum = 0;
  for (unsigned i = 14; i < 38; i += 2) {
    sum += static_cast<std::uint32_t>(frame[i] << 8 | frame[i + 1]);
  }
  sum = ~((sum & 0xffff) + (sum >> 16));
  frame[24] = static_cast<std::uint8_t>(sum >> 8);
  frame[25] = static_cast<std::uint8_t>(sum);
  near->give(frame);
  const Bytes asked = next(*far);
  ASSERT_FALSE(asked.empty());
  EXPECT_EQ(frames::part(asked, name_offset, 4), frames::hex("612f622f"));
}

TEST_P(CompactNamesTest, WhatIsNoPacketIsCounted) {
  route("/a/b", far_face);
  Bytes frame = interest_frame(10);
  frame[name_offset + 8 + 5] = 0xff;  // an offset far outside of the name
  near->give(frame);
  near->give(interest_frame(10));
  EXPECT_FALSE(next(*far).empty());
  EXPECT_TRUE(nothing_on(*far).empty());
  EXPECT_EQ(router->faces().total(near_face, &face::FaceCounters::in_malformed), 1u);
}

TEST_P(CompactNamesTest, ErasingReachesPlainNames) {
  exchange();
  EXPECT_EQ(router->erase_cs(wire::Name::literal("/a/bc"), 10), std::pair(std::uint64_t{0}, false));
  EXPECT_EQ(router->erase_cs(wire::Name::literal("/a/b/seg=8"), 10), std::pair(std::uint64_t{0}, false));
  EXPECT_TRUE(comes_from_store());
  EXPECT_EQ(router->erase_cs(wire::Name::literal("/a/b"), 10), std::pair(std::uint64_t{1}, false));
  EXPECT_TRUE(goes_upstream());
}

TEST_P(CompactNamesTest, OneNameMayBeErased) {
  exchange();
  EXPECT_EQ(router->erase_cs(wire::Name::literal("/a/b/seg=7"), 10), std::pair(std::uint64_t{1}, false));
  EXPECT_TRUE(goes_upstream());
}

TEST_P(CompactNamesTest, EverythingIsBelowTheEmptyPrefix) {
  exchange();
  EXPECT_EQ(router->erase_cs(wire::Name(), 10), std::pair(std::uint64_t{1}, false));
  EXPECT_TRUE(goes_upstream());
}

/// The same with an SSD behind memory.
class CompactNamesOnSsdTest : public CompactNamesTest {
 protected:
  CompactNamesOnSsdTest()
      : path_(std::string(std::getenv("AUGUSTUS_TEST_FOLDER") != nullptr ? std::getenv("AUGUSTUS_TEST_FOLDER")
                                                                         : "/var/tmp") +
              "/augustus-compact-" + std::to_string(getpid())) {
    start(with_ssd());
  }
  ~CompactNamesOnSsdTest() override {
    router.reset();
    std::filesystem::remove(path_);
  }
  RouterOptions with_ssd() const {
    RouterOptions made = options();
    made.partitions = 4;
    made.ssds.push_back({path_, 16u << 20});
    made.store.has_ssd = true;
    made.store.frame_bytes = store::frame_bytes_for_batch(made.batch);
    made.store.capacity_bytes = 16u << 20;
    made.store.ssd.registered = false;
    return made;
  }

  std::string path_;
};

TEST_P(CompactNamesOnSsdTest, DataGoesThereAndComesBack) {
  exchange();
  empty_memory();
  EXPECT_TRUE(comes_from_store());
  EXPECT_EQ(router->cs_status().ssd->hits, 1u);
  EXPECT_TRUE(comes_from_store()) << "from memory now";
  EXPECT_EQ(router->cs_status().ssd->hits, 1u);
}

TEST_P(CompactNamesOnSsdTest, DataOutlivesTheRouter) {
  exchange();
  router->stop();
  start(with_ssd());
  EXPECT_EQ(router->cs_status().ssd->packets, 1u);
  EXPECT_TRUE(comes_from_store());
  EXPECT_EQ(router->cs_status().ssd->hits, 1u);
}

TEST_P(CompactNamesOnSsdTest, ErasedDataDoesNotComeBack) {
  exchange();
  empty_memory();
  router->erase_cs(wire::Name::literal("/a/bc"), 10);
  EXPECT_TRUE(comes_from_store());
  empty_memory();
  router->erase_cs(wire::Name::literal("/a"), 10);
  route("/a/b", far_face);
  EXPECT_TRUE(goes_upstream());
  router->stop();
  start(with_ssd());
  route("/a/b", far_face);
  EXPECT_TRUE(goes_upstream()) << "nor after a restart";
}

TEST(CompactTables, AStrategyHoldsForTheNamesOfEachFormat) {
  const HashKey key = HashKey::random();
  Quiescence quiescence(1);
  const std::array<int, 1> nodes{any_node};
  CompactTables tables({wire::PacketFormat::compact, wire::PacketFormat::compact_2016}, {.prefixes_max = 64},
                       nodes, 64, key, quiescence, 1);
  const Bytes packet = packet_of(interest_frame(10));
  wire::PacketView view;
  ASSERT_EQ(wire::parse_compact(packet, wire::PacketFormat::compact_2016, view), wire::ParseOutcome::ok);
  wire::hash_name(KeyedHash(key), packet.data(), view);
  const auto strategy = [&] { return tables.strategies().find_longest(view, packet.data()); };
  EXPECT_EQ(strategy(), 1);
  EXPECT_TRUE(tables.set_strategy(wire::Name::literal("/a"), 3));
  EXPECT_TRUE(tables.set_strategy(wire::Name::literal("/a/c"), 4));
  EXPECT_EQ(strategy(), 3);
  tables.unset_strategy(wire::Name::literal("/a"));
  EXPECT_EQ(strategy(), 1);
  EXPECT_TRUE(tables.set_strategy(wire::Name(), 5));
  EXPECT_EQ(strategy(), 5);
}

const auto kinds = testing::Values(Kind{1, false}, Kind{3, false}, Kind{1, true}, Kind{3, true});

std::string name_of_kind(const testing::TestParamInfo<Kind>& tested) {
  return (tested.param.graph ? "graph_" : "loop_") + std::to_string(tested.param.workers);
}

INSTANTIATE_TEST_SUITE_P(Workers, CompactNamesTest, kinds, name_of_kind);
INSTANTIATE_TEST_SUITE_P(Workers, CompactNamesOnSsdTest, kinds, name_of_kind);

}  // namespace
}  // namespace augustus::worker::compact_names_test
