// SPDX-License-Identifier: Apache-2.0
// A DPDK port whose link's other end is the kernel: its ARP, Neighbor Discovery, UDP and fragments.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <thread>

#include "face/port/port_transport.hh"
#include "face/udp_socket.hh"
#include "packets.hh"

namespace augustus::face {
namespace {

bool run(const std::string& command) {
  return std::system((command + " >/dev/null 2>&1").c_str()) == 0;
}

SocketAddress address(const char* host, std::uint16_t port) {
  return *SocketAddress::parse(host, port);
}

/// One end of a veth pair for the port; the other in a network namespace, with addresses.
class VethLink {
 public:
  VethLink() {
    ok = run("ip netns add " + space) &&
         run("ip link add " + interface + " mtu 1500 type veth peer name peer netns " + space) &&
         run("ip -n " + space + " addr add 10.77.0.2/24 dev peer") &&
         run("ip -n " + space + " addr add fd77::2/64 dev peer nodad") &&
         run("ip -n " + space + " link set peer up") && run("ip link set " + interface + " up");
  }
  ~VethLink() {
    run("ip link del " + interface);
    run("ip netns del " + space);
  }

  /// A socket in the namespace.
  FileDescriptor socket(const SocketAddress& local) const {
    FileDescriptor made;
    // A thread of its own: the namespace is a thread's.
    std::thread([&] {
      const FileDescriptor there(open(("/run/netns/" + space).c_str(), O_RDONLY | O_CLOEXEC));
      if (setns(there.get(), CLONE_NEWNET) == 0) {
        made = open_udp(local.family());
        bind_udp(made, local);
      }
    }).join();
    return made;
  }
  bool ping(const char* host) const {
    return run("ip netns exec " + space + " ping -c 1 -W 2 " + std::string(host));
  }

  std::string interface = "augv" + std::to_string(getpid() % 100000);
  std::string space = "augustus-port-" + std::to_string(getpid());
  bool ok = false;
};

class PortKernelTest : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) {
      GTEST_SKIP() << "needs root for a veth pair and a raw socket";
    }
    link = std::make_unique<VethLink>();
    if (!link->ok) {
      GTEST_SKIP() << "this system makes no veth pair or network namespace";
    }
    before = pool().in_use();
    PortOptions options;
    options.name = "wan";
    options.device = "net_af_packet" + std::to_string(instance++) + ",iface=" + link->interface;
    options.addresses = {*IpPrefix::parse("10.77.0.1/24"), *IpPrefix::parse("fd77::1/64")};
    port = std::make_unique<PortTransport>(options, 2, faces, pool());
  }
  void TearDown() override {
    if (port) {
      if (HasFailure()) {
        std::cerr << "fragments " << port->counters().in_fragments.value() << " reassembled "
                  << port->counters().in_reassembled.value() << '\n';
        for (const auto& info : faces.list()) {
          std::cerr << info.remote_uri << " malformed " << faces.counters(info.id).in_malformed.value()
                    << '\n';
        }
      }
      for (std::size_t i = 1; HasFailure() && i < port_drop_reasons; ++i) {
        const auto reason = static_cast<PortDrop>(i);
        if (const auto count = port->counters().dropped(reason)) {
          std::cerr << name_of(reason) << ' ' << count << '\n';
        }
      }
      port.reset();
      EXPECT_EQ(faces.size(), 0u);
      EXPECT_EQ(pool().in_use(), before) << "buffers leaked";
    }
  }

  /// Drives the port until `done` or two seconds are over.
  bool drive(const std::function<bool()>& done) {
    const TimeNs end = monotonic_now() + 2 * nanoseconds_per_second;
    while (monotonic_now() < end) {
      port->receive(inbox, monotonic_now());
      port->tick(monotonic_now());
      if (done()) {
        return true;
      }
    }
    return false;
  }
  Bytes take(const FileDescriptor& socket) {
    Bytes bytes(65536);
    const bool came = drive([&] {
      pollfd waiting{socket.get(), POLLIN, 0};
      return poll(&waiting, 1, 0) == 1;
    });
    bytes.resize(came ? static_cast<std::size_t>(recv(socket.get(), bytes.data(), bytes.size(), 0)) : 0);
    return bytes;
  }
  void give(const FileDescriptor& socket, const SocketAddress& to, const Bytes& bytes) {
    ASSERT_EQ(sendto(socket.get(), bytes.data(), bytes.size(), 0, to.data(), to.size()),
              static_cast<ssize_t>(bytes.size()));
  }

  void exchange(const char* local, const char* remote) {
    const FileDescriptor socket = link->socket(address(remote, 7000));
    for (const std::size_t size : {40u, 300u, 1400u}) {
      inbox.items.clear();
      give(socket, address(local, 6363), interest(size, 1));
      ASSERT_TRUE(drive([&] { return !inbox.items.empty(); })) << size;
      EXPECT_EQ(inbox.items[0].bytes, interest(size, 1));
      port->send(outgoing(inbox.items[0].arrival.face, data(size, 2)), monotonic_now());
      port->flush(monotonic_now());
      EXPECT_EQ(take(socket), data(size, 2));
    }
    EXPECT_EQ(faces.find(inbox.items[0].arrival.face)->remote_uri, address(remote, 7000).uri("udp"));
    EXPECT_EQ(faces.find(inbox.items[0].arrival.face)->local_uri, address(local, 6363).uri("udp"));
  }
  void large_datagrams(const char* local, const char* remote) {
    const FileDescriptor socket = link->socket(address(remote, 7000));
    for (const std::size_t size : {1472u, 1473u, 8000u, 8192u, 8800u}) {
      inbox.items.clear();
      give(socket, address(local, 6363), data(size, 3));
      ASSERT_TRUE(drive([&] { return !inbox.items.empty(); })) << size;
      EXPECT_EQ(inbox.items[0].bytes, data(size, 3));
    }
  }
  void face_towards(const char* local, const char* remote) {
    const FileDescriptor socket = link->socket(address(remote, 6363));
    const FaceId id = port->add_face(*FaceUri::parse(address(remote, 6363).uri("udp")), std::nullopt,
                                     FaceInfo{}, monotonic_now());
    ASSERT_NE(id, face_id_none);
    EXPECT_EQ(faces.find(id)->local_uri, address(local, 6363).uri("udp"));
    port->send(outgoing(id, interest(100, 5)), monotonic_now());
    port->flush(monotonic_now());
    EXPECT_EQ(take(socket), interest(100, 5)) << "sent before the neighbour was known";
  }

  static inline int instance = 0;
  std::unique_ptr<VethLink> link;
  unsigned before = 0;
  FaceTable faces{16};
  std::unique_ptr<PortTransport> port;
  Inbox inbox;
};

TEST_F(PortKernelTest, ExchangesOverIpv4) {
  exchange("10.77.0.1", "10.77.0.2");
}

TEST_F(PortKernelTest, ExchangesOverIpv6) {
  exchange("fd77::1", "fd77::2");
}

TEST_F(PortKernelTest, DatagramsThatTheKernelSplitArriveOverIpv4) {
  large_datagrams("10.77.0.1", "10.77.0.2");
}

TEST_F(PortKernelTest, DatagramsThatTheKernelSplitArriveOverIpv6) {
  large_datagrams("fd77::1", "fd77::2");
  EXPECT_GE(port->counters().in_reassembled.value(), 4u);
}

TEST_F(PortKernelTest, FindsTheNeighbourOfAFaceOverIpv4) {
  face_towards("10.77.0.1", "10.77.0.2");
}

TEST_F(PortKernelTest, FindsTheNeighbourOfAFaceOverIpv6) {
  face_towards("fd77::1", "fd77::2");
}

TEST_F(PortKernelTest, LargestPacketLeavesAsFragmentsThatASocketFacePutsTogether) {
  // The port and a UDP channel of ours in the namespace.
  const FileDescriptor socket = link->socket(address("10.77.0.2", 6363));
  const FaceId id =
      port->add_face(*FaceUri::parse("udp4://10.77.0.2:6363"), std::nullopt, FaceInfo{}, monotonic_now());
  port->send(outgoing(id, data(8800, 9)), monotonic_now());
  port->flush(monotonic_now());
  FaceTable others(4);
  const FaceId other = others.add(FaceInfo{}, 0);
  SendQueue queue(16);
  Reassembler reassembler(pool());
  LinkContext context{.faces = others, .pool = pool(), .queue = queue, .reassembler = reassembler};
  LinkService receiver(context, other);
  Inbox there;
  for (int fragments = 0; there.items.empty() && fragments < 10; ++fragments) {
    const Bytes bytes = take(socket);
    ASSERT_FALSE(bytes.empty());
    EXPECT_LE(bytes.size(), 1472u);
    receiver.receive(pool().copy_of(bytes), 0, there, monotonic_now());
  }
  ASSERT_EQ(there.items.size(), 1u);
  EXPECT_EQ(there.items[0].bytes, data(8800, 9));
}

TEST_F(PortKernelTest, AnswersPing) {
  for (const char* host : {"10.77.0.1", "fd77::1"}) {
    std::atomic<int> outcome{-1};
    std::thread pinging([&] { outcome = link->ping(host) ? 1 : 0; });
    drive([&] { return outcome != -1; });
    pinging.join();
    EXPECT_EQ(outcome, 1) << host;
  }
  EXPECT_EQ(port->counters().echoes_answered.value(), 2u);
}

}  // namespace
}  // namespace augustus::face
