// SPDX-License-Identifier: Apache-2.0
#include "manage/rib/outgoing_announcement.hh"

#include <gtest/gtest.h>

#include "announcement.hh"
#include "command_builder.hh"
#include "manage/rib/prefix_announcement.hh"
#include "recording_data_plane.hh"

namespace augustus::manage::outgoing_announcement_test {
namespace {

using test::announcement;
using wire::Name;

class OutgoingAnnouncementTest : public testing::Test {
 protected:
  static constexpr TimeNs now = 1000 * nanoseconds_per_second;

  void add(const std::string& prefix, std::optional<TimeNs> expires = std::nullopt,
           const std::optional<wire::Data>& announced_by = std::nullopt, std::uint64_t origin = 0) {
    Route route{.face = 300, .origin = origin, .expires = expires};
    if (announced_by) {
      route.announcement = std::make_shared<const std::vector<std::uint8_t>>(announced_by->encode());
    }
    ASSERT_EQ(rib_.add(Name::literal(prefix), route), table::FibOutcome::ok);
  }
  /// What goes with a Data of this name.
  std::vector<std::uint8_t> announcement_for(const std::string& data_name) const {
    wire::Data data;
    data.name = Name::literal(data_name);
    return outgoing_announcement(rib_, data.encode(), now, test::some_wall);
  }
  std::optional<PrefixAnnouncement> own(const std::string& data_name) const {
    const auto data = wire::Data::decode(announcement_for(data_name));
    return data ? PrefixAnnouncement::from_data(*data) : std::nullopt;
  }

  test::RecordingDataPlane plane_;
  FibWriter fib_{plane_};
  Rib rib_{fib_, plane_};
};

TEST_F(OutgoingAnnouncementTest, is_of_the_longest_prefix_with_routes) {
  add("/net");
  add("/net/a");
  EXPECT_EQ(own("/net/a/1")->prefix, Name::literal("/net/a"));
  EXPECT_EQ(own("/net/a")->prefix, Name::literal("/net/a"));
  EXPECT_EQ(own("/net/b/1")->prefix, Name::literal("/net"));
  EXPECT_TRUE(announcement_for("/other").empty());
}

TEST_F(OutgoingAnnouncementTest, lasts_as_long_as_the_routes_but_neither_seconds_nor_days) {
  add("/forever");
  add("/minute", now + 60 * nanoseconds_per_second);
  add("/second", now + nanoseconds_per_second);
  EXPECT_EQ(own("/forever/1")->expiration_ms, 3600'000u);
  EXPECT_EQ(own("/minute/1")->expiration_ms, 60'000u);
  EXPECT_EQ(own("/second/1")->expiration_ms, 15'000u);
}

TEST_F(OutgoingAnnouncementTest, is_handed_on_where_a_route_was_announced) {
  const auto shorter = announcement("/net", 60000);
  const auto longer = announcement("/net", 90000);
  add("/net", now + 60 * nanoseconds_per_second, shorter, 129);
  add("/net", std::nullopt, std::nullopt, 255);
  EXPECT_EQ(announcement_for("/net/a"), shorter.encode());
  add("/net", now + 90 * nanoseconds_per_second, longer, 130);
  EXPECT_EQ(announcement_for("/net/a"), longer.encode());
}

TEST_F(OutgoingAnnouncementTest, says_nothing_of_localhost) {
  add("/localhost/nfd");
  EXPECT_TRUE(announcement_for("/localhost/nfd/status").empty());
}

}  // namespace
}  // namespace augustus::manage::outgoing_announcement_test
