// SPDX-License-Identifier: Apache-2.0
#include "worker/thread_link.hh"

#include <gtest/gtest.h>

#include <array>

#include "base/packet_pool.hh"

namespace augustus::worker {
namespace {

TEST(ThreadLink, LessonsGoToTheLastThreadAndAreCountedWhenItsRingIsFull) {
  PacketPool pool("lessons", 511, 31);
  std::vector<std::unique_ptr<Mailbox>> mailboxes;
  mailboxes.push_back(std::make_unique<Mailbox>("worker", 15));
  mailboxes.push_back(std::make_unique<Mailbox>("management", 15));
  const PartitionMap partitions(1, 1);
  ThreadLink link(mailboxes, partitions, 0);

  constexpr std::array<std::uint8_t, 2> bytes{0x06, 0x00};
  unsigned taught = 0;
  while (link.drops(forward::Drop::lessons_full).value() == 0 && taught < 500) {
    link.teach({.packet = pool.copy_of(bytes), .face = 300});
    ++taught;
  }
  EXPECT_EQ(pool.in_use(), taught - 1) << "what does not fit is freed";
  EXPECT_TRUE(mailboxes[0]->lessons.empty());
  EXPECT_FALSE(mailboxes[1]->prepare_sleep()) << "lessons wait";

  std::array<forward::RouteLesson, 512> lessons;
  const unsigned got = mailboxes[1]->lessons.pop(lessons);
  EXPECT_EQ(got, taught - 1);
  EXPECT_EQ(lessons[0].face, 300u);
  for (unsigned i = 0; i < got; ++i) {
    rte_pktmbuf_free(lessons[i].packet);
  }
  EXPECT_EQ(pool.in_use(), 0u);
}

}  // namespace
}  // namespace augustus::worker
