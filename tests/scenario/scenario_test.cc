// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "scenario/packet_pool_fixture.hh"
#include "scenario/parser.hh"
#include "scenario/partitions_driver.hh"
#include "scenario/runner.hh"

namespace augustus::scenario {
namespace {

struct Case {
  std::string path;
  unsigned partitions;
};

std::vector<Case> cases() {
  std::vector<Case> found;
  for (const auto& file : std::filesystem::directory_iterator(SCENARIO_DIRECTORY)) {
    if (file.path().extension() != ".scenario") {
      continue;
    }
    found.push_back({file.path(), 1});
    found.push_back({file.path(), 3});
  }
  std::sort(found.begin(), found.end(), [](const Case& a, const Case& b) {
    return std::tie(a.path, a.partitions) < std::tie(b.path, b.partitions);
  });
  return found;
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
  auto name = std::filesystem::path(info.param.path).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name + "_on_" + std::to_string(info.param.partitions);
}

class ScenarioTest : public testing::TestWithParam<Case> {};

TEST_P(ScenarioTest, Holds) {
  const auto scenario = read_scenario(GetParam().path);
  // Sizes that are split over partitions fill up elsewhere: such a scenario says so, and runs on one.
  const unsigned partitions = scenario.one_worker ? 1 : GetParam().partitions;
  PartitionsDriver driver(scenario, partitions, packet_pool());
  for (const auto& failure : run_scenario(scenario, driver)) {
    ADD_FAILURE() << failure;
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, ScenarioTest, testing::ValuesIn(cases()), case_name);

}  // namespace
}  // namespace augustus::scenario
