// SPDX-License-Identifier: Apache-2.0
// A port with two queues: its own, and a branch's, which another thread has.
#include "face/port/port_branch.hh"

#include "port_fixture.hh"

namespace augustus::face::port_branch_test {
namespace {

constexpr unsigned branch_thread = 5;
constexpr unsigned lane = branch_thread + 1;

/// A device with two queues each way, whose wires end in the test.
class TwoQueues {
 public:
  TwoQueues() {
    static int number = 0;
    const std::string name = "two" + std::to_string(number++);
    for (unsigned queue = 0; queue < 2; ++queue) {
      in_[queue] = make_ring(name + "_in" + std::to_string(queue));
      out_[queue] = make_ring(name + "_out" + std::to_string(queue));
    }
    device = "net_ring_" + name;
    EXPECT_GE(rte_eth_from_rings(name.c_str(), in_.data(), 2, out_.data(), 2, 0), 0);
  }
  ~TwoQueues() {
    rte_vdev_uninit(device.c_str());
    for (rte_ring* ring : {in_[0], in_[1], out_[0], out_[1]}) {
      while (rte_mbuf* frame = next(ring)) {
        rte_pktmbuf_free(frame);
      }
      rte_ring_free(ring);
    }
  }

  void give(unsigned queue, const Bytes& frame) {
    ASSERT_EQ(rte_ring_enqueue(in_[queue], pool().copy_of(frame)), 0);
  }
  std::vector<Bytes> take_all(unsigned queue) {
    std::vector<Bytes> frames;
    while (rte_mbuf* frame = next(out_[queue])) {
      Bytes bytes(frame->pkt_len);
      const void* data = rte_pktmbuf_read(frame, 0, frame->pkt_len, bytes.data());
      if (data != bytes.data()) {
        std::copy_n(static_cast<const std::uint8_t*>(data), bytes.size(), bytes.begin());
      }
      rte_pktmbuf_free(frame);
      frames.push_back(std::move(bytes));
    }
    return frames;
  }

  std::string device;

 private:
  static rte_ring* make_ring(const std::string& name) {
    return rte_ring_create(name.c_str(), 1024, SOCKET_ID_ANY, RING_F_SP_ENQ | RING_F_SC_DEQ);
  }
  static rte_mbuf* next(rte_ring* ring) {
    void* frame = nullptr;
    return rte_ring_dequeue(ring, &frame) == 0 ? static_cast<rte_mbuf*>(frame) : nullptr;
  }
  std::array<rte_ring*, 2> in_;
  std::array<rte_ring*, 2> out_;
};

class PortBranchTest : public testing::Test {
 protected:
  PortBranchTest() : before_(pool().in_use()) {
    PortOptions options;
    options.name = "lan";
    options.device = queues.device;
    options.mac = MacAddress{{2, 0, 0, 0, 0, 1}};
    options.addresses = {*IpPrefix::parse("192.0.2.1/24")};
    options.dispatch = PortDispatch::rss_udp;
    options.threads = 2;
    options.udp_ports = 8;
    port = std::make_unique<PortTransport>(options, 3, faces, pool());
    EXPECT_EQ(port->hub()->branches(), 1u);
    branch = std::make_unique<PortBranch>(port->hub(), options, 1, branch_thread, faces, pool());
    queues.take_all(0);
  }
  ~PortBranchTest() override {
    branch.reset();
    port.reset();
    queues.take_all(0);
    queues.take_all(1);
    EXPECT_EQ(pool().in_use(), before_) << "buffers leaked";
  }

  void branch_receives(TimeNs now = start) { branch->receive(at_branch, now); }
  void port_receives(TimeNs now = start) { port->receive(at_port, now); }
  FaceId face_to_peer() {
    const FaceId face =
        port->add_face(*FaceUri::parse("udp4://192.0.2.2:7000"), std::nullopt, FaceInfo{}, start);
    branch_receives();
    queues.take_all(0);
    return face;
  }
  void learn_peer() {
    queues.give(0, reply_of_peer());
    port_receives();
  }
  void branch_sends(FaceId face, const Bytes& bytes, TimeNs now = start) {
    branch->send(outgoing(face, bytes), now);
    branch->flush(now);
  }
  /// The peer's datagram to one of the UDP ports after the first, its checksum right.
  static Bytes to_udp_port(std::uint8_t further) {
    constexpr std::size_t port_low_byte = 37;
    constexpr std::size_t checksum_low_byte = 41;
    Bytes frame = frames::udp_v4();
    frame[port_low_byte] = static_cast<std::uint8_t>(frame[port_low_byte] + further);
    frame[checksum_low_byte] = static_cast<std::uint8_t>(frame[checksum_low_byte] - further);
    return frame;
  }
  static Bytes link_packet_of(const Bytes& frame) {
    FrameView view;
    EXPECT_EQ(decode_frame(frame, ChecksumTrust::none, view), PortDrop::none);
    EXPECT_EQ(frames::part(frame, 0, 6), peer_mac);
    return Bytes(view.link_packet.begin(), view.link_packet.end());
  }

  unsigned before_;
  FaceTable faces{16};
  TwoQueues queues;
  std::unique_ptr<PortTransport> port;
  std::unique_ptr<PortBranch> branch;
  Inbox at_port;
  Inbox at_branch;
};

TEST_F(PortBranchTest, PacketsOfAKnownFaceAreReceivedAndCountedByTheBranch) {
  const FaceId face = face_to_peer();
  EXPECT_TRUE(branch->carries(face));
  queues.give(1, frames::udp_v4());
  branch_receives();
  ASSERT_EQ(at_branch.items.size(), 1u);
  EXPECT_EQ(at_branch.items[0].bytes, (Bytes{5, 3, 'a', 'b', 'c'}));
  EXPECT_EQ(at_branch.items[0].arrival.face, face);
  EXPECT_EQ(faces.counters(face).in_packets.value(), 0u);
  EXPECT_EQ(faces.counters(face, lane).in_packets.value(), 1u);
  EXPECT_EQ(faces.total(face, &FaceCounters::in_packets), 1u);
  port_receives();
  EXPECT_TRUE(at_port.items.empty());
}

TEST_F(PortBranchTest, AnyOfThePortsUdpPortsIsTheFaces) {
  const FaceId face = face_to_peer();
  for (const unsigned queue : {0u, 1u}) {
    queues.give(queue, to_udp_port(7));
    queues.give(queue, to_udp_port(8));
  }
  branch_receives();
  port_receives();
  ASSERT_EQ(at_branch.items.size(), 1u);
  EXPECT_EQ(at_branch.items[0].arrival.face, face);
  ASSERT_EQ(at_port.items.size(), 1u);
  EXPECT_EQ(at_port.items[0].arrival.face, face);
  EXPECT_EQ(port->counters().dropped(PortDrop::other_udp_port), 2u);
}

TEST_F(PortBranchTest, StrangersAreThePortsAndTheBranchsFromTheNextPacketOn) {
  queues.give(1, frames::udp_v4());
  branch_receives();
  EXPECT_TRUE(at_branch.items.empty());
  port_receives();
  ASSERT_EQ(at_port.items.size(), 1u);
  queues.give(1, frames::udp_v4());
  branch_receives();
  ASSERT_EQ(at_branch.items.size(), 1u);
  EXPECT_EQ(at_branch.items[0].arrival.face, at_port.items[0].arrival.face);
}

TEST_F(PortBranchTest, QuestionsFragmentsAndBadFramesAreThePorts) {
  face_to_peer();
  queues.give(1, frames::arp_request());
  branch_receives();
  port_receives();
  EXPECT_EQ(port->counters().arp_answered.value(), 1u);

  const Bytes whole = frames::datagram(frames::peer_v4, frames::port_v4, 7000, 6363, data(3000));
  for (const auto& piece : frames::pieces(whole.size())) {
    queues.give(1, frames::fragment_v4(whole, piece));
  }
  Bytes broken = frames::udp_v4();
  broken.back() ^= 1;
  queues.give(1, broken);
  branch_receives();
  EXPECT_TRUE(at_branch.items.empty());
  port_receives();
  ASSERT_EQ(at_port.items.size(), 1u);
  EXPECT_EQ(at_port.items[0].bytes, data(3000));
  EXPECT_EQ(port->counters().dropped(PortDrop::bad_udp_checksum), 1u);
}

TEST_F(PortBranchTest, SendsOnItsOwnQueueWhileItKnowsTheNeighbour) {
  const FaceId face = face_to_peer();
  learn_peer();
  branch_sends(face, data(200, 1));
  port_receives();
  const auto by_port = queues.take_all(0);
  ASSERT_EQ(by_port.size(), 1u) << "the first takes the way by the port";
  EXPECT_EQ(link_packet_of(by_port[0]), data(200, 1));

  branch_receives();
  branch_sends(face, data(200, 2));
  const auto by_branch = queues.take_all(1);
  ASSERT_EQ(by_branch.size(), 1u);
  EXPECT_EQ(link_packet_of(by_branch[0]), data(200, 2));
  EXPECT_EQ(faces.total(face, &FaceCounters::out_data), 2u);

  branch_sends(face, data(200, 3), start + 6 * second);
  EXPECT_TRUE(queues.take_all(1).empty()) << "what it knows has an end";
  port_receives(start + 6 * second);
  EXPECT_EQ(queues.take_all(0).size(), 1u);
}

TEST_F(PortBranchTest, WhatNeedsFragmentsLeavesByThePort) {
  const FaceId face = face_to_peer();
  learn_peer();
  branch_sends(face, data(200, 1));
  port_receives();
  branch_receives();
  queues.take_all(0);
  branch_sends(face, data(3000));
  EXPECT_TRUE(queues.take_all(1).empty());
  port_receives();
  EXPECT_EQ(queues.take_all(0).size(), 3u);
}

TEST_F(PortBranchTest, AFaceThatIsClosedIsForgotten) {
  const FaceId face = face_to_peer();
  port->close_face(face);
  branch_receives();
  EXPECT_FALSE(branch->carries(face));
  queues.give(1, frames::udp_v4());
  branch_receives();
  EXPECT_TRUE(at_branch.items.empty());
  port_receives();
  ASSERT_EQ(at_port.items.size(), 1u);
  EXPECT_NE(at_port.items[0].arrival.face, face);
}

TEST_F(PortBranchTest, FacesDoNotExpireWhileTheBranchHearsThem) {
  queues.give(1, frames::udp_v4());
  branch_receives();
  port_receives();
  ASSERT_EQ(faces.list().size(), 2u) << "the multicast Face, and the stranger's";
  port->tick(start + 300 * second);
  queues.give(1, frames::udp_v4());
  branch_receives(start + 500 * second);
  port->tick(start + 500 * second);
  port->tick(start + 1000 * second);
  EXPECT_EQ(faces.list().size(), 2u);
  port->tick(start + 1200 * second);
  EXPECT_EQ(faces.list().size(), 1u);
}

}  // namespace
}  // namespace augustus::face::port_branch_test
