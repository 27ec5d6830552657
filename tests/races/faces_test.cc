// SPDX-License-Identifier: Apache-2.0
#include "forward/strategy_id.hh"
#include "races/races.hh"
#include "races/socket_line.hh"
#include "wire/interest.hh"

namespace augustus::races {
namespace {

constexpr unsigned rounds = 8;

Bytes interest_below(const wire::Name& prefix, unsigned number) {
  wire::Interest interest;
  interest.name = prefix;
  interest.name.append_number(wire::component_type::segment, number);
  return interest.encode();
}

worker::FaceRequest to(const face::FileDescriptor& socket, std::string_view scheme) {
  return {.remote_uri = face::SocketAddress::local_of(socket.get()).uri(scheme)};
}

TEST_F(Races, FacesComeAndGo) {
  start(options());
  const auto far = bound_socket(SOCK_DGRAM);
  while_packets_pass([&](unsigned round) {
    std::vector<std::unique_ptr<Line>> programs;
    for (unsigned i = 0; i < 4; ++i) {
      programs.push_back(unix_to(socket_path()));
      programs.back()->send(interest_below(prefixes_[0], round));
      turn();
    }
    const auto made = router_->create_face(to(far, "udp"));
    ASSERT_EQ(made.code, 200u) << made.text;
    router_->set_next_hops(prefixes_[1], {{producers_[1], 0}, {made.face->id, 1}});
    router_->set_face_persistency(made.face->id, face::Persistency::permanent);
    router_->faces().list();
    programs.clear();
    EXPECT_TRUE(router_->destroy_face(made.face->id));
  });
}

TEST_F(Races, StreamsAreForwardedConnectedAndBrokenOff) {
  start(options());
  const auto tcp = [this] { return tcp_to(channel("tcp4")); };
  const auto websocket = [this] { return websocket_to(channel("ws")); };
  const auto unix_stream = [this] { return unix_to(socket_path()); };
  add_traffic(wire::Name::literal("/c"), tcp, unix_stream);
  add_traffic(wire::Name::literal("/d"), unix_stream, websocket);
  add_traffic(wire::Name::literal("/e"), websocket, tcp);
  while_packets_pass([&](unsigned round) {
    std::vector<std::unique_ptr<StreamLine>> clients;
    for (unsigned i = 0; i < 2; ++i) {
      clients.push_back(tcp_to(channel("tcp4")));
      clients.push_back(websocket_to(channel("ws")));
      clients.push_back(unix_to(socket_path()));
      turn();
    }
    for (unsigned i = 0; i < clients.size(); ++i) {
      for (unsigned number = 0; number < 30; ++number) {
        clients[i]->send(interest_below(prefixes_[i % 2], number));
      }
      if (i % 3 == round % 3) {
        clients[i]->break_off(interest_below(prefixes_[0], i));
      }
    }
    turn();
    // Some that the router has to close under them.
    const auto faces = router_->faces().list();
    unsigned destroyed = 0;
    for (auto face = faces.rbegin(); face != faces.rend() && destroyed < 2; ++face) {
      const bool is_client = face->id > producers_.back();
      destroyed += is_client && router_->destroy_face(face->id) ? 1 : 0;
    }
    move_some(round);
  }, rounds);
  for (const auto& traffic : traffic_) {
    EXPECT_NE(traffic->exchanges(), 0u);
  }
}

TEST_F(Races, TheRouterConnectsToWhoIsThereAndWhoIsNot) {
  start(options());
  const auto accepting = listening_socket();
  const auto refusing = bound_socket(SOCK_STREAM);
  while_packets_pass([&](unsigned round) {
    auto there = to(accepting, "tcp");
    there.keeps_trying = round % 2 == 0;
    auto not_there = to(refusing, "tcp");
    not_there.keeps_trying = round % 3 != 0;
    const auto one = router_->create_face(there);
    ASSERT_EQ(one.code, 200u) << one.text;
    const auto other = router_->create_face(not_there);
    router_->set_next_hops(prefixes_[0], {{producers_[0], 0}, {one.face->id, 1}});
    router_->set_strategy(prefixes_[0], static_cast<std::uint8_t>(forward::StrategyId::multicast));
    face::FileDescriptor accepted;
    EXPECT_TRUE(becomes([&] {
      accepted.reset(accept4(accepting.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
      return accepted.get() >= 0;
    }));
    StreamLine far(std::move(accepted), Framing::none);
    far.send(interest_below(prefixes_[1], round));
    router_->faces().update(one.face->id, [&](face::FaceInfo& info) { info.flags ^= face::flag_congestion_marking; });
    if (round % 3 == 0) {
      far.break_off(interest_below(prefixes_[1], round));
      turn();
    }
    router_->destroy_face(one.face->id);
    if (other.face) {
      router_->destroy_face(other.face->id);
    }
    // A Face that is there until its worker has closed it would be found again.
    EXPECT_TRUE(becomes([&] {
      return !router_->faces().find_by_remote(there.remote_uri) && !router_->faces().find_by_remote(not_there.remote_uri);
    }));
    router_->set_next_hops(prefixes_[0], {{producers_[0], 0}});
  }, rounds);
}

TEST_F(Races, DatagramFacesAreMadeOnDemandAndGoIdle) {
  worker::RouterOptions short_lived = options();
  short_lived.udp_idle_timeout_ns = 300 * nanoseconds_per_millisecond;
  start(short_lived);
  const auto far = bound_socket(SOCK_DGRAM);
  while_packets_pass([&](unsigned round) {
    for (unsigned i = 0; i < 8; ++i) {
      const auto stranger = datagrams_to(channel("udp4"));
      for (unsigned number = 0; number < 10; ++number) {
        stranger->send(interest_below(prefixes_[i % 2], number));
      }
    }
    if (const auto made = router_->create_face(to(far, "udp")); made.code == 200) {
      router_->set_next_hops(prefixes_[1], {{producers_[1], 0}, {made.face->id, round % 2}});
      EXPECT_TRUE(router_->destroy_face(made.face->id));
    }
    router_->status();
    router_->figures();
  });
}

}  // namespace
}  // namespace augustus::races
