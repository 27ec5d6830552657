// SPDX-License-Identifier: Apache-2.0
#include <rte_ethdev.h>

#include "forward/strategy_id.hh"
#include "races/races.hh"
#include "races/shared_wire.hh"

namespace augustus::races {
namespace {

/// Few: threads that ask a port all the time leave little to others.
constexpr unsigned rounds = 6;
constexpr face::MacAddress consumer{{2, 0, 0, 0, 0, 2}};
constexpr face::MacAddress producer{{2, 0, 0, 0, 0, 3}};

/// A port that several threads of the router share.
class SharedPort : public Races {
 protected:
  ~SharedPort() override {
    traffic_.clear();
    if (router_ != nullptr) {
      router_->stop();
    }
    if (wire_ != nullptr) {
      wire_->drain();
    }
    router_.reset();
  }

  void start_port(face::PortDispatch dispatch) {
    worker::RouterOptions with_port = options();
    const bool spread = face::spreads(dispatch);
    with_port.dispatchers = spread ? 0 : 1;
    start(with_port);
    wire_ = spread ? std::make_unique<SharedWire>(workers, workers) : std::make_unique<SharedWire>(1, workers + 1);
    face::PortOptions port;
    port.name = "lan";
    port.device = wire_->device();
    port.mac = SharedWire::router;
    port.addresses = {*face::IpPrefix::parse("192.0.2.1/24")};
    port.dispatch = dispatch;
    router_->add_port(port);
    wire_->tell_order();
    add_traffic(wire::Name::literal("/c"), [&] { return wire_->line(consumer, router_->packets()); },
                [&] { return wire_->line(producer, router_->packets()); });
  }

  void disturb(unsigned round) {
    const std::string number = std::to_string(10 + round);
    const auto ether = router_->create_face({.remote_uri = "ether://[02:00:00:00:01:" + number + "]", .local_uri = "dev://lan"});
    ASSERT_EQ(ether.code, 200u) << ether.text;
    const auto udp = router_->create_face({.remote_uri = "udp4://192.0.2." + number + ":6363"});
    ASSERT_EQ(udp.code, 200u) << udp.text;
    // Packets for both, from all workers, one of them to a neighbour that does not answer.
    router_->set_next_hops(prefixes_[0], {{producers_[0], 0}, {ether.face->id, 1}, {udp.face->id, 2}});
    router_->set_strategy(prefixes_[0], static_cast<std::uint8_t>(forward::StrategyId::multicast));
    router_->faces().update(producers_.back(), [](face::FaceInfo& info) { info.flags ^= face::flag_congestion_marking; });
    move_some(round);
    router_->status();
    router_->figures();
    if (round % 5 == 0) {
      set_link(false);
      turn();
      set_link(true);
    }
    EXPECT_TRUE(router_->destroy_face(ether.face->id));
    EXPECT_TRUE(router_->destroy_face(udp.face->id));
    router_->set_next_hops(prefixes_[0], {{producers_[0], 0}});
  }

  void set_link(bool up) {
    std::uint16_t port = 0;
    ASSERT_EQ(rte_eth_dev_get_port_by_name(wire_->device().c_str(), &port), 0);
    ASSERT_EQ(up ? rte_eth_dev_set_link_up(port) : rte_eth_dev_set_link_down(port), 0);
  }

  void expect_exchanges_of_the_port() const { EXPECT_GT(traffic_.back()->exchanges(), 0u); }

  std::unique_ptr<SharedWire> wire_;
};

TEST_F(SharedPort, EachWorkerReceivesAndSendsByQueuesOfItsOwn) {
  start_port(face::PortDispatch::rss_ip);
  while_packets_pass([&](unsigned round) { disturb(round); }, rounds);
  expect_exchanges_of_the_port();
}

TEST_F(SharedPort, ADispatcherReceivesAndAllWorkersSend) {
  start_port(face::PortDispatch::dispatcher);
  while_packets_pass([&](unsigned round) { disturb(round); }, rounds);
  expect_exchanges_of_the_port();
}

}  // namespace
}  // namespace augustus::races
