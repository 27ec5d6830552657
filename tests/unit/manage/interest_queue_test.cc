// SPDX-License-Identifier: Apache-2.0
#include "manage/interest_queue.hh"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace augustus::manage::interest_queue_test {
namespace {

class InterestQueueTest : public testing::Test {
 protected:
  /// Interests of the Face, whose names are numbers in their order.
  void send(const Peer& peer, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      wire::Interest interest;
      interest.name.append_number(wire::component_type::generic, i);
      queue_.take(interest, peer);
    }
  }
  void send(FaceId face, unsigned count) { send(Peer{.face = face, .source = face}, count); }
  void serve_all() {
    while (queue_.serve(1, 2) != time_never) {
    }
  }
  std::ptrdiff_t served_of(FaceId face) const { return std::ranges::count(served_, face); }

  std::vector<FaceId> served_;
  std::vector<wire::Name> names_;
  bool slow_ = false;
  InterestQueue queue_{[this](const wire::Interest& interest, FaceId incoming, TimeNs, TimeNs) {
    served_.push_back(incoming);
    names_.push_back(interest.name);
    const TimeNs end = monotonic_now() + (slow_ ? InterestQueue::turn : 0);
    while (monotonic_now() < end) {
    }
  }};
};

TEST_F(InterestQueueTest, who_sent_one_waits_for_one_of_each_other) {
  send(300, 100);
  send(301, 50);
  send(302, 1);
  serve_all();
  EXPECT_EQ(served_.size(), 151u);
  EXPECT_EQ(served_[2], 302u);
  EXPECT_EQ(std::count(served_.begin(), served_.begin() + 101, 301), 50);
}

TEST_F(InterestQueueTest, who_sends_from_many_faces_has_one_turn_with_all_of_them) {
  for (FaceId face = 1000; face < 1050; ++face) {
    send(Peer{.face = face, .source = 7}, 10);
  }
  send(300, 1);
  serve_all();
  EXPECT_EQ(served_[1], 300u);
  // Among his own Faces the turn goes round, too.
  EXPECT_EQ(std::count(served_.begin(), served_.begin() + 51, 1049), 1);
}

TEST_F(InterestQueueTest, a_face_is_served_in_its_order) {
  send(300, 20);
  send(301, 20);
  serve_all();
  std::vector<wire::Name> of_face;
  for (std::size_t i = 0; i < served_.size(); ++i) {
    if (served_[i] == 300) {
      of_face.push_back(names_[i]);
    }
  }
  ASSERT_EQ(of_face.size(), 20u);
  for (unsigned i = 0; i < 20; ++i) {
    EXPECT_EQ(of_face[i][0].number(), i);
  }
}

TEST_F(InterestQueueTest, other_work_goes_on_between_long_ones) {
  slow_ = true;
  send(300, 2);
  EXPECT_EQ(queue_.serve(1, 2), 1u);
  EXPECT_EQ(served_.size(), 1u);
  EXPECT_EQ(queue_.serve(1, 2), time_never);
  EXPECT_EQ(served_.size(), 2u);
}

TEST_F(InterestQueueTest, a_face_has_so_many_places) {
  send(Peer{.face = 300, .source = 7}, InterestQueue::interests_of_face + 10);
  EXPECT_EQ(queue_.refused().value(), 10u);
  EXPECT_EQ(queue_.figures().refused, 10u);
  send(Peer{.face = 301, .source = 7}, 1);
  EXPECT_EQ(queue_.refused().value(), 10u) << "another Face of the same user has its own";
  serve_all();
  EXPECT_EQ(served_of(300), InterestQueue::interests_of_face);
  EXPECT_EQ(served_of(301), 1);
  send(300, 1);
  serve_all();
  EXPECT_EQ(served_of(300), InterestQueue::interests_of_face + 1) << "places are free again";
  EXPECT_EQ(queue_.figures().in_use, 0u);
}

TEST_F(InterestQueueTest, who_sends_from_many_faces_leaves_places_for_others) {
  for (FaceId face = 1000; face < 1100; ++face) {
    send(Peer{.face = face, .source = 7}, InterestQueue::interests_of_face);
  }
  // One of them might share that part, by chance.
  for (const FaceId face : {400, 401, 402}) {
    send(face, 1);
  }
  serve_all();
  EXPECT_GE(served_of(400) + served_of(401) + served_of(402), 2);
}

TEST_F(InterestQueueTest, an_administrator_has_a_place_where_others_have_taken_all_they_may) {
  for (FaceId face = 1000; face < 1000 + 2 * InterestQueue::interests_max; ++face) {
    send(face, 1);
  }
  send(400, 1);
  send(Peer{.kind = Peer::Kind::administrator, .face = 401, .source = 9}, 1);
  serve_all();
  EXPECT_EQ(served_of(400), 0);
  EXPECT_EQ(served_of(401), 1);
}

}  // namespace
}  // namespace augustus::manage::interest_queue_test
