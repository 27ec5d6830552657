// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "pools_fixture.hh"
#include "wire/data.hh"
#include "wire/interest.hh"

// Nobody keeps others from the Data of an Interest by waiting for it from many Faces.
namespace augustus::forward {
namespace {

class InRecordRoomTest : public PoolsFixture {};

TEST_F(InRecordRoomTest, AThousandFacesThatWaitLeaveRoomForOneMore) {
  PartitionOptions options = sizes();
  options.tables.extra_records_max = 4096;
  begin(options);
  constexpr unsigned many = 1100;
  add_faces_of_one_address(many);
  const auto wait = [this] {
    flood(many, 1, [](unsigned) {
      return wire::Interest{.name = wire::Name::literal("/live/1"), .lifetime_ms = 60'000};
    });
  };
  send_interest(hostile, {.name = wire::Name::literal("/live/1"), .lifetime_ms = 60'000});
  send_interest(honest, {.name = wire::Name::literal("/live/1"), .lifetime_ms = 60'000});
  wait();
  send_interest(local, {.name = wire::Name::literal("/live/1"), .lifetime_ms = 60'000});
  wait();
  EXPECT_EQ(dropped(Drop::in_records_full), 0u);
  EXPECT_GT(dropped(Drop::pit_gave_way), 0u);
  EXPECT_EQ(figures("in_records").in_use, table::faces_per_record_max);
  EXPECT_TRUE(answer(honest, "/live/1")) << "the address that asks from many Faces pushes out its own";
  EXPECT_TRUE(got(local));
}

TEST_F(InRecordRoomTest, ManyProgramsOfOneUserPushOutTheirOwn) {
  PartitionOptions options = sizes();
  options.tables.extra_records_max = 4096;
  begin(options);
  constexpr unsigned many = 1100;
  add_programs_of_one_user(many);
  add_face(honest, 8, FaceScope::local);
  const wire::Interest interest{.name = wire::Name::literal("/live/1"), .lifetime_ms = 60'000};
  send_interest(hostile, interest);
  send_interest(honest, interest);
  flood(many, 1, [&](unsigned) { return interest; });
  EXPECT_EQ(dropped(Drop::in_records_full), 0u);
  EXPECT_GT(dropped(Drop::pit_gave_way), 0u);
  EXPECT_TRUE(answer(honest, "/live/1")) << "it has waited longest, and is another user's";
}

TEST_F(InRecordRoomTest, WhoAsksPushesOutTheFaceThatHasWaitedLongest) {
  PartitionOptions options = sizes();
  options.tables.extra_records_max = 4096;
  begin(options);
  const wire::Interest interest{.name = wire::Name::literal("/live/1"), .lifetime_ms = 60'000};
  const auto wait = [&](unsigned from, unsigned faces) {
    for (unsigned face = from; face < from + faces; ++face) {
      add_face(hostile + face);
      send_interest(hostile + face, interest);
    }
  };
  wait(0, 1 + table::faces_per_record_max);
  constexpr FaceId gone = hostile + 700;
  remove_face(gone);
  send_interest(honest, interest);
  wait(1 + table::faces_per_record_max, 500);
  EXPECT_TRUE(answer(honest, "/live/1"));
  EXPECT_TRUE(got(hostile)) << "the record's own";
  EXPECT_FALSE(got(gone)) << "its place was taken first";
  for (unsigned face = 1; face <= 500; ++face) {
    EXPECT_FALSE(got(hostile + face)) << face;
  }
  EXPECT_TRUE(got(hostile + 501));
}

}  // namespace
}  // namespace augustus::forward
