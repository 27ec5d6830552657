// SPDX-License-Identifier: Apache-2.0
#include "races/races.hh"

#include "forward/strategy_id.hh"

namespace augustus::races {
namespace {

TEST_F(Races, PartitionsMoveFromWorkerToWorker) {
  start(options());
  while_packets_pass([&](unsigned round) {
    move_some(round);
    router_->status();
    router_->figures();
  });
}

TEST_F(Races, TracesCapturesAndSamplesBeginAndEnd) {
  start(options());
  while_packets_pass([&](unsigned) { watch_for_a_moment(); });
  EXPECT_NE(watched_, 0u);
}

TEST_F(Races, RoutesAndStrategiesChange) {
  start(options());
  while_packets_pass([&](unsigned round) {
    const auto strategy = static_cast<std::uint8_t>(round % static_cast<unsigned>(forward::StrategyId::access));
    router_->set_strategy(prefixes_[round % 2], strategy);
    for (unsigned i = 0; i < 50; ++i) {
      wire::Name name = prefixes_[0];
      name.append("x" + std::to_string(i % 20));
      router_->set_next_hops(name, i % 3 == 0 ? std::vector<table::NextHop>{} : std::vector<table::NextHop>{{producers_[0], i}});
    }
    router_->set_next_hops(prefixes_[0], {{producers_[0], round % 3}, {producers_[1], 5}});
    router_->unset_strategy(prefixes_[(round + 1) % 2]);
  });
}

TEST_F(Races, TheStoreAndItsSsdAreReadErasedAndResized) {
  worker::RouterOptions with_ssd = options();
  with_ssd.store.has_ssd = true;
  with_ssd.store.ssd.threads = 1;
  with_ssd.store.capacity_packets = 64;
  with_ssd.store.capacity_bytes = 1u << 20;
  with_ssd.ssds = {{.path = folder_ + "/ssd", .bytes = 64u << 20}};
  // Small: unoptimised and watched, what is written to the SSD costs by the byte.
  with_ssd.batch = 4;
  with_ssd.store.frame_bytes = 8u << 10;
  start(with_ssd);
  while_packets_pass([&](unsigned round) {
    router_->cs_status();
    if (round % 4 == 0) {
      router_->erase_cs(prefixes_[0], 50);
    }
    router_->set_cs_capacity(round % 2 == 0 ? 32 : 64);
    router_->set_ssd_serve(round % 3 != 0);
    router_->set_ssd_admit(round % 5 != 0);
    if (round % 10 == 0) {
      router_->verify_cs();
    }
    if (round % 4 == 1) {
      move_some(round);
    }
  });
  EXPECT_NE(router_->cs_status().ssd->writes, 0u);
}

TEST_F(Races, EverythingAtOnce) {
  start(options());
  while_packets_pass([&](unsigned round) {
    watch_for_a_moment();
    move_some(round);
    router_->set_next_hops(prefixes_[0], {{producers_[0], round % 3}, {producers_[1], 5}});
    router_->set_strategy(prefixes_[0], static_cast<std::uint8_t>(round % 5));
    router_->erase_cs(prefixes_[1], 5);
    router_->status();
  });
}

}  // namespace
}  // namespace augustus::races
