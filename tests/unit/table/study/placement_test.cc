// SPDX-License-Identifier: Apache-2.0
// What each placement costs and keeps up, found by running traffic through real tables.
#include "table/study/placement/placement_study.hh"

#include <gtest/gtest.h>

#include "table/study/cbf.hh"
#include "table/study/enpt.hh"
#include "table/study/placement/simulated_cards.hh"
#include "table/study/placement/threaded_cards.hh"

namespace augustus::table::study::placement_test {
namespace {

using Table = ParallelDht<>;

constexpr std::uint32_t names = 400;

CardOptions options_of(Placement placement, CardNumber cards) {
  return {.placement = placement,
          .cards = cards,
          .sizes = {.entries_max = 256, .name_bytes_max = 8, .extra_faces_max = 512}};
}

PlacementProperties properties(Placement placement) {
  return properties_of<SimulatedCards<Table>>(options_of(placement, 8), names);
}

PlacementResult simulate(Placement placement, CardNumber cards, Paths paths, const PlacementLoad& load) {
  CardOptions options = options_of(placement, cards);
  options.paths = paths;
  return PlacementStudy<SimulatedCards<Table>>(options, load).run();
}

TEST(Placement, InputOnlyKeepsMultipathAlone) {
  const PlacementProperties kept = properties(Placement::input_only);
  EXPECT_FALSE(kept.aggregation);
  EXPECT_FALSE(kept.loop_detection);
  EXPECT_TRUE(kept.multipath);
}

TEST(Placement, OutputOnlyKeepsNoneWithSeveralPaths) {
  const PlacementProperties kept = properties(Placement::output_only);
  EXPECT_FALSE(kept.aggregation);
  EXPECT_FALSE(kept.loop_detection);
  EXPECT_FALSE(kept.multipath);
}

TEST(Placement, InputOutputKeepsMultipathAlone) {
  const PlacementProperties kept = properties(Placement::input_output);
  EXPECT_FALSE(kept.aggregation);
  EXPECT_FALSE(kept.loop_detection);
  EXPECT_TRUE(kept.multipath);
}

TEST(Placement, ThirdPartyKeepsAll) {
  const PlacementProperties kept = properties(Placement::third_party);
  EXPECT_TRUE(kept.aggregation);
  EXPECT_TRUE(kept.loop_detection);
  EXPECT_TRUE(kept.multipath);
}

TEST(Placement, OutputOnlyAggregatesAndSeesLoopsWithOnePath) {
  const PlacementResult two =
      simulate(Placement::output_only, 8, Paths::single, {.names = names, .requesters = 2});
  EXPECT_EQ(two.sent, names);
  EXPECT_EQ(two.unserved, 0u);
  const PlacementResult looped =
      simulate(Placement::output_only, 8, Paths::single, {.names = names, .loops = true});
  EXPECT_EQ(looped.counts.loops, looped.looped);
}

TEST(Placement, OutputOnlySendsDataTwiceWhenInterestsGoTwoWays) {
  const PlacementResult result = simulate(Placement::output_only, 8, Paths::replicate, {.names = names});
  EXPECT_EQ(result.duplicates, names);
}

TEST(Placement, EveryRequestIsServedOnce) {
  for (const Placement placement : placements) {
    for (const CardNumber cards : {1u, 2u, 7u, 64u}) {
      for (const Paths paths : {Paths::single, Paths::split}) {
        const PlacementResult result =
            simulate(placement, cards, paths, {.names = names, .requesters = cards > 1 ? 2u : 1u});
        EXPECT_EQ(result.unserved + result.wasted + result.counts.refused, 0u) << to_string(placement);
        // Where aggregation fails, the Data for the second Interest may serve again who had it.
        EXPECT_TRUE(result.duplicates == 0 || result.sent > names) << to_string(placement) << cards;
      }
    }
  }
}

TEST(Placement, LookupsOfAPacketAreThePapers) {
  for (const CardNumber cards : {1u, 10u, 100u}) {
    const auto lookups = [&](Placement placement) {
      return simulate(placement, cards, Paths::single, {.names = names}).lookups_per_packet();
    };
    EXPECT_DOUBLE_EQ(lookups(Placement::input_only), (1.0 + cards) / 2);
    EXPECT_DOUBLE_EQ(lookups(Placement::output_only), 1);
    EXPECT_DOUBLE_EQ(lookups(Placement::input_output), 2);
    EXPECT_DOUBLE_EQ(lookups(Placement::third_party), 1);
  }
}

TEST(Placement, ThirdPartyTakesAboutOneSwitchingOperationMore) {
  const auto transfers = [](Placement placement) {
    return simulate(placement, 100, Paths::single, {.names = names}).transfers_per_packet();
  };
  EXPECT_NEAR(transfers(Placement::output_only), 1, 0.05);
  EXPECT_NEAR(transfers(Placement::input_output), 1, 0.05);
  EXPECT_NEAR(transfers(Placement::third_party), 2, 0.1);
  EXPECT_NEAR(transfers(Placement::input_only), (1 + 99) / 2.0, 0.1);
}

TEST(Placement, FilterOnInputCardsSendsDataWhereNobodyAsked) {
  CardOptions options = options_of(Placement::input_only, 64);
  const PlacementResult result =
      PlacementStudy<SimulatedCards<Cbf<>>>(options, {.names = 20'000, .requesters = 4}).run();
  EXPECT_EQ(result.counts.refused, 0u);
  EXPECT_LT(static_cast<double>(result.wasted), 0.001 * 64 * 20'000);
}

TEST(Placement, ThreadsComeToTheSameAsTheSimulation) {
  for (const Placement placement : placements) {
    for (const PlacementLoad& load :
         {PlacementLoad{.names = names}, PlacementLoad{.names = names, .requesters = 2},
          PlacementLoad{.names = names, .loops = true}}) {
      CardOptions options = options_of(placement, 3);
      options.paths = Paths::single;
      const PlacementResult simulated = PlacementStudy<SimulatedCards<Table>>(options, load).run();
      const PlacementResult threaded = PlacementStudy<ThreadedCards<Table>>(options, load).run();
      EXPECT_EQ(threaded.sent, simulated.sent) << to_string(placement);
      EXPECT_EQ(threaded.counts.pit_lookups, simulated.counts.pit_lookups) << to_string(placement);
      EXPECT_EQ(threaded.counts.loops, simulated.counts.loops) << to_string(placement);
      EXPECT_EQ(threaded.duplicates, simulated.duplicates) << to_string(placement);
      EXPECT_EQ(threaded.unserved, 0u) << to_string(placement);
    }
  }
}

}  // namespace
}  // namespace augustus::table::study::placement_test
