// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "port_fixture.hh"

namespace augustus::face::port_transport_test {
namespace {

using frames::hex;
using PortTransportTest = PortFixture;

TEST_F(PortTransportTest, StrangerGetsAFaceAndAnAnswer) {
  give(frames::arp_request());
  ring->take_all();
  for (const Bytes& frame : {frames::udp_v4(), frames::udp_v6()}) {
    inbox.items.clear();
    give(frame);
    ASSERT_EQ(inbox.items.size(), 1u);
    EXPECT_EQ(inbox.items[0].bytes, (Bytes{5, 3, 'a', 'b', 'c'}));
    const auto info = faces.find(inbox.items[0].arrival.face);
    ASSERT_TRUE(info);
    EXPECT_TRUE(info->remote_uri == "udp4://192.0.2.2:7000" ||
                info->remote_uri == "udp6://[2001:db8::2]:7000");
    EXPECT_TRUE(info->local_uri == "udp4://192.0.2.1:6363" || info->local_uri == "udp6://[2001:db8::1]:6363");
    EXPECT_EQ(info->persistency, Persistency::on_demand);
    EXPECT_EQ(info->scope, forward::FaceScope::non_local);
    EXPECT_EQ(faces.attributes().find(info->id).owner, 3);
  }
  const auto list = faces.list();
  send(list[1].id, data(400, 2));
  EXPECT_EQ(payload_of(ring->take_all().back()), data(400, 2));
}

TEST_F(PortTransportTest, DatagramInFragmentsArrives) {
  const Bytes packet = data(8192, 4);
  const Bytes v4 = frames::datagram(frames::peer_v4, frames::port_v4, 7000, 6363, packet);
  auto list = frames::pieces(v4.size());
  for (const auto& piece : list) {
    give(frames::fragment_v4(v4, piece));
  }
  const Bytes v6 = frames::datagram(frames::peer_v6, frames::port_v6, 7000, 6363, packet);
  list = frames::pieces(v6.size(), 1448);
  std::reverse(list.begin(), list.end());
  for (const auto& piece : list) {
    give(frames::fragment_v6(v6, piece));
  }
  ASSERT_EQ(inbox.items.size(), 2u);
  EXPECT_EQ(inbox.items[0].bytes, packet);
  EXPECT_EQ(inbox.items[1].bytes, packet);
  EXPECT_EQ(port->counters().in_reassembled.value(), 2u);
}

TEST_F(PortTransportTest, FragmentsWithWrongContentAreSeen) {
  Bytes whole = frames::datagram(frames::peer_v4, frames::port_v4, 7000, 6363, data(3000));
  whole[2000] ^= 1;
  for (const auto& piece : frames::pieces(whole.size())) {
    give(frames::fragment_v4(whole, piece));
  }
  EXPECT_EQ(dropped(PortDrop::bad_udp_checksum), 1u);
  EXPECT_TRUE(inbox.items.empty());
}

TEST_F(PortTransportTest, ForeignFramesAreNamed) {
  const auto with = [](Bytes frame, std::size_t at, std::uint8_t value) {
    frame[at] = value;
    return frame;
  };
  give(with(frames::udp_v4(), 5, 9));
  EXPECT_EQ(dropped(PortDrop::other_mac), 1u);
  give(with(frames::udp_v4(), 11, 1));
  EXPECT_EQ(dropped(PortDrop::own_mac), 1u);
  give(frames::ipv4(frames::datagram(frames::peer_v4, frames::port_v4, 7000, 6364, interest(20))));
  EXPECT_EQ(dropped(PortDrop::other_udp_port), 1u);
  give(frames::ipv4(Bytes(20), 1, 0, 6));
  EXPECT_EQ(dropped(PortDrop::unknown_protocol), 1u);
  give(with(frames::udp_v4(), 13, 6));
  EXPECT_EQ(dropped(PortDrop::arp_ignored), 1u);
  Bytes elsewhere = frames::udp_v4();
  elsewhere[33] = 3;
  frames::put16(elsewhere, 24, 0xc32d);
  frames::put16(elsewhere, 40, 0x7e35);
  give(elsewhere);
  EXPECT_EQ(dropped(PortDrop::other_address), 1u);
  EXPECT_TRUE(inbox.items.empty());
  EXPECT_EQ(faces.size(), 1u) << "the multicast Face alone";
}

TEST_F(PortTransportTest, TruncatedFramesAreCountedAndDoNothing) {
  std::uint64_t given = 0;
  for (const Bytes& frame : frames::all_recorded()) {
    for (std::size_t size = 1; size < frame.size(); ++size, ++given) {
      give(frames::part(frame, 0, size));
    }
  }
  EXPECT_EQ(all_dropped(), given);
  EXPECT_TRUE(inbox.items.empty());
  EXPECT_EQ(ring->take_all().size(), 0u);
}

TEST_F(PortTransportTest, LargestPacketLeavesInFragmentsThatFitTheMtu) {
  give(frames::arp_request());
  const FaceId udp = face_to("udp4://192.0.2.2:6363");
  const FaceId ether = face_to("ether://[02:00:00:00:00:02]", "dev://lan");
  ring->take_all();
  FaceTable others(4);
  const FaceId other = others.add(FaceInfo{}, 0);
  SendQueue queue(16);
  LinkBuffers buffers(pool(), others, 1);
  LinkContext context{.faces = others, .pool = pool(), .queue = queue, .buffers = buffers};
  LinkService receiver(context, other);
  for (const FaceId id : {udp, ether}) {
    Inbox there;
    send(id, data(8800, 6));
    const auto sent = ring->take_all();
    EXPECT_EQ(sent.size(), id == udp ? 7u : 6u);
    for (const Bytes& frame : sent) {
      EXPECT_LE(frame.size(), 1514u);
      receiver.receive(pool().copy_of(payload_of(frame)), {}, there, start);
    }
    ASSERT_EQ(there.items.size(), 1u);
    EXPECT_EQ(there.items[0].bytes, data(8800, 6));
  }
}

TEST_F(PortTransportTest, SharedPacketIsNotWrittenTo) {
  give(frames::arp_request());
  const FaceId one = face_to("udp4://192.0.2.2:6363");
  const FaceId two = face_to("ether://[02:00:00:00:00:02]", "dev://lan");
  ring->take_all();
  for (const std::size_t size : {60u, 1200u}) {
    rte_mbuf* packet = pool().copy_of(data(size, 1));
    auto* before_bytes = rte_pktmbuf_mtod_offset(packet, std::uint8_t*, -64);
    std::memset(before_bytes, 0xee, 64);
    for (const FaceId id : {one, two}) {
      rte_pktmbuf_refcnt_update(packet, 1);
      forward::Outgoing out;
      out.packet = packet;
      out.face = id;
      out.kind = wire::PacketKind::data;
      port->send(out, start);
    }
    port->flush(start);
    EXPECT_EQ(payload_of(ring->take()), data(size, 1));
    EXPECT_EQ(payload_of(ring->take()), data(size, 1));
    EXPECT_EQ(std::count(before_bytes, before_bytes + 64, 0xee), 64);
    EXPECT_EQ(rte_mbuf_refcnt_read(packet), 1);
    rte_pktmbuf_free(packet);
  }
}

TEST_F(PortTransportTest, EthernetUnicastAndMulticast) {
  give(frames::ethernet("0200 0000 0001", interest(20, 1)));
  ASSERT_EQ(inbox.items.size(), 1u);
  EXPECT_EQ(inbox.items[0].bytes, interest(20, 1)) << "without padding";
  const auto unicast = faces.find(inbox.items[0].arrival.face);
  EXPECT_EQ(unicast->remote_uri, "ether://[02:00:00:00:00:02]");
  EXPECT_EQ(unicast->local_uri, "dev://lan");
  EXPECT_EQ(unicast->link_type, forward::LinkType::point_to_point);
  give(frames::ethernet("0100 5e00 17aa", interest(30, 2)));
  ASSERT_EQ(inbox.items.size(), 2u);
  const auto multicast = faces.find(inbox.items[1].arrival.face);
  EXPECT_EQ(multicast->id, port->multicast_face());
  EXPECT_EQ(multicast->remote_uri, "ether://[01:00:5e:00:17:aa]");
  EXPECT_EQ(multicast->link_type, forward::LinkType::multi_access);
  send(multicast->id, interest(40, 3));
  EXPECT_EQ(ring->take(), frames::joined(hex("0100 5e00 17aa 0200 0000 0001 8624"), interest(40, 3)));
  send(unicast->id, data(40, 4));
  EXPECT_EQ(ring->take(), frames::joined(hex("0200 0000 0002 0200 0000 0001 8624"), data(40, 4)));
}

TEST_F(PortTransportTest, FrameInSeveralBuffersIsOnePacket) {
  const Bytes frame =
      frames::ipv4(frames::datagram(frames::peer_v4, frames::port_v4, 7000, 6363, data(1000, 8)));
  ring->give_chain({frames::part(frame, 0, 20), frames::part(frame, 20, 500), frames::part(frame, 520)});
  port->receive(inbox, start);
  ASSERT_EQ(inbox.items.size(), 1u);
  EXPECT_EQ(inbox.items[0].bytes, data(1000, 8));
}

TEST_F(PortTransportTest, OnDemandFacesAreBoundedAndExpire) {
  for (std::uint16_t from = 1000; from < 1020; ++from) {
    give(frames::ipv4(frames::datagram(frames::peer_v4, frames::port_v4, from, 6363, interest(20))));
  }
  EXPECT_EQ(faces.size(), 8u) << "half of what is left to strangers, and the multicast Face";
  EXPECT_EQ(dropped(PortDrop::faces_full), 13u);
  port->tick(start + 601 * second);
  EXPECT_EQ(faces.size(), 1u);
  EXPECT_EQ(port->counters().faces_expired.value(), 7u);
}

TEST_F(PortTransportTest, StrangersAreRefusedWhereTheyMustNotCome) {
  PortOptions options = options_for(*ring);
  options.udp_on_demand = options.ethernet_on_demand = options.ethernet_multicast = false;
  port.reset();
  ring = std::make_unique<PortRing>();
  options.device = ring->device;
  start_port(options);
  give(frames::udp_v4());
  give(frames::ethernet("0200 0000 0001", interest(20)));
  give(frames::ethernet("0100 5e00 17aa", interest(20)));
  EXPECT_EQ(dropped(PortDrop::no_face), 3u);
  EXPECT_EQ(faces.size(), 0u);
  EXPECT_EQ(port->multicast_face(), face_id_none);
}

TEST_F(PortTransportTest, PacketsWaitForADeviceThatTakesNoMore) {
  constexpr unsigned packets = 1400;  // the ring's 1023, what is ready for the device, and some
  const FaceId id = face_to("ether://[02:00:00:00:00:02]", "dev://lan");
  for (unsigned i = 0; i < packets; ++i) {
    port->send(outgoing(id, data(100)), start);
  }
  port->flush(start);
  EXPECT_GT(port->backlog(), 0u);
  EXPECT_EQ(dropped(PortDrop::transmit_full), 0u);
  unsigned taken = 0;
  for (; !ring->take().empty(); ++taken) {
    port->flush(start);
  }
  EXPECT_EQ(taken, packets);
}

TEST_F(PortTransportTest, ClosedFaceIsGone) {
  const FaceId id = face_to("ether://[02:00:00:00:00:02]", "dev://lan");
  port->send(outgoing(id, data(100)), start);
  auto queued = outgoing(id, data(200));
  queued.congestion_mark = 1;
  port->send(queued, start);
  port->close_face(id);
  port->flush(start);
  send(id, data(100));
  EXPECT_FALSE(ring->take().empty()) << "what was a frame already leaves";
  EXPECT_TRUE(ring->take().empty());
  EXPECT_EQ(dropped(PortDrop::face_gone), 2u);
  EXPECT_FALSE(faces.find(id));
}

TEST_F(PortTransportTest, ServesWhatItsAddressesReach) {
  const auto serves = [&](const char* remote, const char* local = nullptr) {
    return port->serves(*FaceUri::parse(remote), local != nullptr ? FaceUri::parse(local) : std::nullopt);
  };
  EXPECT_TRUE(serves("udp4://192.0.2.77:6363"));
  EXPECT_TRUE(serves("udp4://192.0.2.77:6363", "dev://lan"));
  EXPECT_TRUE(serves("udp4://192.0.2.77:6363", "udp4://192.0.2.1:6363"));
  EXPECT_FALSE(serves("udp4://192.0.2.77:6363", "dev://wan"));
  EXPECT_FALSE(serves("udp4://192.0.2.77:6363", "udp4://192.0.2.3:6363"));
  EXPECT_FALSE(serves("udp4://192.0.2.77:6363", "udp6://[2001:db8::1]:6363"));
  EXPECT_FALSE(serves("udp4://198.51.100.1:6363")) << "no gateway";
  EXPECT_FALSE(serves("udp4://192.0.2.1:6363")) << "itself";
  EXPECT_FALSE(serves("udp4://192.0.2.255:6363")) << "broadcast";
  EXPECT_TRUE(serves("udp6://[2001:db8::77]:6363"));
  EXPECT_FALSE(serves("tcp4://192.0.2.77:6363"));
  EXPECT_TRUE(serves("ether://[02:00:00:00:00:09]", "dev://lan"));
  EXPECT_FALSE(serves("ether://[02:00:00:00:00:09]")) << "which port?";
  EXPECT_FALSE(serves("ether://[33:33:00:00:00:01]", "dev://lan"));
  EXPECT_EQ(face_to("udp4://198.51.100.1:6363"), face_id_none);
}

TEST_F(PortTransportTest, FaceThatIsThereIsTakenOver) {
  give(frames::udp_v4());
  const FaceId id = inbox.items[0].arrival.face;
  EXPECT_EQ(face_to("udp4://192.0.2.2:7000"), id);
  EXPECT_EQ(faces.find(id)->persistency, Persistency::persistent);
  port->tick(start + 1000 * second);
  EXPECT_TRUE(faces.find(id));
}

TEST_F(PortTransportTest, UselessDevicesAreExplained) {
  PortOptions options = options_for(*ring);
  options.name = "dmz";
  options.device = "net_ring_not_there";
  try {
    PortTransport none(options, 0, faces, pool());
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("DPDK port dmz"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace augustus::face::port_transport_test
