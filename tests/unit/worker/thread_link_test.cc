// SPDX-License-Identifier: Apache-2.0
#include "worker/thread_link.hh"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/packet_pool.hh"
#include "forward/arrival.hh"

namespace augustus::worker::thread_link_test {
namespace {

TEST(ThreadLink, LessonsGoToTheLastThreadAndAreCountedWhenItsRingIsFull) {
  PacketPool pool("lessons", 511, 31);
  std::vector<std::unique_ptr<Mailbox>> mailboxes;
  mailboxes.push_back(std::make_unique<Mailbox>(15));
  mailboxes.push_back(std::make_unique<Mailbox>(15));
  const PartitionMap partitions(1, 1);
  const forward::FaceAttributeTable faces(1024);
  ThreadLink link(mailboxes, partitions, faces, 0);

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

/// What waits in the ring, by Face.
std::map<FaceId, unsigned> take_transfers(Mailbox& mailbox, unsigned most) {
  std::map<FaceId, unsigned> taken;
  std::array<forward::Transfer, 16> transfers;
  while (most != 0) {
    const unsigned count = mailbox.transfers.pop(std::span(transfers).first(std::min<std::size_t>(most, transfers.size())));
    if (count == 0) {
      break;
    }
    most -= count;
    for (unsigned i = 0; i < count; ++i) {
      ++taken[forward::arrival_of(transfers[i].packet).face];
      rte_pktmbuf_free(transfers[i].packet);
    }
  }
  return taken;
}

/// Many Faces of one address flood, and a Face to another address and a local program send a packet a turn.
TEST(ThreadLink, AnAddressThatFloodsASlowThreadLeavesRoomForTheOthers) {
  constexpr FaceId flooding = 300, flooding_faces = 200, honest = 700, program = 701;
  constexpr unsigned turns = 1000, flood = 256, served = 64;
  PacketPool pool("flooded", 2047, 31);
  std::vector<std::unique_ptr<Mailbox>> mailboxes;
  for (unsigned thread = 0; thread < 3; ++thread) {
    mailboxes.push_back(std::make_unique<Mailbox>(1023));
  }
  const PartitionMap partitions(2, 2);
  forward::FaceAttributeTable faces(1024);
  ThreadLink link(mailboxes, partitions, faces, 0);
  constexpr std::array<std::uint8_t, 2> bytes{0x05, 0x00};
  const auto add_face = [&](FaceId face, forward::FaceScope scope, std::uint64_t source) {
    faces.store(face & (faces.capacity() - 1), {.id = face, .scope = scope}, device_none, source);
  };
  for (FaceId face = flooding; face < flooding + flooding_faces; ++face) {
    add_face(face, forward::FaceScope::non_local, 1);
  }
  add_face(honest, forward::FaceScope::non_local, 2);
  // Programs count alone, whatever else their user sends.
  add_face(program, forward::FaceScope::local, 1);
  const auto pass = [&](FaceId face) {
    rte_mbuf* packet = pool.copy_of(bytes);
    ASSERT_NE(packet, nullptr);
    forward::arrival_of(packet).face = face;
    link.transfer({.packet = packet, .kind = forward::TransferKind::packet, .to = 1});
  };
  std::map<FaceId, unsigned> arrived;
  const auto serve = [&](unsigned most) {
    for (const auto& [face, count] : take_transfers(*mailboxes[1], most)) {
      arrived[face < flooding + flooding_faces ? flooding : face] += count;
    }
  };
  for (unsigned turn = 0; turn < turns; ++turn) {
    for (unsigned i = 0; i < flood; ++i) {
      pass(flooding + i % flooding_faces);
    }
    pass(honest);
    pass(program);
    link.wake_touched();
    serve(served);
  }
  serve(2048);
  EXPECT_EQ(arrived[honest], turns);
  EXPECT_EQ(arrived[program], turns);
  EXPECT_GE(arrived[flooding], turns * served / 2) << "what the thread can do is used";
  EXPECT_EQ(link.drops(forward::Drop::transfer_full).value(), turns * flood - arrived[flooding]);
  EXPECT_EQ(pool.in_use(), 0u);
}

}  // namespace
}  // namespace augustus::worker::thread_link_test
