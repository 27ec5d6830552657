// SPDX-License-Identifier: Apache-2.0
#include "manage/rib/rib.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "recording_data_plane.hh"

namespace augustus::manage::rib_test {
namespace {

using table::FibOutcome;
using wire::Name;
using Hops = std::vector<table::NextHop>;

Hops by_face(Hops hops) {
  std::sort(hops.begin(), hops.end(),
            [](const table::NextHop& a, const table::NextHop& b) { return a.face < b.face; });
  return hops;
}

class RibTest : public testing::Test {
 protected:
  FibOutcome add(const char* prefix, FaceId face, std::uint64_t cost, std::uint64_t flags,
                 std::uint64_t origin = 0, std::optional<TimeNs> expires = std::nullopt) {
    return rib_.add(Name::literal(prefix), {face, origin, cost, flags, expires});
  }
  bool remove(const char* prefix, FaceId face, std::uint64_t origin = 0) {
    return rib_.remove(Name::literal(prefix), face, origin);
  }
  Hops hops(const char* prefix) const { return by_face(plane_.next_hops(Name::literal(prefix))); }

  test::RecordingDataPlane plane_;
  FibWriter fib_{plane_};
  Rib rib_{fib_, plane_};
};

constexpr std::uint64_t none = 0, inherit = 1, capture = 2;

TEST_F(RibTest, a_route_becomes_a_next_hop_and_goes_with_it) {
  EXPECT_EQ(add("/a", 300, 5, inherit), FibOutcome::ok);
  EXPECT_EQ(hops("/a"), (Hops{{300, 5}}));
  EXPECT_TRUE(remove("/a", 300));
  EXPECT_TRUE(plane_.fib.empty());
  EXPECT_EQ(rib_.prefix_count(), 0u);
  EXPECT_FALSE(remove("/a", 300));
}

TEST_F(RibTest, the_cheapest_route_of_a_face_counts) {
  add("/a", 300, 5, inherit, 0);
  add("/a", 300, 3, inherit, 65);
  add("/a", 300, 9, inherit, 255);
  EXPECT_EQ(hops("/a"), (Hops{{300, 3}}));
  remove("/a", 300, 65);
  EXPECT_EQ(hops("/a"), (Hops{{300, 5}}));
}

TEST_F(RibTest, the_same_face_and_origin_again_changes_the_route) {
  add("/a", 300, 5, inherit);
  add("/a", 300, 8, inherit);
  EXPECT_EQ(hops("/a"), (Hops{{300, 8}}));
  remove("/a", 300);
  EXPECT_TRUE(plane_.fib.empty());
}

TEST_F(RibTest, child_inherit_routes_reach_longer_prefixes) {
  add("/a", 300, 5, inherit);
  add("/a", 301, 6, none);
  add("/a/b/c", 302, 7, none);
  EXPECT_EQ(hops("/a/b/c"), (Hops{{300, 5}, {302, 7}}));
  EXPECT_EQ(plane_.fib.size(), 2u) << "a prefix without routes has no entry";
}

TEST_F(RibTest, a_shorter_prefix_added_later_is_inherited_too) {
  add("/a/b", 302, 7, none);
  add("/", 300, 5, inherit);
  EXPECT_EQ(hops("/a/b"), (Hops{{300, 5}, {302, 7}}));
  remove("/", 300);
  EXPECT_EQ(hops("/a/b"), (Hops{{302, 7}}));
}

TEST_F(RibTest, the_longest_prefix_decides_the_cost_of_a_face) {
  add("/", 300, 1, inherit);
  add("/a", 300, 9, inherit);
  add("/a/b", 301, 0, none);
  EXPECT_EQ(hops("/a/b"), (Hops{{300, 9}, {301, 0}}));
  remove("/a", 300);
  EXPECT_EQ(hops("/a/b"), (Hops{{300, 1}, {301, 0}}));
}

TEST_F(RibTest, an_own_route_hides_the_inherited_one_of_its_face) {
  add("/", 300, 1, inherit);
  add("/a", 300, 9, none);
  add("/a/b", 301, 0, none);
  EXPECT_EQ(hops("/a"), (Hops{{300, 9}}));
  EXPECT_EQ(hops("/a/b"), (Hops{{300, 1}, {301, 0}})) << "without ChildInherit it does not hide it below";
}

TEST_F(RibTest, capture_stops_inheritance_from_above) {
  add("/", 300, 1, inherit);
  add("/a", 301, 2, capture);
  add("/a/b", 302, 3, none);
  EXPECT_EQ(hops("/a"), (Hops{{301, 2}}));
  EXPECT_EQ(hops("/a/b"), (Hops{{302, 3}}));
  add("/a", 301, 2, inherit | capture);
  EXPECT_EQ(hops("/a/b"), (Hops{{301, 2}, {302, 3}}));
  remove("/a", 301);
  EXPECT_EQ(hops("/a/b"), (Hops{{300, 1}, {302, 3}}));
}

TEST_F(RibTest, flags_may_be_changed_by_registering_again) {
  add("/", 300, 1, inherit);
  add("/a", 301, 2, none);
  EXPECT_EQ(hops("/a"), (Hops{{300, 1}, {301, 2}}));
  add("/a", 301, 2, capture);
  EXPECT_EQ(hops("/a"), (Hops{{301, 2}}));
  add("/", 300, 1, none);
  add("/a", 301, 2, none);
  EXPECT_EQ(hops("/a"), (Hops{{301, 2}}));
}

TEST_F(RibTest, routes_expire) {
  add("/a", 300, 1, inherit, 0, 1000);
  add("/a", 301, 1, inherit, 0, 2000);
  add("/b", 301, 1, inherit);
  EXPECT_EQ(rib_.expire(999), 1000u);
  EXPECT_EQ(hops("/a"), (Hops{{300, 1}, {301, 1}}));
  EXPECT_EQ(rib_.expire(1000), 2000u);
  EXPECT_EQ(hops("/a"), (Hops{{301, 1}}));
  add("/a", 301, 1, inherit, 0, 5000);  // refreshed
  EXPECT_EQ(rib_.expire(2000), 5000u);
  EXPECT_EQ(rib_.expire(5000), time_never);
  EXPECT_TRUE(hops("/a").empty());
  EXPECT_EQ(hops("/b"), (Hops{{301, 1}}));
}

TEST_F(RibTest, routes_vanish_with_their_face) {
  add("/", 300, 1, inherit);
  add("/a", 300, 1, inherit, 0);
  add("/a", 300, 1, inherit, 65, 7000);
  add("/a", 301, 1, inherit);
  add("/a/b", 300, 1, inherit);
  EXPECT_FALSE(rib_.remove_face(300, 3));
  EXPECT_TRUE(rib_.remove_face(300, 100));
  EXPECT_EQ(plane_.fib.size(), 1u);
  EXPECT_EQ(hops("/a"), (Hops{{301, 1}}));
  EXPECT_EQ(rib_.expire(0), time_never);
  EXPECT_EQ(rib_.faces(), std::vector<FaceId>{301});
}

TEST_F(RibTest, a_full_fib_refuses_the_route_and_nothing_stays) {
  plane_.fib_prefixes_max = 1;
  add("/a", 300, 1, inherit);
  EXPECT_EQ(add("/b", 300, 1, inherit, 0, 1000), FibOutcome::full);
  EXPECT_EQ(rib_.prefix_count(), 1u);
  EXPECT_EQ(rib_.expire(2000), time_never);
  EXPECT_TRUE(rib_.remove_face(300, 100));
  EXPECT_TRUE(plane_.fib.empty());
}

TEST_F(RibTest, next_hops_of_fib_commands_stay_beside_those_of_routes) {
  fib_.add(Name::literal("/a"), {310, 4});
  add("/a", 300, 1, inherit);
  EXPECT_EQ(hops("/a"), (Hops{{300, 1}, {310, 4}}));
  remove("/a", 300);
  EXPECT_EQ(hops("/a"), (Hops{{310, 4}}));
  fib_.remove_face(310, 100);
  EXPECT_TRUE(plane_.fib.empty());
}

TEST_F(RibTest, observers_see_routes_come_and_go_once) {
  std::vector<std::string> seen;
  rib_.on_added([&](const Name& prefix, const Route&) { seen.push_back("+" + prefix.uri()); });
  rib_.on_removed([&](const Name& prefix, const Route&) { seen.push_back("-" + prefix.uri()); });
  add("/a", 300, 1, inherit);
  add("/a", 300, 2, inherit);
  remove("/a", 300);
  EXPECT_EQ(seen, (std::vector<std::string>{"+/a", "-/a"}));
}

/// The definition, computed for one prefix from all routes.
Hops naive_hops(const std::map<Name, std::vector<Route>>& routes, const Name& prefix) {
  std::map<FaceId, std::uint32_t> found;
  for (std::size_t length = prefix.size() + 1; length-- > 0;) {
    const auto entry = routes.find(prefix.prefix(length));
    if (entry == routes.end()) {
      continue;
    }
    std::map<FaceId, std::uint32_t> here;
    bool captured = false;
    for (const Route& route : entry->second) {
      captured = captured || route.capture();
      if (length == prefix.size() || route.child_inherit()) {
        const auto cost = static_cast<std::uint32_t>(route.cost);
        const auto [place, is_new] = here.emplace(route.face, cost);
        place->second = std::min(place->second, cost);
      }
    }
    found.insert(here.begin(), here.end());
    if (captured) {
      break;
    }
  }
  Hops hops;
  for (const auto& [face, cost] : found) {
    hops.push_back({face, cost});
  }
  return hops;
}

struct Step {
  Name prefix;
  Route route;
  int action;  // 0, 1: add; 2: remove; 3: remove the face
};

rc::Gen<Step> steps() {
  const auto prefix =
      rc::gen::map(rc::gen::resize(4, rc::gen::container<std::string>(rc::gen::element('a', 'b'))),
                   [](const std::string& letters) {
                     Name name;
                     for (const char letter : letters) {
                       name.append(std::string(1, letter));
                     }
                     return name;
                   });
  return rc::gen::map(rc::gen::tuple(prefix, rc::gen::inRange<FaceId>(300, 304), rc::gen::inRange(0, 2),
                                     rc::gen::inRange(0, 5), rc::gen::inRange(0, 4), rc::gen::inRange(0, 4)),
                      [](const std::tuple<Name, FaceId, int, int, int, int>& t) {
                        const auto& [name, face, origin, cost, flags, action] = t;
                        return Step{
                            name,
                            {face, static_cast<std::uint64_t>(origin), static_cast<std::uint64_t>(cost),
                             static_cast<std::uint64_t>(flags), std::nullopt},
                            action};
                      });
}

void apply(std::map<Name, std::vector<Route>>& routes, const Step& step) {
  const auto same = [&step](const Route& route) {
    return route.face == step.route.face && (step.action == 3 || route.origin == step.route.origin);
  };
  if (step.action == 3) {
    for (auto& [name, list] : routes) {
      std::erase_if(list, same);
    }
  } else {
    std::erase_if(routes[step.prefix], same);
    if (step.action < 2) {
      routes[step.prefix].push_back(step.route);
    }
  }
  std::erase_if(routes, [](const auto& item) { return item.second.empty(); });
}

RC_GTEST_PROP(RibProperty, the_fib_is_what_the_definition_says_after_every_step, ()) {
  test::RecordingDataPlane plane;
  FibWriter fib(plane);
  Rib rib(fib, plane);
  std::map<Name, std::vector<Route>> routes;
  for (const Step& step : *rc::gen::container<std::vector<Step>>(steps())) {
    apply(routes, step);
    if (step.action < 2) {
      rib.add(step.prefix, step.route);
    } else if (step.action == 2) {
      rib.remove(step.prefix, step.route.face, step.route.origin);
    } else {
      RC_ASSERT(rib.remove_face(step.route.face, 1000));
    }
    RC_ASSERT(plane.fib.size() == routes.size());
    for (const auto& [prefix, list] : routes) {
      RC_ASSERT(by_face(plane.next_hops(prefix)) == naive_hops(routes, prefix));
    }
  }
}

class RibSweepTest : public RibTest {
 protected:
  static constexpr std::size_t count = 5 * Rib::work_at_once;

  RibSweepTest() {
    for (std::size_t i = 0; i < count; ++i) {
      rib_.add(below(i), {300, 0, 1, inherit, std::nullopt});
    }
  }
  static Name below(std::size_t number) { return Name::literal("/a/" + std::to_string(number)); }
  void sweep_all() {
    while (!rib_.refresh_more(100)) {
    }
  }
  std::size_t having(FaceId face) const {
    std::size_t found = 0;
    for (const auto& [prefix, hops] : plane_.fib) {
      found += std::ranges::count(hops, face, &table::NextHop::face);
    }
    return found;
  }
};

TEST_F(RibSweepTest, what_a_short_prefix_passes_on_arrives_in_turns) {
  const auto writes = plane_.fib_writes;
  add("/", 301, 7, inherit);
  EXPECT_LE(plane_.fib_writes - writes, Rib::work_at_once + 1) << "the command itself takes a bounded time";
  const auto before = plane_.fib_writes;
  EXPECT_FALSE(rib_.refresh_more(100));
  EXPECT_LE(plane_.fib_writes - before, 100u);
  sweep_all();
  EXPECT_EQ(having(301), count + 1);
  remove("/", 301);
  sweep_all();
  EXPECT_EQ(having(301), 0u);
}

TEST_F(RibSweepTest, a_change_on_the_way_reaches_all_in_the_end) {
  add("/", 301, 7, inherit);
  rib_.refresh_more(500);
  add("/", 302, 7, inherit);
  rib_.refresh_more(500);
  remove("/", 301);
  rib_.remove(below(count / 2), 300, 0);
  sweep_all();
  EXPECT_EQ(having(301), 0u);
  EXPECT_EQ(having(302), count);
}

TEST_F(RibSweepTest, who_keeps_changing_it_keeps_nobody_waiting) {
  add("/", 301, 0, inherit);
  for (std::uint64_t cost = 1; cost <= count / 500; ++cost) {
    add("/", 301, cost, inherit);
    rib_.refresh_more(500);
  }
  EXPECT_EQ(having(301), count + 1);
}

TEST_F(RibTest, many_that_expire_together_go_in_turns) {
  for (std::size_t i = 0; i < 2 * Rib::work_at_once; ++i) {
    rib_.add(Name::literal("/e/" + std::to_string(i)), {300, 0, 1, inherit, TimeNs{1000}});
  }
  EXPECT_EQ(rib_.expire(2000), 2000u);
  EXPECT_EQ(plane_.fib.size(), Rib::work_at_once);
  EXPECT_EQ(rib_.expire(2000), time_never);
  EXPECT_TRUE(plane_.fib.empty());
}

TEST(RibBulk, a_hundred_thousand_routes) {
  test::RecordingDataPlane plane;
  FibWriter fib(plane);
  Rib rib(fib, plane);
  constexpr unsigned count = 100'000;
  const auto start = std::chrono::steady_clock::now();
  for (unsigned i = 0; i < count; ++i) {
    Name prefix = Name::literal("/bulk");
    prefix.append(std::to_string(i % 1000)).append(std::to_string(i));
    ASSERT_EQ(rib.add(prefix, Route{300 + i % 8, 0, i % 10, 1, std::nullopt}), FibOutcome::ok);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::printf("100000 routes: %.2f s\n", took.count());
  EXPECT_EQ(plane.fib.size(), count);
  EXPECT_EQ(plane.fib_writes, count) << "each route touched only its own prefix";
}

}  // namespace
}  // namespace augustus::manage::rib_test
