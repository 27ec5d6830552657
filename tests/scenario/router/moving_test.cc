// SPDX-License-Identifier: Apache-2.0
// Partitions move from worker to worker while exchanges go through a whole router.
#include <gtest/gtest.h>

#include <numeric>

#include "scenario/router/exchange_traffic.hh"
#include "scenario/router/port_ends.hh"
#include "scenario/router/socket_ends.hh"

namespace augustus::scenario {
namespace {

constexpr unsigned workers = 2;
constexpr unsigned partitions = 8;
constexpr std::uint64_t exchanges = 4000;

/// A port whose queues both workers have.
struct QueueEnds : PortEnds {
  QueueEnds(worker::Router& router, unsigned workers)
      : PortEnds(router, workers, face::PortDispatch::rss_udp) {}
};

/// Ports that a dispatcher drives.
struct DispatcherEnds : PortEnds {
  DispatcherEnds(worker::Router& router, unsigned workers)
      : PortEnds(router, workers, face::PortDispatch::dispatcher) {}
};

worker::RouterOptions options() {
  worker::RouterOptions options;
  options.workers = workers;
  options.dispatchers = 1;
  options.partitions = partitions;
  options.faces_max = 64;
  options.fib_prefixes_max = 1024;
  options.strategy_prefixes_max = 1024;
  options.pit_records_max = 1u << 12;
  options.name_entries_max = 1u << 15;
  options.dead_nonces_max = 1u << 15;
  options.small_packets = 4095;
  options.large_packets = 255;
  return options;
}

template <typename Ends>
class MovingTest : public testing::Test {
 protected:
  MovingTest() : router_(std::make_unique<worker::Router>(options())) {
    router_->start();
    ends_ = std::make_unique<Ends>(*router_, workers);
    traffic_ = std::make_unique<ExchangeTraffic>(*router_, *ends_);
  }
  ~MovingTest() override {
    router_->stop();
    traffic_.reset();
    ends_->release_buffers();
    router_.reset();
  }

  /// Each partition in turn goes to the worker that it is not at.
  void move_one() {
    const unsigned partition = moves_ % partitions;
    const auto worker = router_->load().partitions[partition].worker;
    ASSERT_EQ(router_->move_partition(partition, 1 - worker), worker::MoveOutcome::ok);
    ++moves_;
  }

  std::unique_ptr<Ends> ends_;
  std::unique_ptr<worker::Router> router_;
  std::unique_ptr<ExchangeTraffic> traffic_;
  unsigned moves_ = 0;
};

using Kinds = testing::Types<SocketEnds, PortEnds, QueueEnds, DispatcherEnds>;
TYPED_TEST_SUITE(MovingTest, Kinds);

TYPED_TEST(MovingTest, NothingIsLostOrDoubledAndTheStoreMovesAlong) {
  this->traffic_->run(exchanges, [this] { this->move_one(); });
  const auto moves = this->moves_;
  EXPECT_GE(moves, exchanges / ExchangeTraffic::outstanding_max) << "at least once a window";
  EXPECT_EQ(this->traffic_->answered(), exchanges);
  EXPECT_EQ(this->traffic_->produced(), exchanges);
  EXPECT_EQ(this->traffic_->duplicates(), 0u);

  const auto status = this->router_->status();
  EXPECT_EQ(status.satisfied, exchanges);
  EXPECT_EQ(status.unsatisfied, 0u);
  EXPECT_TRUE(status.drops.empty()) << status.drops.front().first;
  EXPECT_EQ(status.cs_entries, exchanges);
  const auto load = this->router_->load();
  EXPECT_EQ(load.partitions.size(), partitions);
  const auto packets =
      std::accumulate(load.partitions.begin(), load.partitions.end(), std::uint64_t{0},
                      [](auto sum, const auto& partition) { return sum + partition.packets; });
  EXPECT_EQ(packets, 2 * exchanges) << "counters move along";

  this->traffic_->ask_again(exchanges);
  EXPECT_EQ(this->traffic_->produced(), exchanges) << "all came from the stores";
  EXPECT_EQ(this->traffic_->duplicates(), 0u);
}

TYPED_TEST(MovingTest, AMoveToNowhereIsRefused) {
  EXPECT_EQ(this->router_->move_partition(partitions, 0), worker::MoveOutcome::no_such_partition);
  EXPECT_EQ(this->router_->move_partition(0, workers), worker::MoveOutcome::no_such_worker);
  EXPECT_EQ(this->router_->move_partition(0, 0), worker::MoveOutcome::ok) << "it is there already";
}

TYPED_TEST(MovingTest, OneWorkerMayHaveThemAll) {
  for (unsigned partition = 0; partition < partitions; ++partition) {
    ASSERT_EQ(this->router_->move_partition(partition, 1), worker::MoveOutcome::ok);
  }
  this->traffic_->run(200, [] {});
  const auto load = this->router_->load();
  EXPECT_EQ(load.workers[0].partitions, 0u);
  EXPECT_EQ(load.workers[1].partitions, partitions);
  EXPECT_EQ(load.workers[1].packets, 400u);
}

}  // namespace
}  // namespace augustus::scenario
