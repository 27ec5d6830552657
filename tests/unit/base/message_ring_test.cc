// SPDX-License-Identifier: Apache-2.0
#include "base/message_ring.hh"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "unit/base/held_thread.hh"

namespace augustus::message_ring_test {
namespace {

/// Long, so that a sender is often in the middle of one.
struct Message {
  std::uint64_t number;
  std::array<std::uint64_t, 63> padding;
};

Message message(std::uint64_t number) { return {number, {}}; }

TEST(MessageRing, KeepsOrderAndRefusesWhenFull) {
  MessageRing<std::uint64_t> ring(3);
  EXPECT_TRUE(ring.empty());
  EXPECT_TRUE(ring.push(1));
  EXPECT_TRUE(ring.push(2));
  EXPECT_TRUE(ring.push(3));
  EXPECT_FALSE(ring.push(4));

  std::array<std::uint64_t, 8> taken;
  ASSERT_EQ(ring.pop(taken), 3u);
  EXPECT_EQ(taken[0], 1u);
  EXPECT_EQ(taken[2], 3u);
  EXPECT_TRUE(ring.empty());
  EXPECT_EQ(ring.pop(taken), 0u);
}

TEST(MessageRing, TakesTheFirstOfManyOrAllOrNone) {
  MessageRing<std::uint64_t> ring(4);
  const std::array<std::uint64_t, 3> three{1, 2, 3};
  EXPECT_EQ(ring.push(three), 3u);
  EXPECT_FALSE(ring.push_all(three));
  EXPECT_EQ(ring.push(three), 1u);
  EXPECT_EQ(ring.push(three), 0u);

  std::array<std::uint64_t, 4> taken;
  ASSERT_EQ(ring.pop(taken), 4u);
  EXPECT_EQ(taken, (std::array<std::uint64_t, 4>{1, 2, 3, 1}));
  EXPECT_TRUE(ring.push_all(three));
}

TEST(MessageRing, GoesRoundManyTimes) {
  MessageRing<std::uint64_t> ring(5);
  std::array<std::uint64_t, 2> taken;
  for (std::uint64_t i = 0; i < 1000; i += 2) {
    ASSERT_TRUE(ring.push_all(std::array{i, i + 1}));
    ASSERT_EQ(ring.pop(taken), 2u);
    EXPECT_EQ(taken, (std::array{i, i + 1}));
    EXPECT_TRUE(ring.empty());
  }
}

TEST(MessageRing, LosesNothingFromSeveralSendersAndKeepsTogetherWhatCameTogether) {
  constexpr std::uint64_t senders = 3;
  constexpr std::uint64_t each = 4000;
  MessageRing<Message> ring(255);
  std::vector<std::thread> threads;
  for (std::uint64_t sender = 0; sender < senders; ++sender) {
    threads.emplace_back([&ring, sender] {
      for (std::uint64_t i = 0; i < each; i += 2) {
        while (!ring.push_all(std::array{message(sender * each + i), message(sender * each + i + 1)})) {
          std::this_thread::yield();
        }
      }
    });
  }
  std::vector<std::uint64_t> next(senders, 0);
  std::array<Message, 1> taken;
  for (std::uint64_t total = 0; total < senders * each;) {
    if (ring.pop(taken) == 0) {
      std::this_thread::yield();
      continue;
    }
    const std::uint64_t first = taken[0].number;
    EXPECT_EQ(first % each, next[first / each]);
    next[first / each] += 2;
    ASSERT_EQ(ring.pop(taken), 1u) << "pushed together";
    EXPECT_EQ(taken[0].number, first + 1);
    total += 2;
  }
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_TRUE(ring.empty());
}

TEST(MessageRing, ASenderThatIsStoppedInTheMiddleHoldsUpNobody) {
  constexpr int rounds = 30;
  MessageRing<Message> ring(255);
  std::atomic<std::uint64_t> pushed{0};
  HeldThread sender([&] { ring.push(message(0)); });
  HeldThread other([&] {
    ring.push(message(0));
    ++pushed;
  });
  HeldThread receiver([&, taken = std::array<Message, 64>{}]() mutable { ring.pop(taken); });
  for (int round = 0; round < rounds; ++round) {
    const HeldThread::Pause pause(sender);
    const std::uint64_t before = pushed;
    ASSERT_TRUE(HeldThread::becomes([&] { return pushed > before + 1; })) << "round " << round;
  }
}

}  // namespace
}  // namespace augustus::message_ring_test
