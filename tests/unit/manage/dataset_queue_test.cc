// SPDX-License-Identifier: Apache-2.0
#include "manage/dataset_queue.hh"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace augustus::manage::dataset_queue_test {
namespace {

class DatasetQueueTest : public testing::Test {
 protected:
  void ask(FaceId face, const std::string& name, const DatasetQueue::Build& build) {
    ask(Peer{.face = face, .source = face}, name, build);
  }
  void ask(const Peer& peer, const std::string& name, const DatasetQueue::Build& build) {
    wire::Interest interest;
    interest.name = wire::Name::literal(name);
    queue_.ask({interest, peer.face, 0, 0, peer}, build);
  }
  bool is_finished(FaceId face) const { return std::ranges::count(finished_, face) != 0; }
  void finish_all() {
    const TimeNs deadline = monotonic_now() + 10 * nanoseconds_per_second;
    while (queue_.tick(monotonic_now(), 0) != time_never && monotonic_now() < deadline) {
    }
  }

  std::vector<FaceId> finished_;
  DatasetQueue queue_{
      [this](const CommandContext& context, DatasetDraft&) { finished_.push_back(context.incoming); }};
  const DatasetQueue::Build at_once_ = [](const CommandContext&, DatasetDraft&) { return true; };
  /// Takes so long that others have to wait meanwhile.
  const DatasetQueue::Build long_ = [](const CommandContext&, DatasetDraft&) {
    const TimeNs end = monotonic_now() + 4 * WorkBudget::allowance;
    while (monotonic_now() < end) {
    }
    return true;
  };
};

TEST_F(DatasetQueueTest, a_short_one_is_made_at_once) {
  ask(300, "/a", at_once_);
  EXPECT_EQ(finished_, std::vector<FaceId>{300});
}

TEST_F(DatasetQueueTest, a_long_one_is_made_in_parts) {
  int parts = 0;
  const DatasetQueue::Build build = [&parts](const CommandContext&, DatasetDraft& draft) {
    draft.payload.push_back(1);
    return ++parts == 3;
  };
  ask(300, "/a", build);
  finish_all();
  EXPECT_EQ(parts, 3);
  EXPECT_EQ(finished_.size(), 1u);
}

TEST_F(DatasetQueueTest, who_asks_from_many_faces_has_no_more_of_the_queue) {
  ask(300, "/long", long_);
  for (FaceId face = 1000; face < 1000 + 2 * DatasetQueue::jobs_max; ++face) {
    ask(Peer{.face = face, .source = 7}, "/" + std::to_string(face), at_once_);
  }
  // One of them might share that part, by chance.
  for (const FaceId face : {400, 401, 402}) {
    ask(Peer{.face = face, .source = face}, "/other/" + std::to_string(face), at_once_);
  }
  finish_all();
  EXPECT_GE(is_finished(400) + is_finished(401) + is_finished(402), 2);
}

TEST_F(DatasetQueueTest, who_asks_for_one_waits_for_one_of_each_other) {
  ask(300, "/long", long_);
  for (unsigned number = 0; number < 10; ++number) {
    ask(301, "/" + std::to_string(number), at_once_);
  }
  ask(302, "/other", at_once_);
  finish_all();
  ASSERT_EQ(finished_.size(), 12u);
  EXPECT_EQ(finished_[2], 302u);
}

TEST_F(DatasetQueueTest, an_administrator_may_ask_where_others_have_taken_all_they_may) {
  ask(300, "/long", long_);
  for (FaceId face = 1000; face < 1000 + 20 * DatasetQueue::jobs_max; ++face) {
    ask(Peer{.face = face, .source = face}, "/" + std::to_string(face), at_once_);
  }
  ask(Peer{.kind = Peer::Kind::local, .face = 400, .source = 8}, "/other", at_once_);
  ask(Peer{.kind = Peer::Kind::administrator, .face = 401, .source = 9}, "/operator", at_once_);
  finish_all();
  EXPECT_FALSE(is_finished(400));
  EXPECT_TRUE(is_finished(401));
}

TEST_F(DatasetQueueTest, who_asks_has_a_part_of_the_queue_and_equal_questions_one_answer) {
  ask(300, "/long", long_);
  for (unsigned number = 0; number < 2 * DatasetQueue::jobs_max; ++number) {
    ask(300, "/" + std::to_string(number), at_once_);
    ask(300, "/0", at_once_);
  }
  EXPECT_EQ(finished_.size(), 1u) << "others wait until the long one is made up for";
  EXPECT_GT(queue_.refused().value(), DatasetQueue::jobs_max);
  ask(301, "/other", at_once_);
  finish_all();
  EXPECT_EQ(std::count(finished_.begin(), finished_.end(), 301), 1);
  EXPECT_LE(finished_.size(), 2 + DatasetQueue::jobs_max / 2 + 1);
}

}  // namespace
}  // namespace augustus::manage::dataset_queue_test
