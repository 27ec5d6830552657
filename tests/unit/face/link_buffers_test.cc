// SPDX-License-Identifier: Apache-2.0
#include "face/link_buffers.hh"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "face/link_service.hh"
#include "face/udp_channel.hh"
#include "face/udp_socket.hh"
#include "packets.hh"

namespace augustus::face::link_buffers_test {
namespace {

/// What transports of one thread keep together.
class LinkBuffersTest : public testing::Test {
 protected:
  static constexpr TimeNs now = nanoseconds_per_second;

  /// The link service of a Face that this thread drives.
  struct Link {
    Link(LinkBuffersTest& test, std::uint64_t flags)
        : context{.faces = test.faces, .pool = pool(), .queue = queue, .buffers = test.buffers, .mtu = 9000} {
      FaceInfo info;
      info.flags = flags;
      face = test.faces.add(info, 0);
      service = std::make_unique<LinkService>(context, face);
    }
    ~Link() { queue.clear(); }

    SendQueue queue{512};
    LinkContext context;
    FaceId face;
    std::unique_ptr<LinkService> service;
  };

  static SocketAddress address(const char* host, std::uint16_t port = 0) { return *SocketAddress::parse(host, port); }
  static FileDescriptor bound_to(const char* host) {
    FileDescriptor socket = open_udp(AF_INET);
    bind_udp(socket, address(host));
    return socket;
  }
  void give(UdpChannel& channel, const FileDescriptor& from, const Bytes& bytes) {
    const SocketAddress to = address("127.0.0.1", channel.port());
    ASSERT_EQ(sendto(from.get(), bytes.data(), bytes.size(), 0, to.data(), to.size()),
              static_cast<ssize_t>(bytes.size()));
    channel.receive(inbox, now);
  }

  const Bytes part = Bytes(30, 6);
  FaceTable faces{64};
  LinkBuffers buffers{pool(), faces, threads};
  static constexpr unsigned threads = 4;
  Inbox inbox;
};

TEST_F(LinkBuffersTest, FragmentsOnManyChannelsHoldNoMoreThanOnOne) {
  std::vector<std::unique_ptr<UdpChannel>> channels;
  for (int i = 0; i < 8; ++i) {
    channels.push_back(std::make_unique<UdpChannel>(address("127.0.0.1"), UdpChannelOptions{.buffers = &buffers}, 0,
                                                    faces, pool()));
  }
  const FileDescriptor hoarder = bound_to("127.0.0.2"), other = bound_to("127.0.0.3");
  for (std::uint64_t sequence = 0; sequence < 300; ++sequence) {
    for (const auto& channel : channels) {
      give(*channel, hoarder, lp_fragment(1000 * sequence, 0, 2, part));
    }
  }
  const PoolFigures held = buffers.reassembler.buffers().small().figures();
  EXPECT_EQ(held.capacity, pool().small()->size / (LinkBuffers::reassembly_part * threads));
  EXPECT_EQ(held.largest, held.in_use) << "one address, on eight channels";
  EXPECT_LE(held.in_use, held.capacity * 2 / 3);
  EXPECT_GT(held.in_use, held.capacity / 2);
  EXPECT_GT(buffers.reassembler.refused(), 0u);

  const Bytes packet = data(60);
  give(*channels[0], other, lp_fragment(1, 0, 2, {packet.data(), 30}));
  give(*channels[0], other, lp_fragment(2, 1, 2, {packet.data() + 30, 30}));
  ASSERT_EQ(inbox.items.size(), 1u);
  EXPECT_EQ(inbox.items[0].bytes, packet);
}

TEST_F(LinkBuffersTest, WhatWaitsForAcksOfAllFacesIsBounded) {
  const unsigned before = pool().in_use();
  {
    Link one(*this, flag_lp_reliability), two(*this, flag_lp_reliability);
    for (Link* link : {&one, &two}) {
      for (int i = 0; i < 500; ++i) {
        link->service->send(outgoing(link->face, data(60)), now);
      }
      link->queue.clear();
    }
    const PoolFigures held = buffers.unacknowledged.small().figures();
    EXPECT_EQ(pool().in_use() - before, held.in_use);
    EXPECT_LE(held.in_use, held.capacity);
    EXPECT_GT(held.in_use, held.largest) << "the second one found room, too";
    EXPECT_GT(faces.counters(one.face).out_unprotected.value(), 0u);
  }
  EXPECT_EQ(buffers.unacknowledged.small().figures().in_use, 0u);
  EXPECT_EQ(pool().in_use(), before);
}

TEST_F(LinkBuffersTest, AFragmentOfOneFaceCompletesNoPacketOfAnother) {
  Link shared(*this, 0), single(*this, 0);
  const LinkSender made_up{.endpoint = std::uint64_t{shared.face ^ single.face} << 32, .source = 1};
  shared.service->receive(pool().copy_of(lp_fragment(5, 0, 2, part)), made_up, inbox, now);
  single.service->receive(pool().copy_of(lp_fragment(6, 1, 2, part)), {}, inbox, now);
  EXPECT_TRUE(inbox.items.empty());
  EXPECT_EQ(buffers.reassembler.message_figures().in_use, 2u);
  EXPECT_EQ(faces.counters(single.face).in_malformed.value(), 0u);
}

}  // namespace
}  // namespace augustus::face::link_buffers_test
