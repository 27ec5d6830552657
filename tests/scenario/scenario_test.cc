// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "scenario/cases.hh"
#include "scenario/graph_engines.hh"
#include "scenario/packet_pool_fixture.hh"
#include "scenario/parser.hh"
#include "scenario/partitions_driver.hh"
#include "scenario/runner.hh"
#include "wire/dispatch_hash.hh"

namespace augustus::scenario {
namespace {

class ScenarioTest : public testing::TestWithParam<Case> {
 protected:
  void run(std::uint32_t batch, const forward::EngineFactory& engine = {},
           table::PitStructure structure = table::PitStructure::name_table) {
    const auto scenario = read_scenario(GetParam().path);
    PartitionsDriver driver(scenario, GetParam().workers, batch, packet_pool(), engine, structure);
    for (const auto& failure : run_scenario(scenario, driver)) {
      ADD_FAILURE() << failure;
    }
  }
};

TEST_P(ScenarioTest, Holds) {
  constexpr std::uint32_t batch = 8;
  run(batch);
}

INSTANTIATE_TEST_SUITE_P(Cases, ScenarioTest, testing::ValuesIn(all_cases()), case_name);

/// All segments of a content share a partition.
class ContentHashingScenarioTest : public ScenarioTest {};

TEST_P(ContentHashingScenarioTest, Holds) {
  run(wire::batch_whole_content);
}

INSTANTIATE_TEST_SUITE_P(Cases, ContentHashingScenarioTest, testing::ValuesIn(cases_on(3)), case_name);

/// Partitions that are graphs: figure 3's, which forwards as the fused loop does.
class GraphScenarioTest : public ScenarioTest {};

TEST_P(GraphScenarioTest, Holds) {
  constexpr std::uint32_t batch = 8;
  run(batch, figure3_engines());
}

INSTANTIATE_TEST_SUITE_P(Cases, GraphScenarioTest, testing::ValuesIn(all_cases()), case_name);

/// The PIT study's structures in the place of the name table's own.
class StructureScenarioTest : public ScenarioTest {};

TEST_P(StructureScenarioTest, Holds) {
  constexpr std::uint32_t batch = 8;
  for (const auto structure : table::pit_structures) {
    if (structure != table::PitStructure::name_table) {
      SCOPED_TRACE(to_string(structure));
      run(batch, {}, structure);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, StructureScenarioTest, testing::ValuesIn(all_cases()), case_name);

}  // namespace
}  // namespace augustus::scenario
