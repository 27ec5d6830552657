// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "manage/watch/watch_session.hh"

namespace augustus::manage::watch_session_test {
namespace {

const wire::Name stream_name = wire::Name::literal("/localhost/nfd/augustus-trace/read/x");

/// Gives what the test puts into it.
class Source final : public WatchSource {
 public:
  struct State {
    std::string text;
    bool enough = false;
  };
  explicit Source(State& state) : state_(state) {}
  void read(std::vector<std::uint8_t>& bytes, std::size_t room) override {
    const auto part = state_.text.substr(0, room);
    bytes.insert(bytes.end(), part.begin(), part.end());
    state_.text.erase(0, part.size());
  }
  bool enough() const override { return state_.enough; }
  std::string summary() const override { return "{}"; }

 private:
  State& state_;
};

class WatchSessionTest : public testing::Test {
 protected:
  std::optional<wire::Data> ask(std::uint64_t number) {
    wire::Interest interest;
    interest.name = stream_name;
    interest.name.append_number(wire::component_type::sequence_number, number);
    return session_.ask(interest, now_);
  }
  static std::string text_of(const std::optional<wire::Data>& data) {
    return data ? std::string(data->content.begin(), data->content.end()) : "nothing";
  }

  Source::State state_;
  TimeNs now_ = nanoseconds_per_second;
  WatchSession session_{stream_name, std::make_unique<Source>(state_), now_,
                        now_ + 60 * nanoseconds_per_second};
};

TEST_F(WatchSessionTest, AReaderGetsPiecesInOrderAndTheLastFewAgain) {
  state_.text = "one";
  EXPECT_EQ(text_of(ask(0)), "one");
  state_.text = "two";
  EXPECT_EQ(text_of(ask(1)), "two");
  EXPECT_EQ(text_of(ask(0)), "one");
  EXPECT_EQ(text_of(ask(5)), "nothing");
}

TEST_F(WatchSessionTest, AReaderThatWaitsGetsWhatComesLater) {
  EXPECT_EQ(text_of(ask(0)), "nothing");
  EXPECT_EQ(text_of(session_.tick(now_)), "nothing");
  state_.text = "late";
  EXPECT_EQ(text_of(session_.tick(now_)), "late");
  EXPECT_EQ(text_of(session_.tick(now_)), "nothing");
}

TEST_F(WatchSessionTest, NothingIsReadUntilSomebodyAsks) {
  state_.text = "unread";
  EXPECT_EQ(text_of(session_.tick(now_)), "nothing");
  EXPECT_EQ(state_.text, "unread");
}

TEST_F(WatchSessionTest, TheLastDataHoldsTheSummary) {
  state_.text = "all";
  state_.enough = true;
  EXPECT_EQ(text_of(ask(0)), "all");
  const auto last = ask(1);
  EXPECT_EQ(text_of(last), "{}");
  ASSERT_TRUE(last->final_block_id);
  EXPECT_TRUE(session_.over(now_));
}

TEST_F(WatchSessionTest, AReaderHearsNowAndThenThatNothingCame) {
  ask(0);
  now_ += WatchSession::patience;
  EXPECT_EQ(text_of(session_.tick(now_)), "nothing");
  now_ += 1;
  EXPECT_EQ(text_of(session_.tick(now_)), "");
}

TEST_F(WatchSessionTest, TimeEndsIt) {
  EXPECT_EQ(text_of(ask(0)), "nothing");
  now_ += 60 * nanoseconds_per_second;
  state_.text = "too late";
  EXPECT_EQ(text_of(session_.tick(now_)), "{}");
}

TEST_F(WatchSessionTest, ASilentReaderEndsIt) {
  ask(0);
  EXPECT_FALSE(session_.over(now_ + WatchSession::silence_max));
  EXPECT_TRUE(session_.over(now_ + WatchSession::silence_max + 1));
}

TEST_F(WatchSessionTest, ALongTextIsCutToWhatADataHolds) {
  state_.text.assign(3 * PulledStream::content_bytes_max / 2, 'x');
  EXPECT_EQ(text_of(ask(0)).size(), PulledStream::content_bytes_max);
  EXPECT_EQ(text_of(ask(1)).size(), PulledStream::content_bytes_max / 2);
}

}  // namespace
}  // namespace augustus::manage::watch_session_test
