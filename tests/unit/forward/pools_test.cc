// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "pools_fixture.hh"
#include "wire/data.hh"
#include "wire/interest.hh"

// Nobody takes what a partition keeps for all: each test lets hostile Faces fill a pool and looks at what is left for
// others.
namespace augustus::forward::pools_test {
namespace {

class PoolsTest : public PoolsFixture {};

TEST_F(PoolsTest, FloodersOneAfterTheOtherLeaveRoomInThePit) {
  begin(sizes());
  for (unsigned i = 0; i < 10; ++i) {
    ASSERT_TRUE(ask(honest, "/honest/before/" + std::to_string(i)));
  }
  flood(8, 1200, [](unsigned i) {
    return wire::Interest{.name = wire::Name::literal("/flood/" + std::to_string(i)), .lifetime_ms = 60'000};
  });
  EXPECT_GT(dropped(Drop::pit_gave_way), 0u);
  for (unsigned i = 0; i < 50; ++i) {
    EXPECT_TRUE(ask(honest, "/honest/after/" + std::to_string(i))) << i;
  }
  flood(8, 200, [](unsigned i) {
    return wire::Interest{.name = wire::Name::literal("/again/" + std::to_string(i)), .lifetime_ms = 60'000};
  });
  // Who has few lost none of them.
  for (unsigned i = 0; i < 10; ++i) {
    EXPECT_TRUE(answer(honest, "/honest/before/" + std::to_string(i))) << i;
  }
  for (unsigned i = 0; i < 50; ++i) {
    EXPECT_TRUE(answer(honest, "/honest/after/" + std::to_string(i))) << i;
  }
}

TEST_F(PoolsTest, ALocalProgramFindsRoomBeforeAnybodyGivesWay) {
  begin(sizes());
  // All within one turn of the worker.
  for (unsigned face = 0; face < hostile_count; ++face) {
    for (unsigned i = 0; i < 1024; ++i) {
      const auto name = "/flood/" + std::to_string(face) + "/" + std::to_string(i);
      receive(hostile + face, wire::Interest{.name = wire::Name::literal(name), .nonce = i}.encode());
    }
  }
  out_.sent.clear();
  receive(honest, wire::Interest{.name = wire::Name::literal("/honest")}.encode());
  EXPECT_TRUE(out_.sent.empty());
  receive(local, wire::Interest{.name = wire::Name::literal("/local")}.encode());
  EXPECT_EQ(out_.sent.size(), 1u);
  end_turn();
  EXPECT_TRUE(ask(honest, "/honest"));
}

TEST_F(PoolsTest, AnInterestStaysPendingForAMinuteAtMostAndIsSentAsItCame) {
  begin(sizes());
  const wire::Interest interest{.name = wire::Name::literal("/video/1"), .lifetime_ms = 864'000'000};
  ASSERT_TRUE(ask(hostile, interest));
  EXPECT_EQ(wire::Interest::decode(out_.sent.front().second)->lifetime_ms, interest.lifetime_ms);
  advance(59 * nanoseconds_per_second);
  EXPECT_EQ(forwarder_->name_table().pit_size(), 1u);
  advance(2 * nanoseconds_per_second);
  EXPECT_EQ(forwarder_->name_table().pit_size(), 0u);
  EXPECT_EQ(dropped(Drop::expired), 1u);
}

TEST_F(PoolsTest, DigestsAreLeftForOthers) {
  begin(sizes());
  const auto wanted = [](unsigned i) {
    return wire::Interest{.name = with_digest("/flood/" + std::to_string(i), i), .lifetime_ms = 60'000};
  };
  flood(1, 1000, wanted);
  EXPECT_GT(dropped(Drop::digest_share), 0u);
  EXPECT_LT(figures("digests").in_use, 512u * 9 / 10);
  flood(6, 500, wanted);
  for (unsigned i = 0; i < 5; ++i) {
    EXPECT_TRUE(ask(honest, {.name = with_digest("/honest", i), .lifetime_ms = 60'000})) << i;
  }
  EXPECT_GT(figures("digests").refused, 0u);
}

TEST_F(PoolsTest, StorageOfLongNamesIsLeftForOthers) {
  begin(sizes());
  const std::string prefix = "/" + std::string(1500, 'x') + "/";
  const auto wanted = [&](unsigned i) {
    return wire::Interest{.name = wire::Name::literal(prefix + std::to_string(i)), .lifetime_ms = 60'000};
  };
  flood(1, 600, wanted);
  EXPECT_GT(dropped(Drop::name_storage), 0u);
  flood(6, 300, wanted);
  for (unsigned i = 0; i < 5; ++i) {
    EXPECT_TRUE(ask(honest, wire::Interest{.name = wire::Name::literal(prefix + "honest" + std::to_string(i))}))
        << i;
  }
}

TEST_F(PoolsTest, DownstreamsBeyondTheFirstAreLeftForOthers) {
  begin(sizes());
  const auto name = [](unsigned i) { return "/shared/" + std::to_string(i); };
  for (unsigned i = 0; i < 400; ++i) {
    ASSERT_TRUE(ask(local, name(i)));
  }
  flood(6, 400, [&](unsigned i) {
    return wire::Interest{.name = wire::Name::literal(name(i % 400)), .lifetime_ms = 60'000};
  });
  EXPECT_GT(dropped(Drop::in_records_full), 0u);
  for (unsigned i = 0; i < 5; ++i) {
    send_interest(honest, {.name = wire::Name::literal(name(i)), .lifetime_ms = 60'000});
    end_turn();
    EXPECT_TRUE(answer(honest, name(i))) << i;
  }
}

TEST_F(PoolsTest, UpstreamsBeyondTwoAreLeftForOthers) {
  strategies_.set(wire::Name(), 1);  // multicast
  fib_.set(wire::Name::literal("/many"), {{upstream, 1}, {304, 1}, {305, 1}, {306, 1}, {307, 1}});
  begin(sizes());
  flood(6, 400, [](unsigned i) {
    return wire::Interest{.name = wire::Name::literal("/many/" + std::to_string(i)), .lifetime_ms = 60'000};
  });
  EXPECT_GT(dropped(Drop::out_records_full), 0u);
  ASSERT_TRUE(ask(honest, "/many/honest"));
  EXPECT_EQ(out_.sent.size(), 5u);
}

TEST_F(PoolsTest, ACacheFullOfLongNamesLeavesRoomForPendingOnes) {
  begin(sizes());
  const std::string prefix = "/" + std::string(1500, 'x') + "/";
  for (unsigned i = 0; i < 1200; ++i) {
    const auto name = prefix + std::to_string(i);
    ASSERT_TRUE(ask(honest, name)) << i;
    ASSERT_TRUE(answer(honest, name)) << i;
  }
  // The latest is cached: the oldest went.
  EXPECT_FALSE(ask(honest, prefix + "1199"));
  EXPECT_EQ(forwarder_->counters().cs_hits.value(), 1u);
  EXPECT_EQ(figures("name_storage").in_use, 0u);
  for (unsigned i = 0; i < 100; ++i) {
    EXPECT_TRUE(ask(honest, prefix + "new" + std::to_string(i))) << i;
  }
}

TEST_F(PoolsTest, EachDataIsHashedOnceWhateverIsPending) {
  begin(sizes());
  wire::Data data{.name = wire::Name::literal("/video/1"), .content = Bytes(8000, 7)};
  const auto digest = wire::implicit_digest(data.encode());
  wire::Name right = data.name;
  right.append(wire::component_type::implicit_digest, digest);
  for (unsigned i = 0; i < 60; ++i) {
    ASSERT_TRUE(ask(hostile + i % hostile_count, {.name = with_digest("/video/1", i)}));
  }
  ASSERT_TRUE(ask(honest, wire::Interest{.name = right}));
  EXPECT_TRUE(answer(honest, data));
  EXPECT_EQ(forwarder_->digests_computed(), 1u);
  // It is cached now, and asked for by other digests.
  for (unsigned i = 100; i < 120; ++i) {
    ask(hostile, {.name = with_digest("/video/1", i)});
  }
  EXPECT_EQ(forwarder_->content_store().digests_computed(), 1u);
  // Another Data of the same name has another digest.
  wire::Data other{.name = data.name, .content = Bytes(8000, 8)};
  ASSERT_TRUE(ask(honest, wire::Interest{.name = data.name, .must_be_fresh = true}));
  EXPECT_TRUE(answer(honest, other));
  EXPECT_TRUE(ask(honest, wire::Interest{.name = right})) << "the Data of this digest is not cached any more";
}

TEST_F(PoolsTest, WhatEndsGivesBackWhatItTook) {
  strategies_.set(wire::Name(), 1);  // multicast
  fib_.set(wire::Name(), {{upstream, 1}, {304, 1}, {305, 1}});
  begin(sizes());
  const std::string prefix = "/" + std::string(300, 'x') + "/";
  for (unsigned i = 0; i < 200; ++i) {
    const auto name = with_digest(prefix + std::to_string(i % 150), i);
    for (const FaceId face : {honest, local, hostile + i % 7}) {
      send_interest(face, {.name = name, .lifetime_ms = 4000});
    }
    if (i % 3 == 0) {
      answer(honest, prefix + std::to_string(i % 150));
    }
  }
  for (const char* name : {"pit_records", "digests", "in_records", "out_records", "name_storage"}) {
    EXPECT_GT(figures(name).in_use, 0u) << name;
    EXPECT_GE(figures(name).in_use, figures(name).largest) << name;
  }
  advance(20 * nanoseconds_per_second);
  for (const char* name : {"pit_records", "digests", "in_records", "out_records", "name_storage"}) {
    EXPECT_EQ(figures(name).in_use, 0u) << name;
    EXPECT_EQ(figures(name).largest, 0u) << name;
  }
}

}  // namespace
}  // namespace augustus::forward::pools_test
