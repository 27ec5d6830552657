// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "element/element_types.hh"
#include "element/figure3.hh"
#include "element/graph_engine.hh"
#include "element/language/graph_error.hh"
#include "element/language/parse_graph.hh"
#include "scenario/cases.hh"
#include "scenario/packet_codec.hh"
#include "scenario/packet_pool_fixture.hh"
#include "scenario/parser.hh"
#include "scenario/partitions_driver.hh"
#include "scenario/runner.hh"
#include "source_root.hh"

namespace augustus::scenario {
namespace {

using element::GraphEngine;

/// Where the bytes of the packets were that passed, by label.
std::map<std::string, std::set<const void*>> witnessed;

/// Notes the place of each packet's bytes, and whether something beside the bytes came along.
class Witness final : public element::Element {
 public:
  explicit Witness(const element::Arguments& arguments) : label_(arguments.text(0)) {}

  void push(unsigned, element::Batch batch, element::Outputs& out) {
    for (const element::Packet packet : batch) {
      witnessed[label_].insert(rte_pktmbuf_mtod(packet.buffer(), const void*));
    }
    out.pass(0, batch);
  }

 private:
  std::string label_;
};

const element::ElementType witness_type =
    element::element_type<Witness>({.name = "Witness",
                                    .inputs_min = 1,
                                    .inputs_max = 1,
                                    .outputs_min = 1,
                                    .outputs_max = 1,
                                    .arguments_min = 1,
                                    .arguments_max = 1,
                                    .purpose = "Notes where bytes are"});
const element::AddElementType added_witness(witness_type);

/// Figure 3 with elements put into its edges: what stands for `edge` is what it is replaced by.
std::string figure3_with(std::map<std::string, std::string> edges) {
  std::string text(element::figure3);
  for (const auto& [edge, replacement] : edges) {
    const auto at = text.find(edge);
    if (at == std::string::npos) {
      throw std::invalid_argument("figure 3 has no " + edge);
    }
    text.replace(at, edge.size(), replacement);
  }
  return text;
}

/// One partition that is a graph; consumers on Faces 1 and 2, the producer of /a on Face 3.
class Router {
 public:
  explicit Router(const std::string& text) : driver_(scenario_, 1, 8, packet_pool(), engines(text)) {
    for (unsigned face = 1; face <= 4; ++face) {
      driver_.add_face({.face = face});
    }
    driver_.set_route({wire::Name::literal("/a"), {{3, 10}}});
  }

  void interest(unsigned face, const std::string& name) {
    send({.face = face, .kind = wire::PacketKind::interest, .name = wire::Name::literal(name)});
  }
  void data(unsigned face, const std::string& name) {
    send({.face = face, .kind = wire::PacketKind::data, .name = wire::Name::literal(name)});
  }
  unsigned sent(unsigned face) {
    unsigned count = 0;
    while (driver_.take(face)) {
      ++count;
    }
    return count;
  }
  void advance(std::uint64_t milliseconds) { driver_.advance(milliseconds); }
  std::uint64_t counter(const std::string& name) { return driver_.counter(name); }
  /// Under a reason of the graph's own.
  std::uint64_t dropped(const std::string& reason) {
    for (const auto& [name, count] : engine_->drops()) {
      if (name == reason) {
        return count;
      }
    }
    return 0;
  }
  /// Something that is no packet comes in.
  void malformed(unsigned face) { driver_.send({{face, {.bytes = {0x05, 0xff, 0x01}}}}); }

  void change(const std::string& text) { driver_.change_engines(engines(text)); }

  std::uint64_t read(const std::string& name, const std::string& handler) {
    std::uint64_t value = 0;
    with(name, handler, [&](const element::Handler& found) { value = found.read(); });
    return value;
  }
  void write(const std::string& name, const std::string& handler, const std::string& value) {
    with(name, handler, [&](const element::Handler& found) { found.write(value); });
  }
  std::optional<std::string> finish() { return driver_.finish(); }

 private:
  forward::EngineFactory engines(const std::string& text) {
    packet_pool();  // and with it EAL
    const auto plan = element::plan_graph(element::parse_graph(text, "graph"));
    return [this, plan] {
      auto engine = std::make_unique<GraphEngine>(plan);
      if (engine_ != nullptr) {
        engine->take_over(*engine_);
      }
      engine_ = engine.get();
      return engine;
    };
  }

  void send(PacketSpec spec) {
    if (spec.kind == wire::PacketKind::interest) {
      spec.nonce_kind = PacketSpec::Nonce::number;
      spec.nonce = ++nonce_;
    }
    driver_.send({{spec.face, encode(spec, memory_)}});
  }

  template <typename Use>
  void with(const std::string& name, const std::string& handler, Use&& use) {
    const auto& elements = engine_->plan().description().elements;
    const auto at = std::ranges::find(elements, name, &element::ElementDeclaration::name);
    ASSERT_NE(at, elements.end()) << name;
    for (const auto& one : engine_->element(static_cast<std::size_t>(at - elements.begin()))->handlers()) {
      if (one.name == handler) {
        use(one);
        return;
      }
    }
    FAIL() << name << " has no handler " << handler;
  }

  Scenario scenario_{.name = "graph", .sizes = {}};
  GraphEngine* engine_ = nullptr;
  PartitionsDriver driver_;
  Memory memory_;
  std::uint32_t nonce_ = 0;
};

const std::map<std::string, std::string> witness_everywhere = {
    {"FromFace -> in -> check;", "FromFace -> Witness(in) -> in -> Witness(sorted) -> check;"},
    {"check [0] -> [0] cs;", "check [0] -> Witness(interest) -> [0] cs;"},
    {"check [1] -> [1] pit;", "check [1] -> Witness(data) -> [1] pit;"},
    {"cs [0] -> [0] pit;", "cs [0] -> Witness(miss) -> [0] pit;"},
    {"pit [0] -> fib;", "pit [0] -> Witness(pending) -> fib;"},
    {"pit [1] -> [1] cs;", "pit [1] -> Witness(store) -> [1] cs;"},
    {"pit [2] -> out;", "pit [2] -> Witness(satisfied) -> out;"},
    {"fib -> out -> ToFace;", "fib -> Witness(routed) -> out -> Witness(out) -> ToFace;"},
};

TEST(Graph, APacketIsInOnePlaceFromFirstToLast) {
  witnessed.clear();
  Router router(figure3_with(witness_everywhere));
  router.interest(1, "/a/b");
  for (const auto* edge : {"sorted", "interest", "miss", "pending", "routed", "out"}) {
    EXPECT_EQ(witnessed[edge], witnessed["in"]) << edge;
    EXPECT_EQ(witnessed[edge].size(), 1u) << edge;
  }
  EXPECT_EQ(router.sent(3), 1u);

  // One Data for two who ask: still the same bytes, sent twice.
  router.interest(2, "/a/b");
  witnessed.clear();
  router.data(3, "/a/b");
  for (const auto* edge : {"sorted", "data", "store", "satisfied", "out"}) {
    EXPECT_EQ(witnessed[edge], witnessed["in"]) << edge;
  }
  EXPECT_EQ(router.sent(1), 1u);
  EXPECT_EQ(router.sent(2), 1u);
  EXPECT_EQ(router.finish(), std::nullopt);
}

TEST(Graph, TheFileThatIsInstalledIsFigure3) {
  std::ifstream file(AUGUSTUS_SOURCE_ROOT "/etc/figure3.click");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), element::figure3);
}

TEST(Graph, ACounterCounts) {
  Router router(figure3_with({{"cs [0] -> [0] pit;", "cs [0] -> misses :: Counter -> [0] pit;"}}));
  router.interest(1, "/a/b");
  router.data(3, "/a/b");
  router.interest(1, "/a/b");
  router.interest(1, "/a/c");
  EXPECT_EQ(router.read("misses", "count"), 2u);
  EXPECT_GT(router.read("misses", "byte_count"), 20u);
  router.write("misses", "reset", "");
  EXPECT_EQ(router.read("misses", "count"), 0u);
}

TEST(Graph, WhatElementsDropIsCounted) {
  Router router(figure3_with({{"check [0] -> [0] cs;",
                               "check [0] -> k :: NameClassifier(/a, /a/secret, -); k [0] -> [0] cs; "
                               "k [1] -> d :: Drop(secret); k [2] -> [0] cs;"}}));
  router.interest(1, "/a/b");
  router.interest(1, "/a/secret/b");
  router.interest(1, "/a/secrets");
  EXPECT_EQ(router.sent(3), 2u);
  EXPECT_EQ(router.read("d", "count"), 1u);
  EXPECT_EQ(router.dropped("secret"), 1u);
  EXPECT_EQ(router.counter("by_element"), 0u);
  EXPECT_EQ(router.finish(), std::nullopt);
}

TEST(Graph, ADropWithoutAReasonIsByAnElement) {
  Router router(figure3_with({{"check [0] -> [0] cs;",
                               "check [0] -> k :: NameClassifier(/a, -); k [0] -> Drop; k [1] -> [0] cs;"}}));
  router.interest(1, "/a/b");
  EXPECT_EQ(router.counter("by_element"), 1u);
}

TEST(Graph, WhatWasDroppedStaysCountedWhenItsElementIsGone) {
  const auto with_drop = figure3_with({{"check [0] -> [0] cs;",
                                        "check [0] -> k :: NameClassifier(/a, -); k [0] -> d :: Drop(mine); "
                                        "k [1] -> [0] cs;"}});
  Router router(with_drop);
  router.interest(1, "/a/b");
  router.change(with_drop);
  router.interest(1, "/a/c");
  EXPECT_EQ(router.dropped("mine"), 2u);
  router.change(std::string(element::figure3));
  EXPECT_EQ(router.dropped("mine"), 2u);
  router.change(with_drop);
  router.interest(1, "/a/d");
  EXPECT_EQ(router.dropped("mine"), 3u);
}

TEST(Graph, WhatCannotBeUsedIsAStray) {
  Router router(figure3_with(
      {{"check [0] -> [0] cs;", "check [0] -> k :: NameClassifier(/a, -); k [0] -> out; k [1] -> [0] cs;"}}));
  router.interest(1, "/a/b");
  EXPECT_EQ(router.dropped("stray"), 1u);
  EXPECT_EQ(router.counter("by_element"), 0u);
  EXPECT_EQ(router.finish(), std::nullopt);
}

TEST(Graph, WhatIsNeitherInterestNorDataTakesTheThirdOutput) {
  Router router(figure3_with(
      {{"check [1] -> [1] pit;", "check [1] -> [1] pit; check [2] -> c :: Counter -> Drop(malformed);"}}));
  router.malformed(1);
  router.interest(1, "/a/b");
  EXPECT_EQ(router.sent(3), 1u);
  EXPECT_EQ(router.read("c", "count"), 1u);
  EXPECT_EQ(router.dropped("malformed"), 1u);
  EXPECT_EQ(router.finish(), std::nullopt);
}

TEST(Graph, WhatIsMalformedGoesNoFurtherThanTheChecks) {
  Router router(figure3_with({{"check [1] -> [1] pit;", "check [1] -> [1] pit; check [2] -> [1] pit;"}}));
  router.malformed(1);
  EXPECT_EQ(router.dropped("stray"), 1u);
  EXPECT_EQ(router.finish(), std::nullopt);
}

TEST(Graph, ARateLimiterLetsABurstThroughAndThenARate) {
  Router router(figure3_with({{"check [0] -> [0] cs;", "check [0] -> r :: RateLimiter(10, 3) -> [0] cs;"}}));
  auto ask = [&, number = 0]() mutable {
    for (int i = 0; i < 5; ++i) {
      router.interest(1, "/a/" + std::to_string(number++));
    }
    return router.sent(3);
  };
  EXPECT_EQ(ask(), 3u);
  EXPECT_EQ(ask(), 0u);
  router.advance(100);
  EXPECT_EQ(ask(), 1u);
  router.write("r", "rate", "20");
  router.advance(100);
  EXPECT_EQ(ask(), 2u);
  EXPECT_EQ(router.read("r", "over"), 14u);
  EXPECT_THROW(router.write("r", "rate", "fast"), std::invalid_argument);
}

TEST(Graph, ASamplerTakesAllOrNothing) {
  Router router(figure3_with({{"check [0] -> [0] cs;", "check [0] -> s :: Sampler(1) -> [0] cs;"}}));
  router.interest(1, "/a/1");
  EXPECT_EQ(router.sent(3), 1u);
  router.write("s", "probability", "0");
  router.interest(1, "/a/2");
  EXPECT_EQ(router.sent(3), 0u);
  EXPECT_EQ(router.read("s", "sampled"), 1u);
}

TEST(Graph, ATeeSendsWhatComesInToAnotherFace) {
  Router router(
      figure3_with({{"FromFace -> in", "FromFace -> mirror :: Tee -> in; mirror [1] -> ToFace(260); in"}}));
  const auto other = router.sent(4);  // Face 4 is 260
  router.interest(1, "/a/b");
  router.data(3, "/a/b");
  EXPECT_EQ(other, 0u);
  EXPECT_EQ(router.sent(4), 2u);
  EXPECT_EQ(router.sent(1), 1u);
  EXPECT_EQ(router.finish(), std::nullopt);
}

TEST(Graph, PacketsOfOtherFacesGoAnotherWay) {
  Router router(
      figure3_with({{"FromFace -> in", "FromFace(257) -> c :: Counter -> d :: Drop; FromFace -> in"}}));
  router.interest(1, "/a/b");
  EXPECT_EQ(router.sent(3), 0u);
  router.interest(2, "/a/b");
  EXPECT_EQ(router.sent(3), 1u);
  EXPECT_EQ(router.read("c", "count"), 1u);
}

TEST(Graph, AUsersOwnElementIsOneFile) {
  Router router(figure3_with({{"check [0] -> [0] cs;", "check [0] -> l :: LongNames(3) -> [0] cs;"}}));
  router.interest(1, "/a/b/c");
  router.interest(1, "/a/b/c/d");
  EXPECT_EQ(router.sent(3), 1u);
  EXPECT_EQ(router.read("l", "count"), 1u);
  router.write("l", "most", "4");
  router.interest(1, "/a/b/c/e");
  EXPECT_EQ(router.sent(3), 1u);
}

TEST(Graph, AnElementComesAndGoesWhileInterestsArePending) {
  Router router{std::string(element::figure3)};
  router.interest(1, "/a/b");
  const auto with_counter = figure3_with({{"pit [2] -> out;", "pit [2] -> c :: Counter -> out;"}});
  router.change(with_counter);
  router.data(3, "/a/b");
  EXPECT_EQ(router.sent(1), 1u);
  EXPECT_EQ(router.read("c", "count"), 1u);
  router.change(with_counter);
  EXPECT_EQ(router.read("c", "count"), 1u);
  router.change(std::string(element::figure3));
  router.interest(2, "/a/b");  // from the content store, which outlives the graphs
  EXPECT_EQ(router.sent(2), 1u);
  EXPECT_EQ(router.finish(), std::nullopt);
}

TEST(Graph, WhatCannotBeMadeIsRefusedWithItsPlace) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      element::check_elements(element::parse_graph(text, "f"));
    } catch (const element::GraphError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal("FromFace -> RateLimiter(many) -> ToFace"),
            "f:1:13: RateLimiter: expected a whole number from 0 to 1000000000, not 'many'");
  EXPECT_EQ(refusal("FromFace -> NameClassifier(/sha256digest=00) -> ToFace"),
            "f:1:13: NameClassifier: expected a name such as /a/b, or -, not '/sha256digest=00'");
  EXPECT_EQ(refusal("FromFace -> Drop(because of this)"),
            "f:1:13: Drop: expected a reason of at most 40 letters, digits, _ and -, not 'because of this'");
  std::string many = "FromFace -> k :: Tee;";
  for (int i = 0; i < 65; ++i) {
    many += "\nk [" + std::to_string(i) + "] -> Drop(reason" + std::to_string(i) + ");";
  }
  EXPECT_EQ(refusal(many), "f:66:11: a graph has 64 reasons to drop packets at most");
  EXPECT_EQ(refusal("t :: NameTable; u :: NameTable; FromFace -> ToFace"),
            "f:1:17: a router has one NameTable, which is t already");
}

/// What elements between the stages may do to a burst: counted, doubled and cut into walks, its packets go
/// the same ways.
class GraphBetweenScenarioTest : public testing::TestWithParam<Case> {};

TEST_P(GraphBetweenScenarioTest, Holds) {
  const auto scenario = read_scenario(GetParam().path);
  packet_pool();
  const auto plan = element::plan_graph(element::parse_graph(
      figure3_with(
          {{"FromFace -> in", "FromFace -> Queue -> Unqueue -> in"},
           {"check [0] -> [0] cs;", "check [0] -> Counter -> [0] cs;"},
           {"check [1] -> [1] pit;", "check [1] -> Counter -> t1 :: Tee -> [1] pit; t1 [1] -> Drop;"},
           {"cs [0] -> [0] pit;", "cs [0] -> Counter -> t2 :: Tee -> [0] pit; t2 [1] -> Drop;"},
           {"pit [0] -> fib;", "pit [0] -> Counter -> fib;"},
           {"pit [1] -> [1] cs;", "pit [1] -> Counter -> Tee -> [1] cs;"},
           {"fib -> out -> ToFace;",
            "fib -> Counter -> out -> Counter -> t3 :: Tee -> ToFace; t3 [1] -> Drop;"}}),
      "between"));
  PartitionsDriver driver(scenario, GetParam().workers, 8, packet_pool(),
                          [plan] { return std::make_unique<GraphEngine>(plan); });
  for (const auto& failure : run_scenario(scenario, driver)) {
    ADD_FAILURE() << failure;
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, GraphBetweenScenarioTest, testing::ValuesIn(all_cases()), case_name);

}  // namespace
}  // namespace augustus::scenario
