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
#include "patience.hh"

namespace augustus::face::port_kernel_test {
namespace {

bool run(const std::string& command) {
  return std::system((command + " >/dev/null 2>&1").c_str()) == 0;
}

SocketAddress address(const char* host, std::uint16_t port) {
  return *SocketAddress::parse(host, port);
}

/// A network namespace with one end of the port's link and addresses on it.
class KernelHost {
 public:
  KernelHost() : exists(run("ip netns add " + space)) {}
  ~KernelHost() { run("ip netns del " + space); }

  bool configure() const {
    return ip("addr add 10.77.0.2/24 dev peer") && ip("addr add fd77::2/64 dev peer nodad") &&
           ip("link set peer up");
  }
  bool ip(const std::string& command) const { return run("ip -n " + space + " " + command); }
  bool ping(const char* host) const {
    return run("ip netns exec " + space + " ping -c 1 -W 20 " + std::string(host));
  }
  /// Does something where the host is. A thread of its own, because a namespace is a thread's.
  void inside(const std::function<void()>& action) const {
    std::thread([&] {
      const FileDescriptor there(open(("/run/netns/" + space).c_str(), O_RDONLY | O_CLOEXEC));
      if (setns(there.get(), CLONE_NEWNET) == 0) {
        action();
      }
    }).join();
  }
  FileDescriptor socket(const SocketAddress& local) const {
    FileDescriptor made;
    inside([&] {
      made = open_udp(local.family());
      bind_udp(made, local);
    });
    return made;
  }

  std::string space = "augustus-port-" + std::to_string(getpid());
  bool exists;
};

/// What joins the port and the host: the driver's name.
class PortKernelTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (geteuid() != 0) {
      GTEST_SKIP() << "needs root for interfaces and raw sockets";
    }
    host = std::make_unique<KernelHost>();
    if (!host->exists || access("/dev/net/tun", F_OK) != 0) {
      GTEST_SKIP() << "this system makes no network namespaces or tap interfaces";
    }
    before = pool().in_use();
    options.name = "wan";
    options.addresses = {*IpPrefix::parse("10.77.0.1/24"), *IpPrefix::parse("fd77::1/64")};
    options.device = GetParam() + std::to_string(instance++);
    if (options.device.starts_with("net_tap")) {
      options.device += ",iface=peer";
      host->inside([&] { port = std::make_unique<PortTransport>(options, 2, faces, pool()); });
    } else {
      ASSERT_TRUE(
          run("ip link add " + interface + " mtu 1500 type veth peer name peer netns " + host->space));
      ASSERT_TRUE(run("ip link set " + interface + " up"));
      options.device += ",iface=" + interface;
      port = std::make_unique<PortTransport>(options, 2, faces, pool());
    }
    ASSERT_TRUE(host->configure());
  }
  void TearDown() override {
    if (port) {
      if (HasFailure()) {
        report();
      }
      port.reset();
      EXPECT_EQ(faces.size(), 0u);
      EXPECT_EQ(pool().in_use(), before) << "buffers leaked";
    }
    run("ip link del " + interface);
  }
  void report() const {
    const PortCounters& counters = port->counters();
    std::cerr << "in " << counters.in_frames.value() << " fragments " << counters.in_fragments.value()
              << " out " << counters.out_frames.value() << '\n';
    for (std::size_t i = 1; i < port_drop_reasons; ++i) {
      const auto reason = static_cast<PortDrop>(i);
      if (counters.dropped(reason) != 0) {
        std::cerr << name_of(reason) << ' ' << counters.dropped(reason) << '\n';
      }
    }
  }

  /// Drives the port until it is done; false when that does not come.
  bool drive(const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + test::patience;
    while (std::chrono::steady_clock::now() < end) {
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
    const FileDescriptor socket = host->socket(address(remote, 7000));
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
    const FileDescriptor socket = host->socket(address(remote, 7000));
    for (const std::size_t size : {1472u, 1473u, 8000u, 8192u, 8800u}) {
      inbox.items.clear();
      give(socket, address(local, 6363), data(size, 3));
      ASSERT_TRUE(drive([&] { return !inbox.items.empty(); })) << size;
      EXPECT_EQ(inbox.items[0].bytes, data(size, 3));
    }
  }
  void face_towards(const char* local, const char* remote) {
    const FileDescriptor socket = host->socket(address(remote, 6363));
    const FaceId id = port->add_face(*FaceUri::parse(address(remote, 6363).uri("udp")), std::nullopt,
                                     FaceInfo{}, monotonic_now());
    ASSERT_NE(id, face_id_none);
    EXPECT_EQ(faces.find(id)->local_uri, address(local, 6363).uri("udp"));
    port->send(outgoing(id, interest(100, 5)), monotonic_now());
    port->flush(monotonic_now());
    EXPECT_EQ(take(socket), interest(100, 5)) << "sent before the neighbour was known";
  }

  static inline int instance = 0;
  std::string interface = "augv" + std::to_string(getpid() % 100000);
  std::unique_ptr<KernelHost> host;
  PortOptions options;
  unsigned before = 0;
  FaceTable faces{16};
  std::unique_ptr<PortTransport> port;
  Inbox inbox;
};

TEST_P(PortKernelTest, ExchangesOverIpv4) {
  exchange("10.77.0.1", "10.77.0.2");
}

TEST_P(PortKernelTest, ExchangesOverIpv6) {
  exchange("fd77::1", "fd77::2");
}

TEST_P(PortKernelTest, DatagramsThatTheKernelSplitArriveOverIpv4) {
  large_datagrams("10.77.0.1", "10.77.0.2");
  if (options.device.starts_with("net_tap")) {
    EXPECT_GE(port->counters().in_reassembled.value(), 4u) << "net_af_packet gets whole datagrams";
  }
}

TEST_P(PortKernelTest, DatagramsThatTheKernelSplitArriveOverIpv6) {
  large_datagrams("fd77::1", "fd77::2");
  EXPECT_GE(port->counters().in_reassembled.value(), 4u);
}

TEST_P(PortKernelTest, FindsTheNeighbourOfAFaceOverIpv4) {
  face_towards("10.77.0.1", "10.77.0.2");
}

TEST_P(PortKernelTest, FindsTheNeighbourOfAFaceOverIpv6) {
  face_towards("fd77::1", "fd77::2");
}

TEST_P(PortKernelTest, LargestPacketLeavesAsFragmentsThatASocketFacePutsTogether) {
  // The port and a UDP channel of ours in the namespace.
  const FileDescriptor socket = host->socket(address("10.77.0.2", 6363));
  const FaceId id =
      port->add_face(*FaceUri::parse("udp4://10.77.0.2:6363"), std::nullopt, FaceInfo{}, monotonic_now());
  port->send(outgoing(id, data(8800, 9)), monotonic_now());
  port->flush(monotonic_now());
  FaceTable others(4);
  const FaceId other = others.add(FaceInfo{}, 0);
  SendQueue queue(16);
  LinkBuffers buffers(pool(), others, 1);
  LinkContext context{.faces = others, .pool = pool(), .queue = queue, .buffers = buffers};
  LinkService receiver(context, other);
  Inbox there;
  for (int fragments = 0; there.items.empty() && fragments < 10; ++fragments) {
    const Bytes bytes = take(socket);
    ASSERT_FALSE(bytes.empty());
    EXPECT_LE(bytes.size(), 1472u);
    receiver.receive(pool().copy_of(bytes), {}, there, monotonic_now());
  }
  ASSERT_EQ(there.items.size(), 1u);
  EXPECT_EQ(there.items[0].bytes, data(8800, 9));
}

TEST_P(PortKernelTest, AnswersPing) {
  for (const char* address : {"10.77.0.1", "fd77::1"}) {
    std::atomic<int> outcome{-1};
    std::thread pinging([&] { outcome = host->ping(address) ? 1 : 0; });
    drive([&] { return outcome != -1; });
    pinging.join();
    EXPECT_EQ(outcome, 1) << address;
  }
  EXPECT_EQ(port->counters().echoes_answered.value(), 2u);
}

TEST_P(PortKernelTest, FacesFollowTheLink) {
  EXPECT_TRUE(drive([&] { return faces.find(port->multicast_face())->up; }));
  ASSERT_TRUE(host->ip("link set peer down"));
  EXPECT_TRUE(drive([&] { return !faces.find(port->multicast_face())->up; }));
  ASSERT_TRUE(host->ip("link set peer up"));
  EXPECT_TRUE(drive([&] { return faces.find(port->multicast_face())->up; }));
}

INSTANTIATE_TEST_SUITE_P(Drivers, PortKernelTest, testing::Values("net_af_packet", "net_tap"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace augustus::face::port_kernel_test
