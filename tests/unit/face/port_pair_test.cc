// SPDX-License-Identifier: Apache-2.0
// Two ports joined back to back, by drivers that need neither hardware nor privileges.
#include <unistd.h>

#include "patience.hh"
#include "port_fixture.hh"

namespace augustus::face::port_pair_test {
namespace {

class PortPairTest : public testing::Test {
 protected:
  PortPairTest() {
    left_options.name = right_options.name = "lan";
    left_options.mac = MacAddress{{2, 0, 0, 0, 0, 1}};
    right_options.mac = MacAddress{{2, 0, 0, 0, 0, 2}};
    left_options.addresses = {*IpPrefix::parse("192.0.2.1/24"), *IpPrefix::parse("2001:db8::1/64")};
    right_options.addresses = {*IpPrefix::parse("192.0.2.2/24"), *IpPrefix::parse("2001:db8::2/64")};
  }
  void start() {
    left = std::make_unique<PortTransport>(left_options, 0, left_faces, pool());
    right = std::make_unique<PortTransport>(right_options, 1, right_faces, pool());
  }
  void stop() {
    left.reset();
    right.reset();
  }
  /// Lets both work until each has what it should, or ten seconds are over.
  bool drive(std::size_t left_packets, std::size_t right_packets) {
    const TimeNs end = monotonic_now() + 10 * nanoseconds_per_second;
    while (at_left.items.size() < left_packets || at_right.items.size() < right_packets) {
      const TimeNs now = monotonic_now();
      if (now > end) {
        return false;
      }
      left->receive(at_left, now);
      right->receive(at_right, now);
      left->tick(now);
      right->tick(now);
    }
    return true;
  }
  void exchange(const FaceId id, const std::size_t size) {
    at_left.items.clear();
    at_right.items.clear();
    left->send(outgoing(id, interest(size, 1)), monotonic_now());
    left->flush(monotonic_now());
    ASSERT_TRUE(drive(0, 1));
    EXPECT_EQ(at_right.items[0].bytes, interest(size, 1));
    right->send(outgoing(at_right.items[0].arrival.face, data(size, 2)), monotonic_now());
    right->flush(monotonic_now());
    ASSERT_TRUE(drive(1, 1));
    EXPECT_EQ(at_left.items[0].bytes, data(size, 2));
    EXPECT_EQ(at_left.items[0].arrival.face, id);
  }
  void exchange_all() {
    for (const char* uri :
         {"udp4://192.0.2.2:6363", "udp6://[2001:db8::2]:6363", "ether://[02:00:00:00:00:02]"}) {
      const FaceId id =
          left->add_face(*FaceUri::parse(uri), *FaceUri::parse("dev://lan"), FaceInfo{}, monotonic_now());
      ASSERT_NE(id, face_id_none) << uri;
      for (const std::size_t size : {30u, 300u, 1400u, 1472u, 1473u, 3000u, 8800u}) {
        SCOPED_TRACE(uri + std::string(" ") + std::to_string(size));
        exchange(id, size);
      }
    }
  }

  unsigned before = pool().in_use();
  FaceTable left_faces{16}, right_faces{16};
  PortOptions left_options, right_options;
  std::unique_ptr<PortTransport> left, right;
  Inbox at_left, at_right;
};

TEST_F(PortPairTest, OverRings) {
  {
    PortRing left_ring;
    const auto right_ring = PortRing::joined_to(left_ring);
    left_options.device = left_ring.device;
    right_options.device = right_ring->device;
    start();
    exchange_all();
    stop();
  }
  EXPECT_EQ(pool().in_use(), before) << "buffers leaked";
}

TEST_F(PortPairTest, OverMemif) {
  const std::string arguments =
      ",id=1,socket-abstract=no,socket=/tmp/augustus-memif-" + std::to_string(getpid()) + ".sock";
  left_options.device = "net_memif0,role=server" + arguments;
  right_options.device = "net_memif1,role=client" + arguments;
  start();
  const auto is_up = [](FaceTable& faces, const PortTransport& port) {
    return faces.find(port.multicast_face())->up;
  };
  ASSERT_TRUE(test::becomes([&] {
    left->tick(monotonic_now());
    right->tick(monotonic_now());
    return is_up(left_faces, *left) && is_up(right_faces, *right);
  }));
  exchange_all();
  stop();
  EXPECT_EQ(pool().in_use(), before) << "buffers leaked";
}

TEST_F(PortPairTest, NullDeviceTakesAll) {
  left_options.device = "net_null0";
  left = std::make_unique<PortTransport>(left_options, 0, left_faces, pool());
  for (int i = 0; i < 1000; ++i) {
    left->send(outgoing(left->multicast_face(), data(3000)), monotonic_now());
  }
  left->flush(monotonic_now());
  EXPECT_GE(left->counters().out_frames.value(), 3000u);
  left.reset();
  EXPECT_EQ(pool().in_use(), before) << "buffers leaked";
}

}  // namespace
}  // namespace augustus::face::port_pair_test
