// SPDX-License-Identifier: Apache-2.0
#include "manage/rib/route_learner.hh"

#include "announcement.hh"
#include "manage/codec/drop_status.hh"
#include "manager_test.hh"

namespace augustus::manage::route_learner_test {
namespace {

using test::announcement;
using wire::Data;
using wire::Name;
using Hops = std::vector<table::NextHop>;
using Kind = forward::RouteLesson::Kind;

/// Lessons as workers send them; 400 is the upstream's Face.
class RouteLearnerTest : public test::ManagerTest {
 protected:
  static constexpr FaceId upstream = 400;

  Hops hops(const std::string& uri) const { return plane_->next_hops(Name::literal(uri)); }

  void announced(const std::string& data_name, const std::vector<std::uint8_t>& announcement_tlv,
                 FaceId face = upstream) {
    Data data;
    data.name = Name::literal(data_name);
    const auto packet = data.encode();
    manager_->learn({Kind::announced, face, packet, announcement_tlv}, now_, wall_);
  }
  void announced(const std::string& data_name, const Data& announcement) {
    announced(data_name, announcement.encode());
  }
  void no_route(const std::string& name, FaceId face = upstream) {
    wire::Interest interest;
    interest.name = Name::literal(name);
    const auto packet = interest.encode();
    manager_->learn({Kind::no_route, face, packet, {}}, now_, wall_);
  }
  /// How often status/drops says an announcement was refused.
  std::uint64_t refused() {
    for (const auto& item : items(dataset("/localhost/nfd/status/drops"))) {
      const auto drop = DropStatus::decode(item);
      if (drop && drop->reason == "announcement_refused") {
        return drop->count;
      }
    }
    return 0;
  }
};

TEST_F(RouteLearnerTest, an_announcement_makes_a_route_that_ends_with_it) {
  announced("/net/a/1", announcement("/net", 60000));
  EXPECT_EQ(hops("/net"), (Hops{{upstream, 2048}}));
  EXPECT_EQ(refused(), 0u);
  manager_->tick(now_ + 61 * nanoseconds_per_second);
  EXPECT_TRUE(hops("/net").empty());
}

TEST_F(RouteLearnerTest, a_route_lives_ten_minutes_at_most_and_is_renewed_by_the_next_announcement) {
  announced("/net/a", announcement("/net", 3600000));
  now_ += 599 * nanoseconds_per_second;
  manager_->tick(now_);
  EXPECT_EQ(hops("/net").size(), 1u);
  announced("/net/b", announcement("/net", 3600000));
  now_ += 599 * nanoseconds_per_second;
  manager_->tick(now_);
  EXPECT_EQ(hops("/net").size(), 1u);
  manager_->tick(now_ + 2 * nanoseconds_per_second);
  EXPECT_TRUE(hops("/net").empty());
}

TEST_F(RouteLearnerTest, the_upstreams_nack_removes_the_longest_learned_route) {
  announced("/net/a/1", announcement("/net", 60000));
  announced("/net/a/1", announcement("/net/a", 60000));
  no_route("/net/a/2");
  EXPECT_TRUE(hops("/net/a").empty());
  EXPECT_EQ(hops("/net"), (Hops{{upstream, 2048}}));
  no_route("/other");
  no_route("/net/a/3", client);
  EXPECT_EQ(hops("/net"), (Hops{{upstream, 2048}})) << "of another Face";
  no_route("/net/a/3");
  EXPECT_TRUE(hops("/net").empty());
}

TEST_F(RouteLearnerTest, a_nack_removes_no_route_that_was_registered) {
  ControlParameters parameters = named("/net");
  parameters.face_id = upstream;
  command("rib", "register", parameters);
  no_route("/net/a");
  EXPECT_EQ(hops("/net"), (Hops{{upstream, 0}}));
}

TEST_F(RouteLearnerTest, what_an_announcement_may_not_say_is_refused_and_counted) {
  announced("/net/a", announcement("/elsewhere", 60000));
  announced("/net/a", announcement("/net/a/b", 60000));
  announced("/localhost/a", announcement("/localhost", 60000));
  announced(deep_name(), announcement(deep_name(), 60000));
  announced("/net/a", announcement("/net", 0));
  announced("/net/a", announcement("/net", 60000, test::validity("20200101T000000", "20210101T000000")));
  announced("/net/a", announcement("/net", 60000).encode(), 9999);
  announced("/net/a", std::vector<std::uint8_t>{0x06, 0x05, 0x07});
  announced("/net/a", std::vector<std::uint8_t>{});
  Data no_announcement = announcement("/net", 60000);
  no_announcement.content_type = 0;
  announced("/net/a", no_announcement);
  EXPECT_EQ(refused(), 10u);
  EXPECT_EQ(plane_->fib.size(), 1u) << "only the management prefix";
}

TEST_F(RouteLearnerTest, a_forged_or_untrusted_announcement_is_refused) {
  Data forged = announcement("/net", 60000);
  forged.signature_info = test::from_hex("1b0100");
  forged.signature_value = std::vector<std::uint8_t>(32, 7);
  announced("/net/a", forged);
  EXPECT_TRUE(hops("/net").empty());

  ManagerOptions options;
  options.announcement_signers.clear();
  start(options);
  announced("/net/a", announcement("/net", 60000));
  EXPECT_TRUE(hops("/net").empty());
  EXPECT_EQ(refused(), 1u);
}

TEST_F(RouteLearnerTest, a_full_fib_is_no_harm) {
  plane_->fib_prefixes_max = plane_->fib.size();
  announced("/net/a", announcement("/net", 60000));
  EXPECT_TRUE(hops("/net").empty());
  EXPECT_EQ(refused(), 1u);
  plane_->fib_prefixes_max += 1;
  announced("/net/a", announcement("/net", 60000));
  EXPECT_EQ(hops("/net").size(), 1u);
}

TEST_F(RouteLearnerTest, a_learned_route_goes_with_its_face) {
  announced("/net/a", announcement("/net", 60000));
  plane_->destroy_with_event(upstream);
  manager_->tick(now_);
  EXPECT_TRUE(hops("/net").empty());
}

}  // namespace
}  // namespace augustus::manage::route_learner_test
