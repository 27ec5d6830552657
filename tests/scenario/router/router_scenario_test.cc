// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "scenario/cases.hh"
#include "scenario/parser.hh"
#include "scenario/router/port_ends.hh"
#include "scenario/router/router_driver.hh"
#include "scenario/router/socket_ends.hh"
#include "scenario/runner.hh"

namespace augustus::scenario {
namespace {

enum class Partitions { stay, move };

template <typename Ends>
void run_on(const Case& which, Partitions partitions = Partitions::stay) {
  const auto scenario = read_scenario(which.path);
  RouterDriver driver(scenario, which.workers, [](worker::Router& router, unsigned workers) {
    return std::make_unique<Ends>(router, workers);
  });
  if (partitions == Partitions::move) {
    driver.keep_moving();
  }
  for (const auto& failure : run_scenario(scenario, driver)) {
    ADD_FAILURE() << failure;
  }
}

class SocketScenarioTest : public testing::TestWithParam<Case> {};

TEST_P(SocketScenarioTest, Holds) {
  run_on<SocketEnds>(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Cases, SocketScenarioTest, testing::ValuesIn(all_cases()), case_name);

class PortScenarioTest : public testing::TestWithParam<Case> {};

TEST_P(PortScenarioTest, Holds) {
  run_on<PortEnds>(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Cases, PortScenarioTest, testing::ValuesIn(all_cases()), case_name);

/// Each partition goes to the next worker after every statement.
class MovingScenarioTest : public testing::TestWithParam<Case> {};

TEST_P(MovingScenarioTest, Holds) {
  run_on<SocketEnds>(GetParam(), Partitions::move);
}

INSTANTIATE_TEST_SUITE_P(Cases, MovingScenarioTest, testing::ValuesIn(cases_on(3)), case_name);

}  // namespace
}  // namespace augustus::scenario
