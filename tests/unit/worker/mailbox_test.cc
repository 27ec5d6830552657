// SPDX-License-Identifier: Apache-2.0
#include "worker/mailbox.hh"

#include <gtest/gtest.h>
#include <poll.h>

#include <array>
#include <thread>

namespace augustus::worker {
namespace {

forward::Outgoing message(FaceId face) {
  forward::Outgoing outgoing;
  outgoing.face = face;
  return outgoing;
}

bool readable_within(int descriptor, int timeout_ms) {
  pollfd wait{descriptor, POLLIN, 0};
  return poll(&wait, 1, timeout_ms) == 1;
}

TEST(MessageRing, KeepsOrderAndRefusesWhenFull) {
  MessageRing<forward::Outgoing> ring("ring", 3);
  EXPECT_TRUE(ring.push(message(1)));
  EXPECT_TRUE(ring.push(message(2)));
  EXPECT_TRUE(ring.push(message(3)));
  EXPECT_FALSE(ring.push(message(4)));

  std::array<forward::Outgoing, 8> taken;
  ASSERT_EQ(ring.pop(taken), 3u);
  EXPECT_EQ(taken[0].face, 1u);
  EXPECT_EQ(taken[2].face, 3u);
  EXPECT_TRUE(ring.empty());
}

TEST(MessageRing, LosesNothingFromSeveralSenders) {
  constexpr unsigned senders = 3;
  constexpr unsigned each = 4000;
  MessageRing<forward::Outgoing> ring("ring", 255);
  std::vector<std::thread> threads;
  for (unsigned sender = 0; sender < senders; ++sender) {
    threads.emplace_back([&ring, sender] {
      for (unsigned i = 0; i < each; ++i) {
        while (!ring.push(message(sender * each + i))) {
          std::this_thread::yield();
        }
      }
    });
  }
  std::vector<unsigned> next(senders, 0);
  unsigned total = 0;
  std::array<forward::Outgoing, 32> taken;
  while (total < senders * each) {
    const unsigned count = ring.pop(taken);
    for (unsigned i = 0; i < count; ++i) {
      const unsigned sender = taken[i].face / each;
      EXPECT_EQ(taken[i].face % each, next[sender]++);
    }
    total += count;
    if (count == 0) {
      std::this_thread::yield();
    }
  }
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_TRUE(ring.empty());
}

TEST(Mailbox, RefusesSleepWhenSomethingWaits) {
  Mailbox mailbox("mailbox", 15);
  EXPECT_TRUE(mailbox.prepare_sleep());
  mailbox.awake();
  ASSERT_TRUE(mailbox.outgoing.push(message(1)));
  EXPECT_FALSE(mailbox.prepare_sleep());
}

TEST(Mailbox, WakesOnlyASleeper) {
  Mailbox mailbox("mailbox", 15);
  mailbox.wake();
  EXPECT_FALSE(readable_within(mailbox.descriptor(), 0));
  ASSERT_TRUE(mailbox.prepare_sleep());
  mailbox.wake();
  EXPECT_TRUE(readable_within(mailbox.descriptor(), 0));
  mailbox.awake();
  mailbox.clear_wake();
  EXPECT_FALSE(readable_within(mailbox.descriptor(), 0));
}

TEST(Mailbox, RequestsRunInOrderOnce) {
  Mailbox mailbox("mailbox", 15);
  std::vector<int> ran;
  mailbox.post([&] { ran.push_back(1); });
  mailbox.post([&] { ran.push_back(2); });
  for (auto& request : mailbox.take_requests()) {
    request();
  }
  EXPECT_EQ(ran, (std::vector<int>{1, 2}));
  EXPECT_TRUE(mailbox.take_requests().empty());
}

}  // namespace
}  // namespace augustus::worker
