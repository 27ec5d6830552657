// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "pools_fixture.hh"
#include "wire/data.hh"
#include "wire/interest.hh"

// Nobody keeps others from the Data of an Interest by waiting for it from many Faces.
namespace augustus::forward::in_record_room_test {
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

TEST_F(InRecordRoomTest, ANonceThatAnotherWaitsWithIsALoop) {
  begin(sizes());
  const auto ask_with = [this](FaceId face, std::uint32_t nonce) {
    out_.sent.clear();
    const wire::Interest interest{
        .name = wire::Name::literal("/live/1"), .nonce = nonce, .lifetime_ms = 60'000};
    receive(face, interest.encode());
  };
  constexpr FaceId listed = hostile + 2, shared_link = hostile + 4;
  add_face(shared_link, 0, FaceScope::non_local, LinkType::multi_access);
  for (FaceId face = hostile; face <= shared_link; ++face) {
    ask_with(face, face);
  }
  ask_with(honest, listed);
  EXPECT_EQ(dropped(Drop::duplicate_nonce), 1u) << "although it was not sent upstream";
  EXPECT_TRUE(got(honest)) << "a Nack";
  ask_with(listed, listed);
  EXPECT_EQ(dropped(Drop::duplicate_nonce), 1u) << "the Face's own, again";
  EXPECT_EQ(forwarder_->counters().retransmitted.value(), 1u);
  ask_with(shared_link, shared_link);
  EXPECT_EQ(dropped(Drop::duplicate_nonce), 2u) << "of whom on the link it is nobody knows";
  EXPECT_TRUE(answer(listed, "/live/1"));
  EXPECT_FALSE(got(honest));
}

TEST_F(InRecordRoomTest, AnInterestIsPendingAsLongAsSomebodyWaits) {
  begin(sizes());
  const auto wait = [this](FaceId face, std::uint64_t lifetime_ms) {
    send_interest(face, {.name = wire::Name::literal("/live/1"), .lifetime_ms = lifetime_ms});
  };
  wait(hostile, 2000);
  wait(honest, 10'000);
  wait(hostile + 1, 1000);
  advance(5 * nanoseconds_per_second);
  EXPECT_EQ(forwarder_->name_table().pit_size(), 1u);
  wait(honest, 1000);
  advance(2 * nanoseconds_per_second);
  EXPECT_EQ(forwarder_->name_table().pit_size(), 0u) << "the only one who still waited did so for less";
}

}  // namespace
}  // namespace augustus::forward::in_record_room_test
