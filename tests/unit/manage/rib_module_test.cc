// SPDX-License-Identifier: Apache-2.0
#include "manage/rib_module.hh"

#include "announcement.hh"
#include "manage/codec/rib_status.hh"
#include "manager_test.hh"

namespace augustus::manage::rib_module_test {
namespace {

using wire::Data;
using wire::Interest;
using test::announcement;
using test::validity;
using wire::Name;
using Hops = std::vector<table::NextHop>;

class RibModuleTest : public test::ManagerTest {
 protected:
  Hops hops(const std::string& uri) const { return plane_->next_hops(Name::literal(uri)); }

  std::vector<RibStatus> list() {
    std::vector<RibStatus> entries;
    for (const auto& item : items(dataset("/localhost/nfd/rib/list"))) {
      entries.push_back(RibStatus::decode(item).value());
    }
    return entries;
  }
};

TEST_F(RibModuleTest, register_takes_its_defaults_and_echoes_them) {
  const auto response = command("rib", "register", named("/app"));
  ASSERT_TRUE(response);
  EXPECT_EQ(response->code, 200u);
  EXPECT_EQ(response->body->name, Name::literal("/app"));
  EXPECT_EQ(response->body->face_id, client);
  EXPECT_EQ(response->body->origin, 0u);
  EXPECT_EQ(response->body->cost, 0u);
  EXPECT_EQ(response->body->flags, 1u);
  EXPECT_EQ(hops("/app"), (Hops{{client, 0}}));
}

TEST_F(RibModuleTest, register_names_a_face_origin_cost_flags_and_expiration) {
  ControlParameters parameters = named("/app");
  parameters.face_id = 400;
  parameters.origin = 65;
  parameters.cost = 7;
  parameters.flags = 2;
  parameters.expiration_period_ms = 5000;
  const auto response = command("rib", "register", parameters);
  ASSERT_EQ(response->code, 200u);
  EXPECT_EQ(response->body->expiration_period_ms, 5000u);
  const auto entries = list();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[1], (RibStatus{Name::literal("/localhost/nfd"), {{1, 0, 0, 3, std::nullopt}}}));
  EXPECT_EQ(entries[0], (RibStatus{Name::literal("/app"), {{400, 65, 7, 2, 5000}}}));

  now_ += 5 * nanoseconds_per_second;
  EXPECT_GT(manager_->tick(now_), now_);
  EXPECT_TRUE(hops("/app").empty());
}

TEST_F(RibModuleTest, face_0_is_the_incoming_face) {
  ControlParameters parameters = named("/app");
  parameters.face_id = 0;
  EXPECT_EQ(command("rib", "register", parameters)->body->face_id, client);
  EXPECT_EQ(command("rib", "unregister", parameters)->body->face_id, client);
  EXPECT_TRUE(hops("/app").empty());
}

TEST_F(RibModuleTest, unregister_succeeds_whether_or_not_there_is_a_route) {
  EXPECT_EQ(code("rib", "unregister", named("/app")), 200u);
  command("rib", "register", named("/app"));
  ControlParameters other_origin = named("/app");
  other_origin.origin = 65;
  EXPECT_EQ(code("rib", "unregister", other_origin), 200u);
  EXPECT_EQ(hops("/app").size(), 1u);
  EXPECT_EQ(code("rib", "unregister", named("/app")), 200u);
  EXPECT_TRUE(hops("/app").empty());
}

TEST_F(RibModuleTest, failures_have_the_protocols_codes) {
  EXPECT_EQ(code("rib", "register", ControlParameters{}), 400u) << "Name is missing";
  ControlParameters with_uri = named("/app");
  with_uri.uri = "udp4://192.0.2.1:6363";
  EXPECT_EQ(code("rib", "register", with_uri), 400u) << "Uri does not belong there";
  ControlParameters unknown_face = named("/app");
  unknown_face.face_id = 9999;
  EXPECT_EQ(code("rib", "register", unknown_face), 410u);
  unknown_face.face_id = (std::uint64_t{1} << 32) + client;
  EXPECT_EQ(code("rib", "register", unknown_face), 410u);
  EXPECT_EQ(code("rib", "register", named(deep_name())), 414u);
  plane_->fib_prefixes_max = plane_->fib.size();
  EXPECT_EQ(code("rib", "register", named("/app")), 500u);
  EXPECT_EQ(list().size(), 1u);
}

TEST_F(RibModuleTest, routes_vanish_with_their_face) {
  command("rib", "register", named("/app"));
  plane_->destroy_with_event(client);
  manager_->tick(now_);
  EXPECT_TRUE(hops("/app").empty());
}

TEST_F(RibModuleTest, routes_vanish_even_when_the_event_was_lost) {
  command("rib", "register", named("/app"));
  manager_->tick(now_);
  plane_->faces.erase(client);
  manager_->tick(now_ + 61 * nanoseconds_per_second);
  EXPECT_TRUE(hops("/app").empty());
}

TEST_F(RibModuleTest, refused_and_malformed_commands_change_nothing) {
  const auto signed_command =
      test::sign_digest(test::unsigned_command("rib", "register", named("/app")), wall_);
  const auto refused = ask(test::forge(signed_command));
  ASSERT_TRUE(refused);
  EXPECT_EQ(ControlResponse::decode(refused->content)->code, 403u);

  Interest no_parameters;
  no_parameters.name = Name::literal("/localhost/nfd/rib/register");
  EXPECT_TRUE(exchange(no_parameters).empty());
  no_parameters.name = Name::literal("/localhost/nfd/rib/register/garbage");
  EXPECT_TRUE(exchange(no_parameters).empty());
  plane_->sent.clear();
  receive(test::from_hex("0503070108"), client);
  receive({}, client);
  EXPECT_TRUE(plane_->sent.empty());
  EXPECT_TRUE(hops("/app").empty());
}

TEST_F(RibModuleTest, a_replayed_command_is_refused) {
  const auto signed_command =
      test::sign_digest(test::unsigned_command("rib", "register", named("/app")), wall_);
  EXPECT_EQ(ControlResponse::decode(ask(signed_command)->content)->code, 200u);
  command("rib", "unregister", named("/app"));
  EXPECT_EQ(ControlResponse::decode(ask(signed_command)->content)->code, 403u);
  EXPECT_TRUE(hops("/app").empty());
}

TEST_F(RibModuleTest, localhop_is_served_only_when_enabled_and_only_for_the_rib) {
  const Name localhop = Name::literal("/localhop/nfd");
  const auto register_command =
      test::sign_digest(test::unsigned_command("rib", "register", named("/app"), localhop), wall_);
  EXPECT_TRUE(exchange(register_command).empty());
  ManagerOptions options;
  options.localhop_rib = true;
  start(options);
  EXPECT_EQ(hops("/localhop/nfd"), (Hops{{face_id_management, 0}}));
  EXPECT_EQ(ControlResponse::decode(ask(register_command)->content)->code, 200u);
  EXPECT_EQ(hops("/app"), (Hops{{client, 0}}));
  EXPECT_TRUE(
      exchange(test::sign_digest(test::unsigned_command("fib", "add-nexthop", named("/b"), localhop), wall_))
          .empty());
}

Interest announce(const Data& data, TimeNs wall) {
  Interest interest;
  interest.name = Name::literal("/localhost/nfd/rib/announce");
  interest.parameters = data.encode();
  return test::sign_digest(interest, wall);
}

TEST_F(RibModuleTest, an_announcement_makes_a_route) {
  const auto data = ask(announce(announcement("/net", 60000), wall_));
  ASSERT_TRUE(data);
  const auto response = ControlResponse::decode(data->content);
  ASSERT_EQ(response->code, 200u);
  EXPECT_EQ(response->body->name, Name::literal("/net"));
  EXPECT_EQ(response->body->face_id, client);
  EXPECT_EQ(response->body->origin, 129u);
  EXPECT_EQ(response->body->cost, 2048u);
  EXPECT_EQ(response->body->flags, 1u);
  EXPECT_EQ(response->body->expiration_period_ms, 60000u);
  EXPECT_EQ(hops("/net"), (Hops{{client, 2048}}));
  manager_->tick(now_ + 61 * nanoseconds_per_second);
  EXPECT_TRUE(hops("/net").empty());
}

TEST_F(RibModuleTest, an_announcement_lives_no_longer_than_its_validity) {
  // some_wall is 2023-11-14T22:13:20.
  const auto valid = announcement("/net", 3600000, validity("20231114T000000", "20231114T221350"));
  const auto data = ask(announce(valid, wall_));
  EXPECT_EQ(ControlResponse::decode(data->content)->body->expiration_period_ms, 30000u);

  const auto over = announcement("/old", 3600000, validity("20231113T000000", "20231114T000000"));
  EXPECT_EQ(ControlResponse::decode(ask(announce(over, wall_))->content)->code, 403u);
  EXPECT_TRUE(hops("/old").empty());
}

TEST_F(RibModuleTest, a_forged_or_untrusted_announcement_is_refused) {
  Data forged = announcement("/net", 60000);
  forged.signature_info = test::from_hex("1b0100");
  forged.signature_value = std::vector<std::uint8_t>(32, 7);
  EXPECT_EQ(ControlResponse::decode(ask(announce(forged, wall_))->content)->code, 403u);

  ManagerOptions options;
  options.announcement_signers.clear();
  start(options);
  const auto refused = ask(announce(announcement("/net", 60000), wall_));
  EXPECT_EQ(ControlResponse::decode(refused->content)->code, 403u);
  EXPECT_TRUE(hops("/net").empty());
}

TEST_F(RibModuleTest, what_is_no_announcement_gets_no_answer) {
  Data wrong_type = announcement("/net", 60000);
  wrong_type.content_type = 0;
  EXPECT_TRUE(exchange(announce(wrong_type, wall_)).empty());
  Data wrong_name = announcement("/net", 60000);
  wrong_name.name = Name::literal("/net/PA/v=1/seg=0");
  EXPECT_TRUE(exchange(announce(wrong_name, wall_)).empty());
  Data no_expiration = announcement("/net", 60000);
  no_expiration.content = {};
  EXPECT_TRUE(exchange(announce(no_expiration, wall_)).empty());
  EXPECT_TRUE(exchange(announce(announcement("/net", 60000, test::from_hex("fd010100")), wall_)).empty());
}

TEST_F(RibModuleTest, a_deep_announcement_is_refused) {
  const auto data = ask(announce(announcement(deep_name(), 60000), wall_));
  EXPECT_EQ(ControlResponse::decode(data->content)->code, 414u);
}

}  // namespace
}  // namespace augustus::manage::rib_module_test
