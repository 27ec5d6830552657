// SPDX-License-Identifier: Apache-2.0
#include "face/face_table.hh"

#include <gtest/gtest.h>

#include <set>

#include "face/face_source.hh"

namespace augustus::face::face_table_test {
namespace {

FaceInfo info(const std::string& remote) {
  FaceInfo info;
  info.remote_uri = remote;
  return info;
}

TEST(FaceTable, GivesIdsFromTheFirstUserIdAndPublishesAttributes) {
  FaceTable table(8);
  FaceInfo local = info("fd://3");
  local.scope = forward::FaceScope::local;
  const FaceId id = table.add(local, 2);
  EXPECT_GE(id, face_id_first_user);
  const auto attributes = table.attributes().find(id);
  EXPECT_EQ(attributes.id, id);
  EXPECT_EQ(attributes.scope, forward::FaceScope::local);
  EXPECT_EQ(attributes.owner, 2);
  EXPECT_EQ(attributes.takes, forward::FaceTakes::ndn);
  EXPECT_EQ(table.find(id)->remote_uri, "fd://3");
  EXPECT_EQ(table.find_by_remote("fd://3")->id, id);
}

TEST(FaceTable, IsFullAtItsCapacity) {
  FaceTable table(3);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NE(table.add(info("a"), 0), face_id_none);
  }
  EXPECT_EQ(table.add(info("b"), 0), face_id_none);
  EXPECT_EQ(table.size(), 3u);
}

TEST(FaceTable, NeverGivesAnIdTwice) {
  FaceTable table(4);
  std::set<FaceId> seen;
  for (int i = 0; i < 10000; ++i) {
    const FaceId id = table.add(info("udp4://192.0.2.1:" + std::to_string(i)), 0);
    ASSERT_TRUE(seen.insert(id).second);
    table.remove(id);
    ASSERT_EQ(table.attributes().find(id).id, face_id_none);
    ASSERT_FALSE(table.find(id));
  }
  EXPECT_EQ(table.size(), 0u);
}

TEST(FaceTable, StaleIdDoesNotReachTheSlotsNextFace) {
  FaceTable table(1);
  const FaceId first = table.add(info("a"), 0);
  table.remove(first);
  const FaceId second = table.add(info("b"), 0);
  EXPECT_NE(first, second);
  EXPECT_EQ(table.attributes().find(first).id, face_id_none);
  table.remove(first);
  EXPECT_TRUE(table.find(second));
}

TEST(FaceTable, ReservedFacesHaveRoomBesides) {
  FaceTable table(1);
  FaceInfo management = info("internal://");
  management.id = face_id_management;
  table.add_reserved(management, 7);
  const FaceId user = table.add(info("a"), 0);
  EXPECT_NE(user, face_id_none);
  EXPECT_EQ(table.attributes().find(face_id_management).owner, 7);
  const auto faces = table.list();
  ASSERT_EQ(faces.size(), 2u);
  EXPECT_EQ(faces[0].id, face_id_management);
  EXPECT_EQ(faces[1].id, user);
}

TEST(FaceTable, ReportsEventsInOrderAndWakes) {
  FaceTable table(4);
  int woken = 0;
  table.on_event([&] { ++woken; });
  const FaceId id = table.add(info("a"), 0);
  table.set_up(id, false);
  table.set_up(id, false);
  table.set_up(id, true);
  table.remove(id);
  const auto events = table.take_events();
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[0].kind, FaceEventKind::created);
  EXPECT_EQ(events[1].kind, FaceEventKind::down);
  EXPECT_EQ(events[2].kind, FaceEventKind::up);
  EXPECT_EQ(events[3].kind, FaceEventKind::destroyed);
  EXPECT_EQ(events[3].info.id, id);
  EXPECT_GE(woken, 4);
  EXPECT_TRUE(table.take_events().empty());
}

TEST(FaceTable, KeepsABoundedNumberOfEvents) {
  FaceTable table(1);
  for (int i = 0; i < 5000; ++i) {
    table.remove(table.add(info("a"), 0));
  }
  EXPECT_EQ(table.take_events().size(), 4096u);
}

TEST(FaceTable, UpdateChangesVersionAndEpochButNotIdentity) {
  FaceTable table(4);
  const FaceId id = table.add(info("a"), 0);
  const auto version = table.version(id);
  const auto epoch = table.epoch();
  EXPECT_TRUE(table.update(id, [](FaceInfo& face) {
    face.flags = flag_local_fields;
    face.id = 5;
    face.remote_uri = "b";
  }));
  EXPECT_NE(table.version(id), version);
  EXPECT_NE(table.epoch(), epoch);
  EXPECT_EQ(table.find(id)->flags, flag_local_fields);
  EXPECT_EQ(table.find_by_remote("a")->id, id);
  EXPECT_FALSE(table.find_by_remote("b"));
  EXPECT_FALSE(table.update(id + 1, [](FaceInfo&) {}));
}

TEST(FaceTable, WhatAnOwnerChangesItselfMakesNobodyElseLook) {
  FaceTable table(4);
  const FaceId id = table.add(info("a"), 0);
  const auto version = table.version(id);
  const auto epoch = table.epoch();
  EXPECT_TRUE(table.update_own(id, [](FaceInfo& face) { face.scope = forward::FaceScope::local; }));
  EXPECT_NE(table.version(id), version);
  EXPECT_EQ(table.epoch(), epoch);
  EXPECT_EQ(table.attributes().find(id).scope, forward::FaceScope::local);
  EXPECT_FALSE(table.update_own(id + 1, [](FaceInfo&) {}));
  EXPECT_FALSE(table.update(id + 1, [](FaceInfo&) {}));
  EXPECT_EQ(table.epoch(), epoch);
}

TEST(FaceTable, TellsWhoIsBehindFaces) {
  FaceTable table(64);
  const auto add = [&table](std::uint64_t source, forward::FaceScope scope, std::optional<UnixPeer> peer = {}) {
    FaceInfo made = info("fd://3");
    made.source = source;
    made.scope = scope;
    made.peer = peer;
    return table.add(made, 0);
  };
  const auto add_program = [&add](uid_t user) {
    return add(source_of_user(user), forward::FaceScope::local, UnixPeer{.user = user, .group = 100, .groups = {}});
  };
  using enum forward::FaceScope;
  const FaceId one = add_program(1000), two = add_program(1000), other = add_program(1001);
  const FaceId loopback = add(1, local), another_loopback = add(2, local);
  const FaceId afar = add(source_of_mac(7), non_local), again = add(source_of_mac(7), non_local);
  const FaceId own = add(0, local), another = add(0, non_local);
  const auto& faces = table.attributes();
  EXPECT_EQ(faces.source_of(one), faces.source_of(two));
  EXPECT_EQ(faces.source_of(loopback), faces.source_of(another_loopback)) << "a program has many such addresses";
  EXPECT_EQ(faces.source_of(afar), faces.source_of(again));
  const std::set<std::uint64_t> different{
      faces.source_of(one), faces.source_of(other), faces.source_of(loopback), faces.source_of(afar),
      faces.source_of(own), faces.source_of(another), faces.source_of(face_id_management)};
  EXPECT_EQ(different.size(), 7u) << "users and addresses, and each Face of the operator's and the router's own";
  EXPECT_NE(faces.holder_key_of(one), faces.holder_key_of(two)) << "programs of one user";
  EXPECT_EQ(faces.holder_key_of(afar), faces.holder_key_of(again));
  table.remove(one);
  EXPECT_NE(faces.source_of(one), faces.source_of(two)) << "nobody is behind what is gone";
}

TEST(FaceTable, TellsFacesOfOneRemoteApartByTheirLocalUri) {
  FaceTable table(8);
  FaceInfo info;
  info.remote_uri = "ether://[ff:ff:ff:ff:ff:ff]";
  info.local_uri = "dev://port0";
  const FaceId first = table.add(info, 0);
  info.local_uri = "dev://port1";
  const FaceId second = table.add(info, 0);
  EXPECT_EQ(table.find_by_remote(info.remote_uri)->id, first);
  EXPECT_EQ(table.find_by_remote(info.remote_uri, "dev://port0")->id, first);
  EXPECT_EQ(table.find_by_remote(info.remote_uri, "dev://port1")->id, second);
  EXPECT_FALSE(table.find_by_remote(info.remote_uri, "dev://port2"));
}

TEST(FaceTable, CountersStartAtZeroForEachFace) {
  FaceTable table(1);
  const FaceId first = table.add(info("a"), 0);
  table.counters(first).in_data.add(5);
  table.remove(first);
  EXPECT_EQ(table.counters(table.add(info("b"), 0)).in_data.value(), 0u);
}

}  // namespace
}  // namespace augustus::face::face_table_test
