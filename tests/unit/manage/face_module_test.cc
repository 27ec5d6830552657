// SPDX-License-Identifier: Apache-2.0
#include "manage/face_module.hh"

#include <algorithm>

#include "face/face_source.hh"
#include "manage/codec/channel_status.hh"
#include "manage/codec/face_event_notification.hh"
#include "manage/codec/face_status.hh"
#include "manager_test.hh"

namespace augustus::manage::face_module_test {
namespace {

using wire::Data;
using wire::Interest;
using wire::Name;

class FaceModuleTest : public test::ManagerTest {
 protected:
  static ControlParameters uri(const std::string& text) {
    ControlParameters parameters;
    parameters.uri = text;
    return parameters;
  }
  static ControlParameters face(std::uint64_t id) {
    ControlParameters parameters;
    parameters.face_id = id;
    return parameters;
  }
  std::vector<std::uint64_t> query(const FaceQueryFilter& filter) {
    Interest interest;
    interest.name = Name::literal("/localhost/nfd/faces/query");
    interest.name.append(wire::component_type::generic, filter.encode());
    interest.can_be_prefix = true;
    const Data data = ask_dataset(interest).value();
    EXPECT_TRUE(interest.name.is_prefix_of(data.name));
    std::vector<std::uint64_t> ids;
    for (const auto& item : items(data.content)) {
      ids.push_back(FaceStatus::decode(item).value().face_id);
    }
    return ids;
  }
};

TEST_F(FaceModuleTest, create_passes_the_request_on_and_answers_with_the_face) {
  plane_->next_result = {200, "OK", plane_->faces.at(400)};
  plane_->next_result.face->mtu = 1400;
  ControlParameters parameters = uri("udp4://192.0.2.1:6363");
  parameters.face_persistency = 2;
  parameters.flags = 2;
  parameters.mask = 6;
  parameters.mtu = 1400;
  parameters.congestion_interval_ns = 5;
  parameters.congestion_threshold_bytes = 6;
  const auto response = command("faces", "create", parameters);
  ASSERT_EQ(response->code, 200u);
  EXPECT_EQ(response->body->face_id, 400u);
  EXPECT_EQ(response->body->uri, "udp4://192.0.2.1:6363");
  EXPECT_EQ(response->body->local_uri, "udp4://local");
  EXPECT_TRUE(response->body->flags && response->body->face_persistency);
  EXPECT_EQ(response->body->mtu, 1400u);
  EXPECT_EQ(plane_->last_request.remote_uri, "udp4://192.0.2.1:6363");
  EXPECT_EQ(plane_->last_request.persistency, face::Persistency::permanent);
  EXPECT_EQ(plane_->last_request.flags, face::flag_lp_reliability) << "congestion marking was masked off";
  EXPECT_EQ(plane_->last_request.mtu, 1400u);
  EXPECT_EQ(plane_->last_request.congestion_interval_ns, 5u);
  EXPECT_EQ(plane_->last_request.congestion_threshold_bytes, 6u);
}

TEST_F(FaceModuleTest, a_response_holds_no_settings_that_were_not_asked_for) {
  plane_->next_result = {200, "OK", plane_->faces.at(400)};
  plane_->next_result.face->mtu = 1400;
  const auto response = command("faces", "create", uri("udp4://192.0.2.1:6363"));
  EXPECT_EQ(response->body->fields(),
            Field::face_id | Field::uri | Field::local_uri | Field::flags | Field::face_persistency);
}

TEST_F(FaceModuleTest, a_face_that_exists_is_answered_409_with_its_description) {
  plane_->next_result = {409, "Face with remote URI already exists", plane_->faces.at(400)};
  const auto response = command("faces", "create", uri("udp4://192.0.2.1:6363"));
  EXPECT_EQ(response->code, 409u);
  EXPECT_EQ(response->body->face_id, 400u);
}

/// faces/create over TCP: the command waits, others are answered.
class ConnectingFaceTest : public FaceModuleTest {
 protected:
  void SetUp() override {
    FaceModuleTest::SetUp();
    plane_->add_face(500, "tcp4://192.0.2.1:6363");
    plane_->faces[500].up = false;
    plane_->next_result = {200, "OK", plane_->faces.at(500), true};
    EXPECT_FALSE(command("faces", "create", uri("tcp4://192.0.2.1:6363"))) << "no answer yet";
    plane_->next_result = {409, "Face with remote URI already exists", plane_->faces.at(500)};
    EXPECT_FALSE(command("faces", "create", uri("tcp4://192.0.2.1:6363"))) << "waits for the same attempt";
    EXPECT_FALSE(items(dataset("/localhost/nfd/faces/list")).empty());
    plane_->sent.clear();
  }
  /// What was answered since then.
  std::vector<ControlResponse> answers() {
    std::vector<ControlResponse> responses;
    for (const auto& packet : plane_->sent) {
      responses.push_back(*ControlResponse::decode(Data::decode(packet)->content));
    }
    return responses;
  }
};

TEST_F(ConnectingFaceTest, is_answered_when_the_connection_stands) {
  plane_->faces[500].up = true;
  plane_->events.push_back({face::FaceEventKind::up, plane_->faces[500]});
  manager_->tick(now_);
  const auto responses = answers();
  ASSERT_EQ(responses.size(), 2u);
  EXPECT_EQ(responses[0].code, 200u);
  EXPECT_EQ(responses[0].body->face_id, 500u);
  EXPECT_EQ(responses[1].code, 409u);
  EXPECT_EQ(responses[1].body->face_id, 500u);
}

TEST_F(ConnectingFaceTest, is_answered_504_when_there_is_nobody) {
  plane_->faces[500].problem = "Connection refused";
  plane_->destroy_with_event(500);
  manager_->tick(now_);
  const auto responses = answers();
  ASSERT_EQ(responses.size(), 2u);
  for (const auto& response : responses) {
    EXPECT_EQ(response.code, 504u);
    EXPECT_EQ(response.text, "Connection failed: Connection refused");
    EXPECT_FALSE(response.body);
  }
}

TEST_F(ConnectingFaceTest, is_answered_in_time_though_the_event_was_lost) {
  plane_->faces.erase(500);
  EXPECT_LE(manager_->tick(now_), now_ + 10 * nanoseconds_per_second);
  EXPECT_TRUE(answers().empty());
  manager_->tick(now_ + 10 * nanoseconds_per_second);
  ASSERT_EQ(answers().size(), 2u);
  EXPECT_EQ(answers()[0].code, 504u);
}

/// Commands of users of this machine for Faces that never stand.
class ConnectingFacesTest : public FaceModuleTest {
 protected:
  static constexpr FaceId operator_face = client, hoarder = 301, others[] = {302, 303, 304};

  void SetUp() override {
    FaceModuleTest::SetUp();
    for (const FaceId face : {hoarder, others[0], others[1], others[2]}) {
      plane_->add_face(face, "unix:///tmp/user");
      plane_->faces[face].scope = forward::FaceScope::local;
      plane_->faces[face].peer = face::UnixPeer{.user = geteuid() + face, .group = getegid() + face, .groups = {}};
      plane_->faces[face].source = face::source_of_user(geteuid() + face);
    }
  }
  /// Whether the command waits for its Face; otherwise it was refused, and its Face is gone.
  bool waits(FaceId from) {
    const FaceId made = next_face_++;
    const std::string remote = "tcp4://192.0.2.1:" + std::to_string(made);
    plane_->add_face(made, remote);
    plane_->faces[made].up = false;
    plane_->next_result = {200, "OK", plane_->faces.at(made), true};
    plane_->sent.clear();
    wall_ += nanoseconds_per_millisecond;
    const auto interest = test::sign_digest(test::unsigned_command("faces", "create", uri(remote)), wall_);
    receive(interest.encode(), from);
    const bool refused = !plane_->sent.empty();
    if (refused) {
      EXPECT_EQ(ControlResponse::decode(Data::decode(plane_->sent[0])->content)->code, 504u);
    }
    EXPECT_EQ(plane_->faces.contains(made), !refused);
    return !refused;
  }
  std::uint32_t waiting_of(FaceId from) {
    std::uint32_t count = 0;
    while (waits(from)) {
      ++count;
    }
    return count;
  }
  PoolFigures figures() const {
    PoolList pools;
    manager_->add_pools(pools);
    const auto found = std::ranges::find(pools, "faces_connecting", &NamedPool::name);
    return found != pools.end() ? found->figures : PoolFigures{};
  }

 private:
  FaceId next_face_ = 10000;
};

TEST_F(ConnectingFacesTest, one_user_leaves_room_for_others_and_the_operator) {
  const std::uint32_t hoarded = waiting_of(hoarder);
  EXPECT_LE(hoarded, FaceModule::waiting_max / 2);
  EXPECT_GT(hoarded, FaceModule::waiting_max / 4);
  // One of them might share that part, by chance.
  EXPECT_GE(std::ranges::count_if(others, [this](FaceId other) { return waits(other); }), 2);
  EXPECT_GT(waiting_of(operator_face), FaceModule::waiting_max / 16);
  std::uint64_t refused = 0;
  for (const auto& [reason, count] : manager_->drops()) {
    refused += reason == "connecting_share" ? count : 0;
  }
  EXPECT_GE(refused, 2u) << "the last of the one, and of the operator";
}

TEST_F(ConnectingFacesTest, an_answer_gives_the_room_back) {
  const std::uint32_t hoarded = waiting_of(hoarder);
  EXPECT_EQ(figures().in_use, hoarded);
  EXPECT_EQ(figures().largest, hoarded);
  now_ += 10 * nanoseconds_per_second;
  manager_->tick(now_);
  EXPECT_EQ(figures().in_use, 0u);
  EXPECT_EQ(waiting_of(hoarder), hoarded);
}

TEST_F(FaceModuleTest, codes_of_the_data_plane_reach_the_client) {
  for (const unsigned failure : {400u, 406u, 504u}) {
    plane_->next_result = {failure, "why", std::nullopt};
    const auto response = command("faces", "create", uri("udp4://router.example:6363"));
    EXPECT_EQ(response->code, failure);
    EXPECT_EQ(response->text, "why");
    EXPECT_FALSE(response->body);
  }
}

TEST_F(FaceModuleTest, create_refuses_what_no_face_can_have) {
  EXPECT_EQ(code("faces", "create", ControlParameters{}), 400u);
  ControlParameters parameters = uri("udp4://192.0.2.1:6363");
  parameters.flags = 1;
  EXPECT_EQ(code("faces", "create", parameters), 400u) << "Flags without Mask";
  parameters.mask = 1;
  EXPECT_EQ(code("faces", "create", parameters), 406u) << "local fields on a non-local Face";
  parameters = uri("udp4://192.0.2.1:6363");
  parameters.face_persistency = 1;
  EXPECT_EQ(code("faces", "create", parameters), 406u) << "on-demand";
  parameters.face_persistency = 3;
  EXPECT_EQ(code("faces", "create", parameters), 400u);
  parameters = uri("udp4://192.0.2.1:6363");
  parameters.mtu = 63;
  EXPECT_EQ(code("faces", "create", parameters), 406u);
  parameters = uri("tcp4://192.0.2.1:6363");
  parameters.mtu = 1400;
  EXPECT_EQ(code("faces", "create", parameters), 406u);
  EXPECT_TRUE(plane_->last_request.remote_uri.empty());
}

TEST_F(FaceModuleTest, update_without_face_changes_the_one_the_command_came_from) {
  ControlParameters parameters;
  parameters.flags = 1;
  parameters.mask = 1;
  const auto response = command("faces", "update", parameters);
  ASSERT_EQ(response->code, 200u);
  EXPECT_EQ(response->body->face_id, client);
  EXPECT_EQ(response->body->flags, 1u);
  EXPECT_TRUE(response->body->face_persistency);
  EXPECT_EQ(plane_->faces[client].flags, 1u);
}

TEST_F(FaceModuleTest, update_changes_what_is_named_and_keeps_the_rest) {
  plane_->faces[400].flags = face::flag_congestion_marking;
  ControlParameters parameters = face(400);
  parameters.flags = 2;
  parameters.mask = 2;
  parameters.face_persistency = 2;
  parameters.mtu = 1400;
  parameters.congestion_interval_ns = 7;
  EXPECT_EQ(code("faces", "update", parameters), 200u);
  const face::FaceInfo& info = plane_->faces[400];
  EXPECT_EQ(info.flags, face::flag_congestion_marking | face::flag_lp_reliability);
  EXPECT_EQ(info.persistency, face::Persistency::permanent);
  EXPECT_EQ(info.mtu, 1400u);
  EXPECT_EQ(info.congestion_interval_ns, 7u);
  EXPECT_EQ(info.congestion_threshold_bytes, 65536u);
}

TEST_F(FaceModuleTest, update_that_cannot_be_done_changes_nothing_and_says_what_is_wrong) {
  EXPECT_EQ(code("faces", "update", face(9999)), 404u);
  ControlParameters parameters = face(400);
  parameters.flags = 3;
  parameters.mask = 3;
  parameters.mtu = 10;
  const auto response = command("faces", "update", parameters);
  EXPECT_EQ(response->code, 409u);
  EXPECT_EQ(response->body->mtu, 10u);
  EXPECT_EQ(response->body->flags, 1u);
  EXPECT_FALSE(response->body->face_persistency);
  EXPECT_EQ(plane_->faces[400].flags, 0u);

  plane_->persistency_changes = false;
  parameters = face(400);
  parameters.face_persistency = 1;
  const auto refused = command("faces", "update", parameters);
  EXPECT_EQ(refused->code, 409u);
  EXPECT_EQ(refused->body->face_persistency, 1u);
  parameters = face(client);
  parameters.mtu = 1400;
  EXPECT_EQ(code("faces", "update", parameters), 409u) << "a stream has no MTU";
}

TEST_F(FaceModuleTest, destroy_answers_200_even_when_the_face_is_gone) {
  const auto response = command("faces", "destroy", face(400));
  EXPECT_EQ(response->code, 200u);
  EXPECT_EQ(response->body->face_id, 400u);
  EXPECT_FALSE(plane_->faces.contains(400));
  EXPECT_EQ(code("faces", "destroy", face(400)), 200u);
  EXPECT_EQ(code("faces", "destroy", face(0)), 400u);
  EXPECT_EQ(code("faces", "destroy", ControlParameters{}), 400u);
  EXPECT_EQ(code("faces", "destroy", face(face_id_management)), 403u);
  EXPECT_TRUE(plane_->faces.contains(face_id_management));
}

TEST_F(FaceModuleTest, list_describes_every_face) {
  plane_->traffic[400] = {.in_interests = 1, .in_data = 2, .out_bytes = 3};
  plane_->faces[400].idle_expiry = now_ + 5 * nanoseconds_per_second;
  plane_->faces[400].persistency = face::Persistency::on_demand;
  const auto list = items(dataset("/localhost/nfd/faces/list"));
  ASSERT_EQ(list.size(), 3u);
  const auto status = FaceStatus::decode(list[2]);
  ASSERT_TRUE(status);
  EXPECT_EQ(status->face_id, 400u);
  EXPECT_EQ(status->remote_uri, "udp4://192.0.2.1:6363");
  EXPECT_EQ(status->expiration_period_ms, 5000u);
  EXPECT_EQ(status->persistency, 1u);
  EXPECT_EQ(status->in_data, 2u);
  EXPECT_EQ(status->out_bytes, 3u);
}

TEST_F(FaceModuleTest, a_long_list_comes_in_segments_of_one_version) {
  for (FaceId id = 500; id < 900; ++id) {
    plane_->add_face(id, "udp4://192.0.2.1:" + std::to_string(id));
  }
  EXPECT_EQ(items(dataset("/localhost/nfd/faces/list")).size(), 403u);
}

TEST_F(FaceModuleTest, query_selects_by_every_field) {
  EXPECT_EQ(query({}), (std::vector<std::uint64_t>{1, client, 400}));
  EXPECT_EQ(query({.face_id = 400}), (std::vector<std::uint64_t>{400}));
  EXPECT_EQ(query({.uri_scheme = "udp4"}), (std::vector<std::uint64_t>{400}));
  EXPECT_EQ(query({.remote_uri = "unix:///tmp/client"}), (std::vector<std::uint64_t>{client}));
  EXPECT_EQ(query({.local_uri = "udp4://local"}), (std::vector<std::uint64_t>{400}));
  EXPECT_EQ(query({.scope = 1}), (std::vector<std::uint64_t>{1, client}));
  EXPECT_EQ(query({.persistency = 2}), (std::vector<std::uint64_t>{}));
  EXPECT_EQ(query({.scope = 1, .link_type = 1}), (std::vector<std::uint64_t>{}));
}

TEST_F(FaceModuleTest, a_filter_too_long_for_the_answers_name_is_answered_400) {
  Interest interest;
  interest.name = Name::literal("/localhost/nfd/faces/query");
  const FaceQueryFilter filter{.remote_uri = std::string(700, 'x')};
  interest.name.append(wire::component_type::generic, filter.encode());
  EXPECT_EQ(ControlResponse::decode(ask_dataset(interest).value().content).value().code, 400u);
}

TEST_F(FaceModuleTest, a_malformed_filter_is_answered_400) {
  Interest interest;
  interest.name = Name::literal("/localhost/nfd/faces/query/nonsense");
  const auto data = ask_dataset(interest);
  ASSERT_TRUE(data);
  EXPECT_EQ(data->name, interest.name);
  EXPECT_EQ(data->content_type, 3u);
  EXPECT_EQ(ControlResponse::decode(data->content)->code, 400u);
}

TEST_F(FaceModuleTest, channels_are_listed) {
  plane_->listening = {{"udp4://0.0.0.0:6363"}, {"unix:///run/nfd/nfd.sock"}};
  const auto list = items(dataset("/localhost/nfd/faces/channels"));
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(ChannelStatus::decode(list[1])->local_uri, "unix:///run/nfd/nfd.sock");
}

TEST_F(FaceModuleTest, events_are_pushed_once_somebody_asked) {
  plane_->events.push_back({face::FaceEventKind::created, plane_->faces[400]});
  manager_->tick(now_);
  EXPECT_TRUE(plane_->sent.empty()) << "nobody listens";

  now_ += 10 * nanoseconds_per_second;
  Interest discovery;
  discovery.name = Name::literal("/localhost/nfd/faces/events");
  discovery.can_be_prefix = true;
  discovery.must_be_fresh = true;
  EXPECT_TRUE(exchange(discovery).empty()) << "the last event is no longer fresh";

  plane_->destroy_with_event(400);
  manager_->tick(now_);
  ASSERT_EQ(plane_->sent.size(), 1u);
  const auto pushed = Data::decode(plane_->sent[0]);
  EXPECT_EQ(pushed->name, Name::literal("/localhost/nfd/faces/events/seq=1"));
  EXPECT_EQ(pushed->freshness_ms, 1000u);
  const auto event = FaceEventNotification::decode(pushed->content);
  EXPECT_EQ(event->kind, 2u);
  EXPECT_EQ(event->face_id, 400u);
  EXPECT_EQ(event->remote_uri, "udp4://192.0.2.1:6363");

  EXPECT_EQ(ask(discovery)->name, pushed->name);
  Interest next;
  next.name = Name::literal("/localhost/nfd/faces/events/seq=2");
  EXPECT_TRUE(exchange(next).empty()) << "waits in the PIT";
  next.name = Name::literal("/localhost/nfd/faces/events/seq=0");
  EXPECT_EQ(ask(next)->name, next.name);
}

}  // namespace
}  // namespace augustus::manage::face_module_test
