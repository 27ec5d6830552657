// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "scenario/cases.hh"
#include "scenario/graph_engines.hh"
#include "scenario/parser.hh"
#include "scenario/router/port_ends.hh"
#include "scenario/router/router_driver.hh"
#include "scenario/router/socket_ends.hh"
#include "scenario/runner.hh"

namespace augustus::scenario {
namespace {

using face::PortDispatch;

std::unique_ptr<FaceEnds> on_sockets(worker::Router& router, unsigned workers) {
  return std::make_unique<SocketEnds>(router, workers);
}

template <PortDispatch dispatch>
std::unique_ptr<FaceEnds> on_ports(worker::Router& router, unsigned workers) {
  return std::make_unique<PortEnds>(router, workers, dispatch);
}

class RouterScenarioTest : public testing::TestWithParam<Case> {
 protected:
  using MakeEnds = std::unique_ptr<FaceEnds> (*)(worker::Router&, unsigned);

  void run(MakeEnds make_ends, unsigned dispatchers = 0) {
    const auto scenario = read_scenario(GetParam().path);
    RouterDriver driver(scenario, GetParam().workers, dispatchers, make_ends, engine_);
    if (moving_) {
      driver.keep_moving();
    }
    for (const auto& failure : run_scenario(scenario, driver)) {
      ADD_FAILURE() << failure;
    }
  }

  bool moving_ = false;
  forward::EngineFactory engine_;
};

class SocketScenarioTest : public RouterScenarioTest {};

TEST_P(SocketScenarioTest, Holds) {
  run(on_sockets);
}

INSTANTIATE_TEST_SUITE_P(Cases, SocketScenarioTest, testing::ValuesIn(all_cases()), case_name);

class PortScenarioTest : public RouterScenarioTest {};

TEST_P(PortScenarioTest, Holds) {
  run(on_ports<PortDispatch::direct>);
}

INSTANTIATE_TEST_SUITE_P(Cases, PortScenarioTest, testing::ValuesIn(all_cases()), case_name);

/// Each partition goes to the next worker after every statement.
class MovingScenarioTest : public RouterScenarioTest {};

TEST_P(MovingScenarioTest, Holds) {
  moving_ = true;
  run(on_sockets);
}

INSTANTIATE_TEST_SUITE_P(Cases, MovingScenarioTest, testing::ValuesIn(cases_on(3)), case_name);

/// Threads of their own receive from the ports and send on them.
class DispatcherScenarioTest : public RouterScenarioTest {};

TEST_P(DispatcherScenarioTest, Holds) {
  constexpr unsigned dispatchers = 2;
  run(on_ports<PortDispatch::dispatcher>, dispatchers);
}

INSTANTIATE_TEST_SUITE_P(Cases, DispatcherScenarioTest, testing::ValuesIn(all_cases()), case_name);

/// The workers share one port, each with queues of its own, and packets come to any of them.
class QueuesScenarioTest : public RouterScenarioTest {};

TEST_P(QueuesScenarioTest, Holds) {
  run(on_ports<PortDispatch::rss_udp>);
}

INSTANTIATE_TEST_SUITE_P(Cases, QueuesScenarioTest, testing::ValuesIn(cases_on(3)), case_name);

/// Each partition walks through figure 3's graph, which moves with it.
class GraphScenarioTest : public RouterScenarioTest {
 protected:
  GraphScenarioTest() { engine_ = figure3_engines(); }
};

TEST_P(GraphScenarioTest, Holds) {
  run(on_sockets);
}

INSTANTIATE_TEST_SUITE_P(Cases, GraphScenarioTest, testing::ValuesIn(all_cases()), case_name);

class MovingGraphScenarioTest : public GraphScenarioTest {};

TEST_P(MovingGraphScenarioTest, Holds) {
  moving_ = true;
  run(on_sockets);
}

INSTANTIATE_TEST_SUITE_P(Cases, MovingGraphScenarioTest, testing::ValuesIn(cases_on(3)), case_name);

}  // namespace
}  // namespace augustus::scenario
