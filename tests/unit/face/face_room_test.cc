// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/held_clock.hh"
#include "face/face_room.hh"
#include "face/face_source.hh"
#include "face/face_table.hh"

namespace augustus::face::face_room_test {
namespace {

std::uint64_t source(const char* host) {
  return source_of(*SocketAddress::parse(host, 6363));
}

/// A Face that somebody at this address makes.
FaceInfo face_of(std::uint64_t source, forward::FaceScope scope = forward::FaceScope::non_local) {
  FaceInfo info;
  info.remote_uri = "tcp4://" + std::to_string(source);
  info.scope = scope;
  info.persistency = Persistency::on_demand;
  info.source = source;
  info.is_connection = true;
  return info;
}

/// As many Faces as the address gets.
std::vector<FaceId> take_all(FaceTable& table, std::uint64_t source,
                             forward::FaceScope scope = forward::FaceScope::non_local) {
  std::vector<FaceId> taken;
  for (FaceId id = table.add(face_of(source, scope), 0); id != face_id_none;
       id = table.add(face_of(source, scope), 0)) {
    taken.push_back(id);
  }
  return taken;
}

std::set<FaceId> leaving(const FaceTable& table) {
  std::set<FaceId> ids;
  for (const auto& info : table.list()) {
    if (info.gives_way) {
      ids.insert(info.id);
    }
  }
  return ids;
}

TEST(FaceRoom, ASourceIsAHostOrAnIpv6Network) {
  EXPECT_NE(source("192.0.2.1"), source("192.0.2.2"));
  EXPECT_EQ(source("192.0.2.1"), source("::ffff:192.0.2.1"));
  EXPECT_EQ(source("2001:db8:0:1::1"), source("2001:db8:0:1:abcd::2"));
  EXPECT_NE(source("2001:db8:0:1::1"), source("2001:db8:0:2::1"));
  EXPECT_NE(source("fe80::1"), source("fe80::2"));
  EXPECT_NE(source("::1"), 0u);
  // Nobody becomes a user of this machine by his address.
  EXPECT_NE(source("fe80::2:0:0"), source_of_user(0));
  EXPECT_NE(source("0:2::1"), source_of_user(0));
  for (const char* const host : {"fe80::ff02:0:0:0", "::ff02:0:0:0", "fe80::ff02:0:0:3e8"}) {
    EXPECT_NE(source(host) >> 48, source_of_user(0) >> 48) << host;
  }
}

TEST(FaceRoom, OneAddressGetsHalfAndOthersFindRoom) {
  FaceTable table(256);
  const auto first = take_all(table, source("192.0.2.1"));
  EXPECT_GT(first.size(), 100u);
  EXPECT_LE(first.size(), 128u);
  EXPECT_GT(take_all(table, source("192.0.2.2")).size(), 40u);
  EXPECT_EQ(table.face_figures().in_use, table.size());
  EXPECT_EQ(table.face_figures().largest, first.size());
  EXPECT_GE(table.face_figures().refused, 2u);
}

TEST(FaceRoom, ProgramsOfThisMachineFindRoomWhenStrangersHaveTheRest) {
  FaceTable table(256);
  for (int host = 1; host < 60; ++host) {
    take_all(table, source(("192.0.2." + std::to_string(host)).c_str()));
  }
  EXPECT_LE(table.size(), 240u);
  EXPECT_GE(take_all(table, source_of_user(1000), forward::FaceScope::local).size(), 8u);
}

TEST(FaceRoom, AskingWhetherAFaceWouldFindRoomTakesNone) {
  FaceTable table(256);
  const FaceInfo face = face_of(source("192.0.2.1"));
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(table.admits(face));
  }
  EXPECT_EQ(table.face_figures().in_use, 0u);
  EXPECT_EQ(table.connection_figures().in_use, 0u);
  take_all(table, source("192.0.2.1"));
  const auto refused = table.face_figures().refused + table.connection_figures().refused;
  EXPECT_FALSE(table.admits(face));
  EXPECT_EQ(table.face_figures().refused + table.connection_figures().refused, refused + 1);
  EXPECT_TRUE(table.admits(face_of(source("192.0.2.2"))));
}

TEST(FaceRoom, TheIdlestOfWhoHasMostGivesWay) {
  FaceTable table(256);
  const auto most = take_all(table, source("192.0.2.1"));
  for (std::size_t i = 0; i < most.size(); ++i) {
    table.note_activity(most[i], 1000 - i, std::nullopt);
  }
  EXPECT_TRUE(leaving(table).empty());
  std::set<FaceId> others;
  for (int host = 2; leaving(table).empty(); ++host) {
    ASSERT_LT(host, 10);
    for (const FaceId id : take_all(table, source(("192.0.2." + std::to_string(host)).c_str()))) {
      others.insert(id);
    }
  }
  const auto asked = leaving(table);
  const std::set<FaceId> idlest(most.end() - static_cast<long>(asked.size()), most.end());
  EXPECT_EQ(asked, idlest);
  EXPECT_EQ(table.gave_way(), asked.size());
  for (const FaceId id : asked) {
    table.remove(id);
  }
  EXPECT_NE(table.add(face_of(source("198.51.100.1")), 0), face_id_none);
}

/// One Face of each of a thousand addresses, as far as there is room; those that were made. The later, the more active.
std::vector<FaceId> take_one_each(FaceTable& table, std::uint64_t first_host = 1) {
  std::vector<FaceId> made;
  for (std::uint64_t host = first_host; host < first_host + 1000; ++host) {
    if (const FaceId id = table.add(face_of(host << 40), 0); id != face_id_none) {
      table.note_activity(id, host, std::nullopt);
      made.push_back(id);
    }
  }
  return made;
}

TEST(FaceRoom, WhoHasFewKeepsThemAsLongAsAnotherHasMore) {
  FaceTable table(256);
  const auto most = take_all(table, source("192.0.2.1"));
  take_one_each(table);
  const auto asked = leaving(table);
  EXPECT_GE(asked.size(), 16u);
  for (const FaceId id : asked) {
    EXPECT_TRUE(std::ranges::find(most, id) != most.end());
  }
}

TEST(FaceRoom, WhereAllHaveFewTheIdlestGiveWayToNewcomers) {
  FaceTable table(256);
  const auto made = take_one_each(table);
  EXPECT_LE(made.size(), 240u);
  const auto asked = leaving(table);
  EXPECT_GE(asked.size(), 16u);
  EXPECT_LT(asked.size(), 40u);
  EXPECT_FALSE(asked.contains(made.back()));
  for (const FaceId id : asked) {
    table.remove(id);
  }
  EXPECT_NE(table.add(face_of(source("198.51.100.1")), 0), face_id_none);
}

TEST(FaceRoom, TheIdlestOfAllAreChosenWhereNoneHasMoreThanOthersAndNotAllWouldBe) {
  const FaceRoom room(256, 256);
  std::vector<FaceRoom::Candidate> candidates;
  for (FaceId id = 300; id < 310; ++id) {
    candidates.push_back({id, static_cast<PoolShares::Holder>(id), 1000 - id});
  }
  EXPECT_EQ(room.choose(candidates, 3), (std::vector<FaceId>{309, 308, 307}));
  EXPECT_TRUE(room.choose(candidates, 10).empty());
  for (FaceId id = 400; id < 404; ++id) {
    candidates.push_back({id, 300, id});
  }
  EXPECT_EQ(room.choose(candidates, 3), std::vector<FaceId>{400}) << "one has five: the idlest of these";
}

TEST(FaceRoom, WhoHasJustComeIsNotTheIdlest) {
  HeldClock clock;
  FaceTable table(256);
  take_one_each(table);
  ASSERT_FALSE(leaving(table).empty());
  for (const FaceId id : leaving(table)) {
    table.remove(id);
  }
  const FaceId newcomer = table.add(face_of(source("198.51.100.1")), 0);
  ASSERT_NE(newcomer, face_id_none);
  clock.advance(nanoseconds_per_second);
  take_one_each(table, 1001);
  EXPECT_FALSE(leaving(table).empty());
  EXPECT_FALSE(leaving(table).contains(newcomer));
}

TEST(FaceRoom, WhatTheOperatorMadeNeverGivesWay) {
  FaceTable table(256);
  FaceInfo own;
  own.remote_uri = "udp4://192.0.2.9:6363";
  own.persistency = Persistency::on_demand;
  for (int i = 0; i < 120; ++i) {
    ASSERT_NE(table.add(own, 0), face_id_none);
  }
  const FaceId kept = table.add(face_of(source("192.0.2.1")), 0);
  ASSERT_TRUE(table.update(kept, [](FaceInfo& info) { info.persistency = Persistency::persistent; }));
  for (int host = 1; host < 60; ++host) {
    take_all(table, source(("192.0.2." + std::to_string(host)).c_str()));
  }
  const auto asked = leaving(table);
  EXPECT_FALSE(asked.empty());
  EXPECT_FALSE(asked.contains(kept));
  for (const FaceId id : asked) {
    EXPECT_NE(table.find(id)->remote_uri, own.remote_uri);
  }
}

TEST(FaceRoom, TheOperatorsFacesLeaveTheReserveToPrograms) {
  FaceTable table(256);
  FaceInfo own;
  unsigned made = 0;
  while (table.add(own, 0) != face_id_none) {
    ++made;
  }
  EXPECT_EQ(made, 240u);
  EXPECT_NE(table.add(face_of(source_of_user(1000), forward::FaceScope::local), 0), face_id_none);
}

TEST(FaceRoom, WhatProgramsMakeTheOperatorsLeavesTheReserveToOthers) {
  for (const std::uint32_t connections : {256u, 64u}) {
    FaceTable table(256, connections);
    unsigned kept = 0;
    while (true) {
      const FaceId id = table.add(face_of(source_of_user(1000), forward::FaceScope::local), 0);
      if (id == face_id_none) {
        break;
      }
      const bool is_kept = table.update(id, [](FaceInfo& info) {
        info.persistency = Persistency::persistent;
        info.mtu = 1400;
      });
      kept += is_kept ? 1 : 0;
      if (!is_kept) {
        EXPECT_EQ(table.find(id)->persistency, Persistency::on_demand);
        EXPECT_FALSE(table.find(id)->mtu);
      }
    }
    EXPECT_EQ(kept, connections - connections / 16);
    std::size_t others = 0;
    for (unsigned user = 1001; user < 1005; ++user) {
      others += take_all(table, source_of_user(user), forward::FaceScope::local).size();
    }
    EXPECT_GE(others, connections / 64);
    EXPECT_EQ(table.face_figures().in_use, table.size());
    EXPECT_EQ(table.connection_figures().in_use, table.size());
  }
}

TEST(FaceRoom, ConnectionsAreSharedOutToo) {
  FaceTable table(256, 64);
  EXPECT_LE(take_all(table, source("192.0.2.1")).size(), 32u);
  EXPECT_GT(table.connection_figures().refused, 0u);
  FaceInfo datagrams = face_of(source("192.0.2.1"));
  datagrams.is_connection = false;
  EXPECT_NE(table.add(datagrams, 0), face_id_none);
  for (int host = 2; host < 20; ++host) {
    take_all(table, source(("192.0.2." + std::to_string(host)).c_str()));
  }
  EXPECT_FALSE(leaving(table).empty());
}

}  // namespace
}  // namespace augustus::face::face_room_test
