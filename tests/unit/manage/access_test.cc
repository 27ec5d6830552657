// SPDX-License-Identifier: Apache-2.0
#include "manage/access/access.hh"

#include <grp.h>

#include <algorithm>

#include "manage/command_maker.hh"
#include "manage/rib/rib.hh"
#include "manager_test.hh"

namespace augustus::manage::access_test {
namespace {

using wire::Name;

constexpr FaceId remote = 400;
constexpr FaceId other_remote = 401;

class AccessTest : public test::ManagerTest {
 protected:
  void SetUp() override {
    ManagerOptions options;
    options.localhop_rib = true;
    start(options);
    plane_->add_face(other_remote, "udp4://192.0.2.2:6363");
  }

  void be(uid_t user, gid_t group = 12345) {
    plane_->faces[client].peer = face::UnixPeer{.user = user, .group = group, .groups = {}};
  }

  std::vector<std::uint8_t> make_localhop(std::string_view verb, const ControlParameters& parameters) {
    wall_ += nanoseconds_per_millisecond;
    return make_command(Name::literal("/localhop/nfd"), "rib", verb, parameters, wall_).encode();
  }
  /// The code of a command below /localhop/nfd/rib from this Face; 0: no answer.
  std::uint64_t localhop(FaceId from, std::string_view verb, const ControlParameters& parameters) {
    plane_->sent.clear();
    receive(make_localhop(verb, parameters), from);
    const auto data = plane_->sent.size() == 1 ? wire::Data::decode(plane_->sent[0]) : std::nullopt;
    const auto response = data ? ControlResponse::decode(data->content) : std::nullopt;
    return response ? response->code : 0;
  }
  static ControlParameters route(const std::string& prefix, FaceId face, std::uint64_t origin = 0) {
    ControlParameters parameters = named(prefix);
    parameters.face_id = face;
    parameters.origin = origin;
    return parameters;
  }
  bool has_route(const std::string& prefix) const { return plane_->fib.contains(Name::literal(prefix)); }
};

TEST_F(AccessTest, no_command_reaches_the_routers_own_prefixes) {
  const auto fib = plane_->fib;
  for (const char* prefix : {"/localhost/nfd", "/localhost/nfd/rib", "/localhop/nfd", "/localhop/nfd/rib/x"}) {
    for (const FaceId face : {face_id_management, client}) {
      EXPECT_EQ(code("rib", "register", route(prefix, face)), 403u) << prefix;
      EXPECT_EQ(code("rib", "unregister", route(prefix, face)), 403u) << prefix;
      ControlParameters next_hop = named(prefix);
      next_hop.face_id = face;
      EXPECT_EQ(code("fib", "add-nexthop", next_hop), 403u) << prefix;
      EXPECT_EQ(code("fib", "remove-nexthop", next_hop), 403u) << prefix;
    }
    EXPECT_EQ(localhop(remote, "register", named(prefix)), 403u) << prefix;
    EXPECT_EQ(localhop(remote, "unregister", route(prefix, face_id_management)), 403u) << prefix;
  }
  EXPECT_EQ(plane_->fib, fib);
}

TEST_F(AccessTest, what_a_shorter_prefix_passes_on_does_not_reach_the_routers_own) {
  EXPECT_EQ(code("rib", "register", named("/localhost")), 200u);
  EXPECT_EQ(code("rib", "register", named("/")), 200u);
  EXPECT_EQ(plane_->next_hops(Name::literal("/localhost/nfd")),
            (std::vector<table::NextHop>{{face_id_management, 0}}));
}

TEST_F(AccessTest, another_machine_gives_routes_to_its_own_face_alone) {
  EXPECT_EQ(localhop(remote, "register", named("/a")), 200u);
  EXPECT_EQ(localhop(remote, "register", route("/b", remote, 65)), 200u);
  EXPECT_EQ(localhop(remote, "register", route("/c", other_remote)), 403u);
  EXPECT_EQ(localhop(other_remote, "unregister", route("/a", remote)), 403u);
  EXPECT_EQ(localhop(remote, "register", route("/d", remote, 255)), 403u) << "static is the configuration's";
  EXPECT_TRUE(has_route("/a"));
  EXPECT_EQ(localhop(remote, "unregister", named("/a")), 200u);
  EXPECT_FALSE(has_route("/a"));
}

TEST_F(AccessTest, another_machine_leaves_alone_what_others_registered) {
  EXPECT_EQ(code("rib", "register", route("/ours", remote)), 200u);
  EXPECT_EQ(localhop(remote, "unregister", named("/ours")), 403u);
  EXPECT_EQ(localhop(remote, "register", named("/ours")), 403u);
  EXPECT_TRUE(has_route("/ours"));
}

TEST_F(AccessTest, another_machine_reads_nothing) {
  wire::Interest interest;
  interest.name = Name::literal("/localhop/nfd/rib/list");
  interest.can_be_prefix = true;
  plane_->sent.clear();
  receive(interest.encode(), remote);
  EXPECT_TRUE(plane_->sent.empty());
}

TEST_F(AccessTest, the_routers_own_modules_are_for_administrators) {
  ControlParameters move;
  move.partition = 0;
  move.worker = 0;
  const auto move_code = [&] { return code("augustus-partition", "move", move); };
  be(geteuid());
  EXPECT_EQ(move_code(), 200u);
  be(0);
  EXPECT_EQ(move_code(), 200u);
  be(geteuid() + 1);
  EXPECT_EQ(move_code(), 403u);
  EXPECT_EQ(code("rib", "register", named("/app")), 200u) << "NFD's commands stay open";
  EXPECT_FALSE(dataset("/localhost/nfd/rib/list").empty());
  plane_->faces[client].peer.reset();  // over TCP, say
  EXPECT_EQ(move_code(), 403u);
}

TEST_F(AccessTest, members_of_the_group_are_administrators) {
  const gid_t nogroup = getgrnam("nogroup")->gr_gid;
  ControlParameters move;
  move.partition = 0;
  move.worker = 0;
  be(geteuid() + 1, nogroup);
  EXPECT_EQ(code("augustus-partition", "move", move), 403u);
  ManagerOptions options;
  options.operators_group = "nogroup";
  manager_->trust(options);
  EXPECT_EQ(code("augustus-partition", "move", move), 200u);
  options.operators_group = "no such group";
  EXPECT_THROW(manager_->trust(options), std::runtime_error);
}

TEST_F(AccessTest, a_trace_is_read_over_the_face_that_began_it) {
  const auto begun = command("augustus-trace", "start", named("/a"));
  ASSERT_EQ(begun->code, 200u);
  wire::Interest interest;
  interest.name = *begun->body->name;
  interest.name.append_number(wire::component_type::sequence_number, 0);
  plane_->add_face(301, "fd://31");
  plane_->faces[301].scope = forward::FaceScope::local;
  now_ += 2 * nanoseconds_per_second;
  plane_->sent.clear();
  receive(interest.encode(), 301);
  manager_->tick(now_ + 2 * nanoseconds_per_second);
  EXPECT_TRUE(plane_->sent.empty());
}

TEST_F(AccessTest, who_gives_one_command_does_not_wait_for_all_of_anothers) {
  constexpr unsigned many = 100;
  for (unsigned number = 0; number < many; ++number) {
    manager_->handle(make_localhop("register", named("/many/" + std::to_string(number))), remote, now_);
  }
  manager_->handle(make_localhop("register", named("/one")), other_remote, now_);
  plane_->sent.clear();
  while (manager_->serve(now_, wall_) == now_) {
  }
  ASSERT_EQ(plane_->sent.size(), many + 1);
  const auto second = ControlResponse::decode(wire::Data::decode(plane_->sent[1])->content);
  EXPECT_EQ(second->body->name, Name::literal("/one"));
}

TEST_F(AccessTest, a_face_fills_a_part_of_the_rib) {
  auto plane = std::make_unique<test::RecordingDataPlane>();
  plane->fib_prefixes_max = 160;
  plane->add_face(remote, "udp4://192.0.2.1:6363");
  plane->add_face(other_remote, "udp4://192.0.2.2:6363");
  plane_ = plane.get();
  ManagerOptions options;
  options.localhop_rib = true;
  manager_ = std::make_unique<Manager>(std::move(plane), options);
  const auto register_until_refused = [this](FaceId face) {
    for (unsigned number = 0; number < 200; ++number) {
      if (localhop(face, "register", named("/" + std::to_string(face) + "/" + std::to_string(number))) != 200) {
        return number;
      }
    }
    return 200u;
  };
  const unsigned first = register_until_refused(remote);
  EXPECT_GT(first, 100u);
  EXPECT_LT(first, 150u);
  EXPECT_GT(register_until_refused(other_remote), 0u);
  // Its own routes can still change and go.
  for (unsigned number = 0; number < 5; ++number) {
    const ControlParameters route = named("/400/" + std::to_string(number));
    EXPECT_EQ(localhop(remote, "register", route), 200u);
    EXPECT_EQ(localhop(remote, "unregister", route), 200u);
  }
  EXPECT_EQ(localhop(remote, "register", named("/400/0")), 503u) << "its part shrank as the other's grew";
  EXPECT_EQ(localhop(other_remote, "register", named("/more")), 200u) << "what one gives up is for who has less";
  // The router's own are no stranger's.
  Route own;
  own.face = remote;
  EXPECT_EQ(manager_->add_route(Name::literal("/configured"), own), table::FibOutcome::ok);
}

TEST_F(AccessTest, a_program_makes_a_part_of_all_routes) {
  constexpr std::uint32_t prefixes = 40;
  constexpr std::uint32_t routes_max = prefixes * Rib::routes_for_prefix;
  ManagerOptions options;
  options.localhop_rib = true;
  start(options, prefixes);
  plane_->add_face(other_remote, "udp4://192.0.2.2:6363");
  // Of few prefixes: of these there are enough for all.
  const auto register_one = [this](unsigned number) {
    return code("rib", "register",
                route("/" + std::to_string(number / Rib::routes_of_face_max), client,
                      1000 + number % Rib::routes_of_face_max));
  };
  unsigned accepted = 0;
  while (accepted < routes_max && register_one(accepted) == 200) {
    ++accepted;
  }
  EXPECT_GT(accepted, routes_max / 2);
  EXPECT_LT(accepted, routes_max * 9 / 10);
  EXPECT_EQ(register_one(accepted), 503u);
  EXPECT_EQ(register_one(0), 200u) << "it can change its own";
  // One of them might share that part, by chance.
  const unsigned others = (localhop(remote, "register", named("/other")) == 200 ? 1 : 0) +
                          (localhop(other_remote, "register", named("/other")) == 200 ? 1 : 0);
  EXPECT_GE(others, 1u);
  for (unsigned number = 0; number < 16; ++number) {
    EXPECT_EQ(code("rib", "unregister", route("/0", client, 1000 + number)), 200u);
  }
  EXPECT_EQ(register_one(accepted), 200u);
  const auto drops = manager_->drops();
  const auto name_of = [](const auto& drop) { return drop.first; };
  EXPECT_EQ(std::ranges::find(drops, "route_total_share", name_of)->second, 4 - others);
  // Its routes go with its Face, and what they took.
  plane_->destroy_with_event(client);
  manager_->tick(now_);
  PoolList pools;
  manager_->add_pools(pools);
  const auto* const pool = &*std::ranges::find(pools, "rib_routes", &NamedPool::name);
  EXPECT_EQ(pool->figures.in_use, 2 + others) << "the router's own two and those of other machines";
}

TEST_F(AccessTest, a_prefix_has_so_many_routes_of_a_face) {
  unsigned accepted = 0;
  for (std::uint64_t origin = 1000; origin < 1100; ++origin) {
    accepted += code("rib", "register", route("/crowded", client, origin)) == 200 ? 1 : 0;
  }
  EXPECT_EQ(accepted, Rib::routes_of_face_max);
}

}  // namespace
}  // namespace augustus::manage::access_test
