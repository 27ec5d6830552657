// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "pools_fixture.hh"
#include "wire/data.hh"
#include "wire/interest.hh"

// Nobody takes a name from others by records of it that differ in digest or forwarding hint.
namespace augustus::forward::name_room_test {
namespace {

class NameRoomTest : public PoolsFixture {};

TEST_F(NameRoomTest, DigestsOfOneFaceDoNotBlockAName) {
  begin(sizes());
  const auto block = [this](unsigned faces) {
    flood(faces, 200, [](unsigned i) {
      return wire::Interest{.name = with_digest("/video/1", i), .lifetime_ms = 864'000'000};
    });
  };
  block(1);
  EXPECT_GT(dropped(Drop::name_share), 0u);
  EXPECT_TRUE(ask(honest, "/video/1"));
  EXPECT_TRUE(ask(honest, wire::Interest{.name = wire::Name::literal("/video/1"), .must_be_fresh = true}));
  block(5);
  EXPECT_TRUE(answer(honest, "/video/1"));
}

TEST_F(NameRoomTest, AnInterestThatSeveralWaitForDoesNotGiveWayToItsName) {
  begin(sizes());
  send_interest(hostile, {.name = wire::Name::literal("/video/1"), .lifetime_ms = 60'000});
  send_interest(honest, {.name = wire::Name::literal("/video/1"), .lifetime_ms = 60'000});
  flood(3, 200, [](unsigned i) {
    return wire::Interest{.name = with_digest("/video/1", i), .lifetime_ms = 60'000};
  });
  EXPECT_TRUE(answer(honest, "/video/1"));
}

TEST_F(NameRoomTest, DigestsOfManyFacesOfOneAddressDoNotBlockAName) {
  begin(sizes());
  add_faces_of_one_address(80);
  unsigned number = 0;
  const auto block = [&] {
    flood(80, 1, [&](unsigned) {
      return wire::Interest{.name = with_digest("/video/1", ++number), .lifetime_ms = 60'000};
    });
  };
  block();
  EXPECT_TRUE(ask(honest, "/video/1"));
  wire::Data data{.name = wire::Name::literal("/video/1")};
  wire::Name with_its_digest = data.name;
  with_its_digest.append(wire::component_type::implicit_digest, wire::implicit_digest(data.encode()));
  EXPECT_TRUE(ask(local, {.name = with_its_digest, .lifetime_ms = 60'000}));
  block();
  block();
  EXPECT_TRUE(answer(honest, data));
  EXPECT_TRUE(got(local)) << "its digest is its address's only one";
}

TEST_F(NameRoomTest, DigestsOfManyProgramsOfOneUserLeaveThoseOfOthers) {
  begin(sizes());
  add_programs_of_one_user(128);
  add_face(honest, 8, FaceScope::local);
  unsigned number = 0;
  const auto block = [&] {
    flood(128, 1, [&](unsigned) {
      return wire::Interest{.name = with_digest("/video/1", ++number), .lifetime_ms = 60'000};
    });
  };
  block();
  wire::Data data{.name = wire::Name::literal("/video/1")};
  wire::Name with_its_digest = data.name;
  with_its_digest.append(wire::component_type::implicit_digest, wire::implicit_digest(data.encode()));
  EXPECT_TRUE(ask(honest, {.name = with_its_digest, .lifetime_ms = 60'000}));
  EXPECT_TRUE(ask(local, {.name = with_its_digest, .must_be_fresh = true, .lifetime_ms = 60'000}));
  block();
  block();
  EXPECT_TRUE(answer(honest, data)) << "another user's only one";
  EXPECT_TRUE(got(local)) << "the only one of a Face of the router's";
}

TEST_F(NameRoomTest, DigestsOfManyAddressesDoNotBlockAName) {
  begin(sizes());
  ASSERT_TRUE(ask(honest, {.name = with_digest("/video/1", 1000), .lifetime_ms = 60'000}));
  const auto block = [this](unsigned from, unsigned faces) {
    for (unsigned face = from; face < from + faces; ++face) {
      add_face(hostile + face);
      ask(hostile + face, {.name = with_digest("/video/1", face), .lifetime_ms = 60'000});
    }
  };
  block(0, 63);
  // Nobody has more than the one that asks.
  EXPECT_TRUE(ask(honest, "/video/1"));
  block(63, 200);
  EXPECT_TRUE(answer(honest, "/video/1"));
}

TEST_F(NameRoomTest, HintsOfManyAddressesDoNotBlockAName) {
  begin(sizes());
  const auto block = [this](unsigned from, unsigned faces) {
    for (unsigned face = from; face < from + faces; ++face) {
      add_face(hostile + face);
      ask(hostile + face, {.name = wire::Name::literal("/video/1"),
                           .forwarding_hint = {wire::Name::literal("/hint/" + std::to_string(face))},
                           .lifetime_ms = 60'000});
    }
  };
  block(0, 64);
  EXPECT_TRUE(ask(honest, "/video/1"));
  block(64, 200);
  EXPECT_TRUE(answer(honest, "/video/1"));
}

TEST_F(NameRoomTest, AFaceFindsRoomForADigestBesideAGreedyOneOfItsAddress) {
  begin(sizes());
  add_faces_of_one_address(2);
  flood(1, 64, [](unsigned i) {
    return wire::Interest{.name = with_digest("/video/1", i), .lifetime_ms = 60'000};
  });
  EXPECT_TRUE(ask(hostile + 1, {.name = with_digest("/video/1", 1000), .lifetime_ms = 60'000}));
  EXPECT_FALSE(ask(hostile, {.name = with_digest("/video/1", 1001), .lifetime_ms = 60'000}));
  EXPECT_EQ(dropped(Drop::name_share), 1u);
}

TEST_F(NameRoomTest, ADigestThatAGoneFaceAskedForGivesWayFirst) {
  begin(sizes());
  ASSERT_TRUE(ask(hostile, {.name = with_digest("/video/1", 1000), .lifetime_ms = 60'000}));
  flood(1, 62, [](unsigned i) {
    return wire::Interest{.name = with_digest("/video/1", i), .lifetime_ms = 60'000};
  });
  ASSERT_TRUE(ask(honest, {.name = with_digest("/video/1", 1001), .lifetime_ms = 60'000}));
  remove_face(honest);
  EXPECT_TRUE(ask(hostile, {.name = with_digest("/video/1", 1002), .lifetime_ms = 60'000}));
  EXPECT_FALSE(ask(hostile, {.name = with_digest("/video/1", 1003), .lifetime_ms = 60'000}));
}

}  // namespace
}  // namespace augustus::forward::name_room_test
