// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "scenario/cases.hh"
#include "scenario/packet_pool_fixture.hh"
#include "scenario/parser.hh"
#include "scenario/partitions_driver.hh"
#include "scenario/runner.hh"

namespace augustus::scenario {
namespace {

class ScenarioTest : public testing::TestWithParam<Case> {};

TEST_P(ScenarioTest, Holds) {
  const auto scenario = read_scenario(GetParam().path);
  PartitionsDriver driver(scenario, GetParam().workers, packet_pool());
  for (const auto& failure : run_scenario(scenario, driver)) {
    ADD_FAILURE() << failure;
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, ScenarioTest, testing::ValuesIn(all_cases()), case_name);

}  // namespace
}  // namespace augustus::scenario
