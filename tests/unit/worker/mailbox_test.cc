// SPDX-License-Identifier: Apache-2.0
#include "worker/mailbox.hh"

#include <gtest/gtest.h>
#include <poll.h>

#include <vector>

namespace augustus::worker::mailbox_test {
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

TEST(Mailbox, RefusesSleepWhenSomethingWaits) {
  Mailbox mailbox(15);
  EXPECT_TRUE(mailbox.prepare_sleep());
  mailbox.awake();
  ASSERT_TRUE(mailbox.outgoing.push(message(1)));
  EXPECT_FALSE(mailbox.prepare_sleep());
}

TEST(Mailbox, WakesOnlyASleeper) {
  Mailbox mailbox(15);
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
  Mailbox mailbox(15);
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
}  // namespace augustus::worker::mailbox_test
