// SPDX-License-Identifier: Apache-2.0
#include "face/udp_multicast.hh"

#include <gtest/gtest.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <poll.h>

#include <system_error>

#include "face/udp_socket.hh"
#include "packets.hh"
#include "patience.hh"

namespace augustus::face::udp_multicast_test {
namespace {

constexpr TimeNs start = nanoseconds_per_second;
constexpr std::uint16_t port = 56399;

/// Loopback carries IPv4 multicast; for IPv6 the kernel has routes on real links only. Loopback where there
/// is none.
std::string link_for(const SocketAddress& group) {
  std::string name = "lo";
  ifaddrs* all = nullptr;
  if (group.is_v6() && getifaddrs(&all) == 0) {
    for (const ifaddrs* item = all; item != nullptr; item = item->ifa_next) {
      constexpr unsigned wanted = IFF_UP | IFF_RUNNING | IFF_MULTICAST;
      if (item->ifa_addr != nullptr && item->ifa_addr->sa_family == AF_INET6 &&
          (item->ifa_flags & wanted) == wanted &&
          SocketAddress(*reinterpret_cast<const sockaddr_in6*>(item->ifa_addr)).is_link_local()) {
        name = item->ifa_name;
      }
    }
    freeifaddrs(all);
  }
  return name;
}

class UdpMulticastTest : public testing::TestWithParam<const char*> {
 protected:
  SocketAddress group() { return *SocketAddress::parse(GetParam(), port); }
  std::unique_ptr<UdpMulticast> join(FaceTable& faces, const std::string& link = "lo") {
    return std::make_unique<UdpMulticast>(group(), link, UdpMulticastOptions{.loopback = true}, 0, faces,
                                          pool());
  }
  static void receive(UdpMulticast& transport, Inbox& inbox, std::size_t wanted) {
    pollfd waiting{transport.descriptor(), POLLIN, 0};
    while (inbox.items.size() < wanted && poll(&waiting, 1, test::patience_ms) == 1) {
      transport.receive(inbox, start);
    }
  }

  FaceTable faces_a{4}, faces_b{4};
  Inbox inbox_a, inbox_b;
};

TEST_P(UdpMulticastTest, FaceIsMultiAccessNonLocalAndPermanent) {
  const auto a = join(faces_a);
  const auto info = faces_a.find(a->face());
  ASSERT_TRUE(info);
  EXPECT_EQ(info->link_type, forward::LinkType::multi_access);
  EXPECT_EQ(info->scope, forward::FaceScope::non_local);
  EXPECT_EQ(info->persistency, Persistency::permanent);
  const bool v6 = group().is_v6();
  EXPECT_EQ(info->remote_uri, v6 ? "udp6://[ff02::1234%lo]:56399" : "udp4://224.0.23.170:56399");
  EXPECT_EQ(info->local_uri, v6 ? "udp6://[::1]:56399" : "udp4://127.0.0.1:56399");
}

TEST_P(UdpMulticastTest, WhatOneSendsTheOtherHears) {
  const std::string link = link_for(group());
  const auto a = join(faces_a, link);
  const auto b = join(faces_b, link);
  if (group().is_v6() && link == "lo") {
    a->send(outgoing(a->face(), data(40)), start);
    a->flush(start);
    EXPECT_EQ(faces_a.counters(a->face()).out_errors.value(), 1u) << "the system has no way to send it";
    EXPECT_FALSE(a->finished());
    return;
  }
  for (const std::size_t size : {40u, 1500u, 8800u}) {
    inbox_b.items.clear();
    a->send(outgoing(a->face(), data(size, 1)), start);
    a->flush(start);
    receive(*b, inbox_b, 1);
    ASSERT_EQ(inbox_b.items.size(), 1u);
    EXPECT_EQ(inbox_b.items[0].bytes, data(size, 1));
    EXPECT_EQ(inbox_b.items[0].arrival.face, b->face());
  }
}

TEST_P(UdpMulticastTest, CloseRemovesTheFace) {
  const auto a = join(faces_a);
  a->close_face(a->face());
  EXPECT_TRUE(a->finished());
  EXPECT_EQ(faces_a.size(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Families, UdpMulticastTest,
                         testing::Values(udp_multicast_group_v4, udp_multicast_group_v6));

/// A socket at an address of the loopback, which sends to groups there.
FileDescriptor neighbour_at(const char* host) {
  FileDescriptor neighbour = open_udp(AF_INET);
  bind_udp(neighbour, *SocketAddress::parse(host, 0));
  const ip_mreqn link{.imr_address = {htonl(INADDR_LOOPBACK)}, .imr_ifindex = 1};
  EXPECT_EQ(setsockopt(neighbour.get(), IPPROTO_IP, IP_MULTICAST_IF, &link, sizeof(link)), 0);
  return neighbour;
}
void send_to_group(const FileDescriptor& neighbour, const Bytes& bytes) {
  const SocketAddress group = *SocketAddress::parse(udp_multicast_group_v4, port);
  EXPECT_EQ(sendto(neighbour.get(), bytes.data(), bytes.size(), 0, group.data(), group.size()),
            static_cast<ssize_t>(bytes.size()));
}

TEST(UdpMulticast, PortsOfOneAddressAreOneHolderOfFragmentsAndToldApart) {
  FaceTable faces(4);
  Inbox inbox;
  LinkBuffers buffers(pool(), faces, 1);
  UdpMulticast face(*SocketAddress::parse(udp_multicast_group_v4, port), "lo", {.buffers = &buffers}, 0, faces, pool());
  std::vector<FileDescriptor> ports;
  const auto fragments = [&] { return buffers.reassembler.message_figures(); };
  for (std::uint64_t wanted = 1; wanted <= 8; ++wanted) {
    ports.push_back(neighbour_at("127.0.0.1"));
    send_to_group(ports.back(), lp_fragment(5, 0, 2, data(30)));
    pollfd waiting{face.descriptor(), POLLIN, 0};
    while (fragments().in_use < wanted && poll(&waiting, 1, 2000) == 1) {
      face.receive(inbox, start);
    }
  }
  EXPECT_EQ(fragments().in_use, 8u) << "equal Sequences of eight senders";
  EXPECT_EQ(fragments().largest, 8u) << "of one host";
}

// Loopback carries everything back, whatever the socket asks for.
TEST(UdpMulticast, FaceDoesNotHearItself) {
  FaceTable faces(4);
  Inbox inbox;
  UdpMulticast face(*SocketAddress::parse(udp_multicast_group_v4, port), "lo", {}, 0, faces, pool());
  face.send(outgoing(face.face(), data(40, 1)), start);
  face.flush(start);

  const FileDescriptor neighbour = neighbour_at("127.0.0.1");
  const Bytes packet = data(50, 2);
  send_to_group(neighbour, packet);

  pollfd waiting{face.descriptor(), POLLIN, 0};
  while (inbox.items.empty() && poll(&waiting, 1, test::patience_ms) == 1) {
    face.receive(inbox, start);
  }
  ASSERT_EQ(inbox.items.size(), 1u);
  EXPECT_EQ(inbox.items[0].bytes, packet);
}

TEST(UdpMulticast, UnknownInterfaceIsAnError) {
  FaceTable faces(2);
  EXPECT_THROW(
      UdpMulticast(*SocketAddress::parse(udp_multicast_group_v4, port), "nosuch0", {}, 0, faces, pool()),
      std::system_error);
  EXPECT_EQ(faces.size(), 0u);
}

}  // namespace
}  // namespace augustus::face::udp_multicast_test
