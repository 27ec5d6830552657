// SPDX-License-Identifier: Apache-2.0
#include "manage/rib/turn.hh"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "manage/rib/rib.hh"
#include "recording_data_plane.hh"

// How much the RIB does in one go, measured by what it writes into the FIB.
namespace augustus::manage::rib_turn_test {
namespace {

using wire::Name;
using Hops = std::vector<table::NextHop>;

Hops by_face(Hops hops) {
  std::ranges::sort(hops, {}, &table::NextHop::face);
  return hops;
}

TEST(Turn, a_prefix_of_many_next_hops_is_as_many_units) {
  Turn turn(4);
  turn.spend(1);
  EXPECT_EQ(turn.left(), 3u);
  turn.spend(Turn::hops_of_unit);
  EXPECT_EQ(turn.left(), 1u);
  EXPECT_FALSE(turn.over());
  turn.spend(1000 * Turn::hops_of_unit);
  EXPECT_TRUE(turn.over());
  EXPECT_EQ(turn.left(), 0u);
}

class RibTurnTest : public testing::Test {
 protected:
  static constexpr TimeNs expiry = 1000;

  void add(const Name& prefix, FaceId face, std::uint64_t cost = 1, std::optional<TimeNs> expires = std::nullopt) {
    rib_.add(prefix, {face, 0, cost, route_flag_child_inherit, expires});
  }
  static Name root(unsigned number) { return Name::literal("/r/" + std::to_string(number)); }
  static Name below(Name prefix, unsigned number) { return prefix.append("below").append(std::to_string(number)); }
  void add_below(const Name& prefix, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      add(below(prefix, i), 300);
    }
  }
  template <typename Work>
  std::uint64_t writes_of(Work&& work) const {
    const std::uint64_t before = plane_.fib_writes;
    work();
    return plane_.fib_writes - before;
  }
  void sweep_all() {
    while (!rib_.refresh_more(100)) {
    }
  }
  std::size_t having(FaceId face) const {
    return static_cast<std::size_t>(std::ranges::count_if(plane_.fib, [face](const auto& entry) {
      return std::ranges::find(entry.second, face, &table::NextHop::face) != entry.second.end();
    }));
  }

  test::RecordingDataPlane plane_;
  FibWriter fib_{plane_};
  Rib rib_{fib_, plane_};
};

TEST_F(RibTurnTest, of_prefixes_that_inherit_many_next_hops_fewer_are_recomputed_at_once) {
  constexpr unsigned routes = 8 * Turn::hops_of_unit;
  constexpr unsigned prefixes = 500;
  for (FaceId face = 1000; face < 1000 + routes; ++face) {
    add(Name(), face);
  }
  add_below(root(0), prefixes);
  const auto command = writes_of([this] { add(Name(), 301, 0); });
  EXPECT_LE(command, Rib::work_at_once / 8 + 1);
  EXPECT_LE(writes_of([this] { rib_.refresh_more(80); }), 80u / 8);
  sweep_all();
  EXPECT_EQ(having(301), prefixes + 1);
}

TEST_F(RibTurnTest, what_is_recomputed_below_routes_that_expire_is_of_the_same_turn) {
  constexpr unsigned roots = 10;
  for (unsigned i = 0; i < roots; ++i) {
    add_below(root(i), 300);
    add(root(i), 301, 1, expiry);
  }
  ASSERT_EQ(having(301), roots * 301u);
  EXPECT_LE(writes_of([this] { rib_.expire(expiry); }), Rib::work_at_once + 1);
  while (rib_.expire(expiry) <= expiry) {
  }
  sweep_all();
  EXPECT_EQ(having(301), 0u);
  EXPECT_EQ(plane_.fib.size(), roots * 300u);
}

TEST_F(RibTurnTest, what_is_recomputed_below_routes_of_a_face_that_is_gone_is_of_the_same_turn) {
  constexpr unsigned roots = 10;
  for (unsigned i = 0; i < roots; ++i) {
    add_below(root(i), 300);
    add(root(i), 301);
  }
  EXPECT_LE(writes_of([this] { EXPECT_FALSE(rib_.remove_face(301, 100)); }), 101u);
  while (!rib_.remove_face(301, 100)) {
  }
  sweep_all();
  EXPECT_EQ(having(301), 0u);
}

TEST_F(RibTurnTest, many_prefixes_that_changed_share_a_turn_and_all_have_one) {
  constexpr unsigned roots = 4;
  constexpr unsigned prefixes = Rib::work_at_once + 100;
  for (unsigned i = 0; i < roots; ++i) {
    add_below(root(i), prefixes);
    add(root(i), 301);
  }
  EXPECT_LE(writes_of([this] { rib_.refresh_more(2); }), 2u);
  for (unsigned turns = 0; turns < roots * prefixes; ++turns) {
    EXPECT_LE(writes_of([this] { rib_.refresh_more(1); }), 1u);
  }
  EXPECT_EQ(having(301), roots * (prefixes + 1));
}

TEST_F(RibTurnTest, what_the_fib_had_no_room_for_comes_in_when_a_cheaper_one_goes) {
  const Name prefix = Name::literal("/a");
  for (unsigned i = 0; i <= table::next_hops_max; ++i) {
    add(prefix, 300 + i, i);
  }
  const FaceId dearest = 300 + table::next_hops_max;
  EXPECT_EQ(plane_.next_hops(prefix).size(), table::next_hops_max);
  EXPECT_EQ(having(dearest), 0u);
  rib_.remove(prefix, 300, 0);
  EXPECT_EQ(plane_.next_hops(prefix).size(), table::next_hops_max);
  EXPECT_EQ(having(dearest), 1u);
}

TEST_F(RibTurnTest, next_hops_that_stay_are_as_the_fib_command_left_them) {
  const Name prefix = Name::literal("/a");
  const Hops former{{300, 1}, {301, 1}, {302, 1}};
  fib_.replace(prefix, {}, former);
  fib_.add(prefix, {310, 4});
  fib_.add(prefix, {301, 9});
  fib_.replace(prefix, former, {{301, 1}, {302, 5}, {303, 2}});
  EXPECT_EQ(by_face(plane_.next_hops(prefix)), (Hops{{301, 9}, {302, 5}, {303, 2}, {310, 4}}));
}

}  // namespace
}  // namespace augustus::manage::rib_turn_test
