// SPDX-License-Identifier: Apache-2.0
#include "traffic/load/consumer.hh"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <vector>

#include "traffic/load/producer.hh"
#include "traffic/names/generated_names.hh"

namespace augustus::traffic::consumer_test {
namespace {

using enum ConsumerCount;
using Bytes = std::vector<std::uint8_t>;
constexpr TimeNs ms = nanoseconds_per_millisecond;

struct Held {
  Bytes bytes;
  wire::PacketKind kind = wire::PacketKind::interest;
  wire::NackReason reason = wire::NackReason::none;
  Bytes token;
};
using Wire = std::deque<Held>;

/// A link whose wires the test looks at and changes.
class WireLink final : public Link {
 public:
  WireLink(Wire& out, Wire& in) : out_(out), in_(in) {}
  bool ready() const override { return is_ready; }
  bool send(const Packet& packet) override {
    out_.push_back({{packet.bytes.begin(), packet.bytes.end()},
                    packet.kind,
                    packet.nack_reason,
                    {packet.pit_token.begin(), packet.pit_token.end()}});
    return true;
  }
  void flush(TimeNs) override {}
  unsigned receive(Receiver& receiver, TimeNs) override {
    unsigned count = 0;
    for (; count < burst && !in_.empty(); ++count) {
      const Held held = std::move(in_.front());
      in_.pop_front();
      receiver.receive(
          {.bytes = held.bytes, .kind = held.kind, .nack_reason = held.reason, .pit_token = held.token});
    }
    return count;
  }
  std::size_t overhead(std::size_t, std::size_t) const override { return 28; }
  bool is_ready = true;

 private:
  Wire& out_;
  Wire& in_;
};

/// A consumer and a producer joined by two wires, with time in the test's hands.
class Load : public testing::Test {
 protected:
  void begin(ConsumerOptions options, ProducerOptions producer_options = {},
             std::uint64_t objects = 1u << 20) {
    auto left = std::make_unique<WireLink>(interests_, answers_);
    consumer_link_ = left.get();
    consumer_ = std::make_unique<Consumer>(
        options, std::move(left),
        std::make_unique<GeneratedNames>(
            GeneratedShape{.bases = {wire::Name::literal("/t")}, .objects = objects},
            NumberOrder(Order::sequential, objects, 0, 1, 0)));
    producer_ =
        std::make_unique<Producer>(producer_options, std::make_unique<WireLink>(answers_, interests_));
  }
  std::uint64_t counted(ConsumerCount which) const { return consumer_->counters()[which]; }
  void exchange() {
    consumer_->step(now_);
    producer_->step(now_);
    now_ += ms;
    consumer_->step(now_);
  }

  Wire interests_, answers_;
  std::unique_ptr<Consumer> consumer_;
  std::unique_ptr<Producer> producer_;
  WireLink* consumer_link_ = nullptr;
  TimeNs now_ = 1000 * ms;
};

TEST_F(Load, AWindowIsKeptFull) {
  begin({.window = 10});
  consumer_->step(now_);
  EXPECT_EQ(interests_.size(), 10u);
  consumer_->step(now_);
  EXPECT_EQ(interests_.size(), 10u);
  producer_->step(now_);
  now_ += 3 * ms;
  consumer_->step(now_);
  EXPECT_EQ(interests_.size(), 10u);
  EXPECT_EQ(counted(satisfied), 10u);
  EXPECT_EQ(counted(data), 10u);
  EXPECT_EQ(consumer_->round_trips().percentile(50), 3 * ms);
  EXPECT_EQ(counted(altered) + counted(unexpected) + counted(reordered), 0u);
}

TEST_F(Load, EndsAfterItsCountAndMeasuresUntilTheLastAnswer) {
  begin({.window = 10, .count = 25});
  for (int i = 0; i < 10; ++i) {
    exchange();
  }
  EXPECT_TRUE(consumer_->finished());
  EXPECT_EQ(counted(interests), 25u);
  EXPECT_EQ(counted(satisfied), 25u);
  EXPECT_EQ(consumer_->measured().end[static_cast<std::size_t>(satisfied)], 25u);
  EXPECT_EQ(consumer_->measured().duration, 3 * ms);
}

TEST_F(Load, WaitsForAnswersWhenItIsStopped) {
  begin({.window = 4, .lifetime_ms = 100});
  consumer_->step(now_);
  consumer_->stop();
  consumer_->step(now_);
  EXPECT_FALSE(consumer_->finished());
  producer_->step(now_);
  consumer_->step(now_ + ms);
  consumer_->step(now_ + ms);
  EXPECT_TRUE(consumer_->finished());
  EXPECT_EQ(counted(interests), 4u);
  EXPECT_EQ(counted(lost), 0u);
}

TEST_F(Load, CountsWhatIsLostLateAndDuplicated) {
  begin({.window = 3, .count = 3, .lifetime_ms = 100});
  consumer_->step(now_);
  producer_->step(now_);
  ASSERT_EQ(answers_.size(), 3u);
  const Held late_one = answers_[0];
  const Held twice = answers_[1];
  answers_.pop_front();
  answers_.push_back(twice);
  consumer_->step(now_ + 50 * ms);
  EXPECT_EQ(counted(satisfied), 2u);
  EXPECT_EQ(counted(duplicated), 1u);
  consumer_->step(now_ + 99 * ms);
  EXPECT_EQ(counted(lost), 0u);
  consumer_->step(now_ + 100 * ms);
  EXPECT_EQ(counted(lost), 1u);
  answers_.push_back(late_one);
  consumer_->step(now_ + 110 * ms);
  EXPECT_EQ(counted(late), 1u);
  EXPECT_EQ(counted(satisfied), 2u);
}

TEST_F(Load, CountsWhatComesInAnotherOrder) {
  begin({.window = 4, .count = 4});
  consumer_->step(now_);
  producer_->step(now_);
  std::swap(answers_[1], answers_[2]);
  consumer_->step(now_);
  EXPECT_EQ(counted(satisfied), 4u);
  EXPECT_EQ(counted(reordered), 1u);
}

TEST_F(Load, DetectsContentThatIsNotItsNames) {
  begin({.window = 4, .content_seed = 1}, {.content_seed = 2});
  exchange();
  EXPECT_EQ(counted(data), 4u);
  EXPECT_EQ(counted(altered), 4u);
}

TEST_F(Load, TakesAnyContentWhenTold) {
  begin({.window = 4, .verify = false, .content_seed = 1}, {.content_seed = 2});
  exchange();
  EXPECT_EQ(counted(altered), 0u);
}

TEST_F(Load, DataForOthersIsUnexpected) {
  begin({.window = 1});
  PacketCodec codec(wire::PacketFormat::ndn);
  const wire::Name other = wire::Name::literal("/other");
  const auto packet = codec.data({.name = other.value()});
  answers_.push_back({{packet.begin(), packet.end()}, wire::PacketKind::data, {}, {}});
  answers_.push_back({{6, 1, 0}, wire::PacketKind::data, {}, {}});
  consumer_->step(now_);
  EXPECT_EQ(counted(unexpected), 1u);
  EXPECT_EQ(counted(malformed), 1u);
}

TEST_F(Load, ANackEndsItsInterest) {
  begin({.window = 2});
  consumer_->step(now_);
  Held nack = interests_[0];
  nack.kind = wire::PacketKind::nack;
  nack.reason = wire::NackReason::no_route;
  Held stale = interests_[1];
  stale.kind = wire::PacketKind::nack;
  const std::size_t nonce_byte = stale.bytes.size() - 5;  // the lifetime's 4 bytes are behind it
  stale.bytes[nonce_byte] ^= 1;
  answers_ = {nack, stale};
  interests_.clear();
  consumer_->step(now_);
  EXPECT_EQ(counted(nack_no_route), 1u);
  EXPECT_EQ(counted(unexpected), 1u);
  EXPECT_EQ(interests_.size(), 1u);
}

TEST_F(Load, ANameIsAskedForOnceAtATime) {
  begin({.window = 6}, {}, 2);
  consumer_->step(now_);
  EXPECT_EQ(interests_.size(), 2u);
  EXPECT_EQ(counted(joined), 4u);
  consumer_->step(now_);
  EXPECT_GT(consumer_->next_event(), now_ + ms);
  producer_->step(now_);
  consumer_->step(now_);
  EXPECT_EQ(counted(satisfied), 2u);
  EXPECT_EQ(interests_.size(), 2u);
  EXPECT_EQ(counted(duplicated), 0u);
}

TEST_F(Load, ANameMayBeAskedForAgainAndEachDataAnswersTheOldest) {
  begin({.window = 6, .repeat_names = true}, {}, 1);
  consumer_->step(now_);
  ASSERT_EQ(interests_.size(), 6u);
  interests_.resize(2);
  producer_->step(now_);
  now_ += 5 * ms;
  consumer_->step(now_);
  EXPECT_EQ(counted(joined), 0u);
  EXPECT_EQ(counted(satisfied), 2u);
  EXPECT_EQ(interests_.size(), 2u);
  // The two that were sent just now are not lost before their time.
  consumer_->step(now_ + 3996 * ms);
  EXPECT_EQ(counted(lost), 4u);
}

TEST_F(Load, PatienceMayEndBeforeTheLifetime) {
  begin({.window = 1, .lifetime_ms = 4000, .patience = 50 * ms});
  consumer_->step(now_);
  EXPECT_EQ(consumer_->next_event(), now_ + 50 * ms);
  consumer_->step(now_ + 49 * ms);
  EXPECT_EQ(counted(lost), 0u);
  consumer_->step(now_ + 50 * ms);
  EXPECT_EQ(counted(lost), 1u);
}

TEST_F(Load, OneWayWhatReachesTheProducerIsCounted) {
  begin({.window = 3});
  producer_->tell([this](std::span<const std::uint8_t> name) { consumer_->arrived(name); });
  consumer_->step(now_);
  interests_.pop_back();
  interests_.push_back(interests_.front());
  producer_->step(now_);
  EXPECT_TRUE(answers_.empty());
  EXPECT_EQ(counted(satisfied), 2u);
  EXPECT_EQ(counted(duplicated), 1u);
  EXPECT_EQ(consumer_->pending(), 1u);
}

TEST_F(Load, APrefixIsAnsweredByALongerName) {
  begin({.window = 5, .can_be_prefix = 1});
  exchange();
  EXPECT_EQ(counted(satisfied), 5u);
  EXPECT_EQ(counted(altered) + counted(unexpected), 0u);
}

TEST_F(Load, PitTokensComeBack) {
  begin({.window = 3, .count = 3, .pit_tokens = true});
  consumer_->step(now_);
  ASSERT_EQ(interests_.size(), 3u);
  EXPECT_EQ(interests_[0].token.size(), 8u);
  producer_->step(now_);
  answers_[1].token[0] ^= 1;
  answers_[2].token.clear();
  consumer_->step(now_);
  EXPECT_EQ(counted(satisfied), 3u);
  EXPECT_EQ(counted(wrong_token), 2u);
}

TEST_F(Load, ARateIsKeptAndTheWindowHoldsItBack) {
  begin({.window = 5, .rate = 1000, .lifetime_ms = 1000});
  consumer_->step(now_);
  EXPECT_EQ(interests_.size(), 1u);
  consumer_->step(now_ + 2 * ms);
  EXPECT_EQ(interests_.size(), 3u);
  EXPECT_EQ(consumer_->next_event(), now_ + 3 * ms);
  consumer_->step(now_ + 50 * ms);
  EXPECT_EQ(interests_.size(), 5u);
  consumer_->step(now_ + 500 * ms);
  EXPECT_EQ(interests_.size(), 5u);
  EXPECT_GT(counted(missed), 0u);
}

TEST_F(Load, SendsNothingIntoALinkThatIsNotReady) {
  begin({.window = 5});
  consumer_link_->is_ready = false;
  consumer_->step(now_);
  EXPECT_TRUE(interests_.empty());
  consumer_link_->is_ready = true;
  consumer_->step(now_);
  EXPECT_EQ(interests_.size(), 5u);
}

TEST_F(Load, TheWarmUpIsNotMeasured) {
  begin({.window = 2, .warm_up = 5 * ms, .duration = 4 * ms});
  for (int i = 0; i < 20; ++i) {
    exchange();
  }
  EXPECT_TRUE(consumer_->finished());
  const auto& measured = consumer_->measured();
  EXPECT_EQ(measured.start[static_cast<std::size_t>(interests)], 10u);
  EXPECT_EQ(measured.end[static_cast<std::size_t>(interests)], 18u);
  EXPECT_EQ(measured.duration, 4 * ms);
  EXPECT_EQ(consumer_->round_trips().count(), 10u);
}

TEST_F(Load, AProducerMayKeepSilentOrAnswerLater) {
  begin({.window = 64}, {.answer = 0.5});
  consumer_->step(now_);
  producer_->step(now_);
  const auto& counters = producer_->counters();
  EXPECT_EQ(counters.interests.value(), 64u);
  EXPECT_EQ(counters.silent.value() + counters.data.value(), 64u);
  EXPECT_GT(counters.silent.value(), 10u);
  EXPECT_GT(counters.data.value(), 10u);

  answers_.clear();
  interests_.clear();
  begin({.window = 3}, {.delay = 20 * ms, .delayed_max = 2});
  consumer_->step(now_);
  producer_->step(now_);
  EXPECT_TRUE(answers_.empty());
  EXPECT_EQ(producer_->next_event(), now_ + 20 * ms);
  producer_->step(now_ + 19 * ms);
  EXPECT_TRUE(answers_.empty());
  producer_->step(now_ + 20 * ms);
  EXPECT_EQ(answers_.size(), 2u);
  EXPECT_EQ(producer_->counters().unsent.value(), 1u);
}

TEST_F(Load, DataHasTheBytesAskedFor) {
  for (const std::size_t bytes : {87u, 100u, 300u, 309u, 310u, 1500u, 8828u}) {
    answers_.clear();
    interests_.clear();
    begin({.window = 1}, {.packet_bytes = bytes});
    consumer_->step(now_);
    producer_->step(now_);
    ASSERT_EQ(answers_.size(), 1u);
    // A length that takes three bytes where one byte less would take one cannot be met.
    EXPECT_NEAR(static_cast<double>(answers_[0].bytes.size() + 28), static_cast<double>(bytes), 2);
    consumer_->step(now_);
    EXPECT_EQ(counted(altered), 0u);
  }
}

TEST_F(Load, RefusesDataLongerThanAPacket) {
  EXPECT_THROW(begin({.window = 1}, {.packet_bytes = 8829}), std::invalid_argument);
}

}  // namespace
}  // namespace augustus::traffic::consumer_test
