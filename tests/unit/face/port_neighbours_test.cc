// SPDX-License-Identifier: Apache-2.0
#include "face/port/neighbour_table.hh"
#include "packets.hh"
#include "port_fixture.hh"

namespace augustus::face::port_neighbours_test {
namespace {

using frames::hex;
using PortNeighboursTest = PortFixture;

TEST_F(PortNeighboursTest, AnnouncesItsAddresses) {
  ASSERT_EQ(announced.size(), 3u) << "IPv4, IPv6 and the link-local address";
  EXPECT_EQ(announced[0],
            hex("ffff ffff ffff 0200 0000 0001 0806 0001 0800 0604 0001 0200 0000 0001 c000 0201"
                "0000 0000 0000 c000 0201"));
  EXPECT_TRUE(port->addresses().owns(*IpAddress::parse("fe80::ff:fe00:1")));
}

TEST_F(PortNeighboursTest, AnswersArpForItsOwnAddressOnly) {
  give(frames::arp_request());
  EXPECT_EQ(ring->take(),
            hex("0200 0000 0002 0200 0000 0001 0806 0001 0800 0604 0002 0200 0000 0001 c000 0201"
                "0200 0000 0002 c000 0202"));
  Bytes other = frames::arp_request();
  other.back() = 9;
  give(other);
  EXPECT_TRUE(ring->take().empty());
  EXPECT_EQ(dropped(PortDrop::arp_ignored), 1u);
}

TEST_F(PortNeighboursTest, AnswersNeighbourSolicitation) {
  give(frames::solicitation());
  const Bytes answer = ring->take();
  FrameView view;
  ASSERT_EQ(decode_frame(answer, ChecksumTrust::none, view), PortDrop::none);
  EXPECT_EQ(frames::part(answer, 0, 6), peer_mac);
  EXPECT_TRUE(view.neighbour.is_advertisement && view.neighbour.solicited && view.neighbour.overrides);
  EXPECT_EQ(view.neighbour.target.text(), "2001:db8::1");
  EXPECT_EQ(view.neighbour.mac->text(), "02:00:00:00:00:01");
  EXPECT_EQ(view.ip.hop_limit, 255);
  give(frames::probe());
  EXPECT_TRUE(ring->take().empty()) << "about another's address";
}

TEST_F(PortNeighboursTest, AnswersPing) {
  give(frames::echo_v4());
  const Bytes v4 = ring->take();
  ASSERT_EQ(v4.size(), frames::echo_v4().size());
  EXPECT_EQ(frames::part(v4, 26, 8), hex("c000 0201 c000 0202"));
  EXPECT_EQ(v4[34], 0);
  EXPECT_EQ(frames::checksum(frames::part(v4, 34)), 0);
  EXPECT_EQ(frames::part(v4, 38), frames::part(frames::echo_v4(), 38));
  give(frames::echo_v6());
  const Bytes v6 = ring->take();
  ASSERT_EQ(v6.size(), frames::echo_v6().size());
  EXPECT_EQ(v6[54], 129);
  EXPECT_EQ(port->counters().echoes_answered.value(), 2u);
}

TEST_F(PortNeighboursTest, AsksForANeighbourAndThenSendsWhatWaited) {
  const FaceId id = face_to("udp4://192.0.2.2:6363");
  EXPECT_EQ(ring->take(),
            hex("ffff ffff ffff 0200 0000 0001 0806 0001 0800 0604 0001 0200 0000 0001 c000 0201"
                "0000 0000 0000 c000 0202"));
  send(id, interest(50, 1));
  send(id, interest(50, 2));
  EXPECT_TRUE(ring->take().empty());
  give(reply_of_peer());
  EXPECT_EQ(payload_of(ring->take()), interest(50, 1));
  EXPECT_EQ(payload_of(ring->take()), interest(50, 2));
  send(id, interest(50, 3));
  EXPECT_EQ(payload_of(ring->take()), interest(50, 3));
}

TEST_F(PortNeighboursTest, SilentNeighbourIsAskedThriceAndForgotten) {
  const FaceId id = face_to("udp6://[2001:db8::2]:6363");
  send(id, interest(50));
  for (int i = 0; i < 6; ++i) {
    port->tick(start + i * second);
  }
  EXPECT_EQ(port->counters().neighbours_asked.value(), 3u);
  EXPECT_EQ(dropped(PortDrop::neighbour_silent), 1u);
  send(id, interest(50));
  EXPECT_EQ(port->counters().neighbours_asked.value(), 4u) << "asked again when there is something to send";
}

TEST_F(PortNeighboursTest, FewFramesWaitForANeighbour) {
  const FaceId id = face_to("udp4://192.0.2.2:6363");
  ring->take_all();
  for (std::uint8_t i = 0; i < 20; ++i) {
    send(id, interest(50, i));
  }
  EXPECT_EQ(dropped(PortDrop::waiting_full), 12u);
  give(reply_of_peer());
  const auto sent = ring->take_all();
  ASSERT_EQ(sent.size(), 8u);
  EXPECT_EQ(payload_of(sent[7]), interest(50, 19)) << "the newest are kept";
}

class NeighbourTableTest : public testing::Test {
 protected:
  static IpAddress address(unsigned number) {
    return *IpAddress::parse("10." + std::to_string(number >> 16 & 255) + "." + std::to_string(number >> 8 & 255) + "." +
                             std::to_string(number & 255));
  }
  static void answer(Neighbour& neighbour) { neighbour.state = Neighbour::State::reachable; }

  PortCounters counters;
  NeighbourTable table{1024, counters};
};

TEST_F(NeighbourTableTest, WhoIsSpokenWithKeepsHisPlaceAgainstAddressesThatAreMadeUp) {
  constexpr unsigned honest = 1;
  answer(table.obtain(address(honest), 10));
  for (unsigned number = 2; number < 5000; ++number) {
    // One who asks for us under ever new addresses; and Interests from ever new ones, which nobody answers for.
    Neighbour& made_up = table.obtain(address(number), number % 2 == 0 ? 0 : 1000 + number);
    if (number % 2 == 0) {
      answer(made_up);
    }
  }
  EXPECT_NE(table.find(address(honest)), nullptr);
}

TEST_F(NeighbourTableTest, FramesThatWaitHaveABoundAndTheNewestNeighbourHasRoom) {
  const unsigned before = pool().in_use();
  for (unsigned number = 1; number < 5000; ++number) {
    Neighbour& neighbour = table.obtain(address(number), number);
    for (unsigned frame = 0; frame < 3; ++frame) {
      table.wait(neighbour, pool().allocate(60));
      ASSERT_LE(table.waiting(), NeighbourTable::waiting_frames_max);
    }
    ASSERT_EQ(neighbour.waiting_count, 3u) << number;
    ASSERT_EQ(pool().in_use() - before, table.waiting());
  }
  for (std::uint32_t i = 0; i < table.capacity(); ++i) {
    table.remove(table.at(i), PortDrop::neighbour_silent);
  }
  EXPECT_EQ(table.waiting(), 0u);
  EXPECT_EQ(pool().in_use(), before);
}

TEST_F(PortNeighboursTest, UsedNeighbourIsAskedAgainAndFollowedToANewMac) {
  const FaceId id = face_to("udp4://192.0.2.2:6363");
  give(reply_of_peer());
  ring->take_all();
  const TimeNs later = start + 31 * second;
  port->send(outgoing(id, interest(50)), later - second);
  port->flush(later - second);
  ring->take_all();
  port->tick(later);
  const Bytes question = ring->take();
  EXPECT_EQ(frames::part(question, 0, 6), peer_mac) << "where it was last";
  Bytes moved = reply_of_peer();
  moved[11] = moved[27] = 7;
  give(moved, later);
  send(id, interest(50));
  EXPECT_EQ(frames::part(ring->take(), 0, 6), hex("0200 0000 0007"));
}

TEST_F(PortNeighboursTest, UnaskedArpReplyIsNotBelieved) {
  give(reply_of_peer());
  const FaceId id = face_to("udp4://192.0.2.2:6363");
  send(id, interest(50));
  EXPECT_EQ(ring->take_all().size(), 1u) << "the question alone";
}

TEST_F(PortNeighboursTest, ConflictIsCounted) {
  Bytes claim = reply_of_peer();
  claim[31] = 1;
  give(claim);
  EXPECT_EQ(dropped(PortDrop::address_conflict), 1u);
}

TEST_F(PortNeighboursTest, GatewayTakesWhatIsNotOnTheLink) {
  PortOptions options = options_for(*ring);
  port.reset();
  ring = std::make_unique<PortRing>();
  options.device = ring->device;
  options.gateways = {*IpAddress::parse("192.0.2.2")};
  start_port(options);
  const auto far = *FaceUri::parse("udp4://198.51.100.1:6363");
  EXPECT_TRUE(port->serves(far, std::nullopt));
  EXPECT_FALSE(port->on_link(far));
  const FaceId id = face_to("udp4://198.51.100.1:6363");
  give(reply_of_peer());
  ring->take_all();
  send(id, interest(50, 1));
  const Bytes frame = ring->take();
  EXPECT_EQ(payload_of(frame), interest(50, 1));
  EXPECT_EQ(frames::part(frame, 30, 4), hex("c633 6401"));
}

TEST(PortAddresses, RefusesWhatMakesNoSense) {
  const MacAddress mac{{2, 0, 0, 0, 0, 1}};
  const auto make = [&](const char* prefix, std::vector<const char*> gateways) {
    std::vector<IpAddress> list;
    for (const char* gateway : gateways) {
      list.push_back(*IpAddress::parse(gateway));
    }
    return PortAddresses({*IpPrefix::parse(prefix)}, list, mac);
  };
  EXPECT_THROW(make("0.0.0.0/0", {}), std::invalid_argument);
  EXPECT_THROW(make("224.0.0.1/4", {}), std::invalid_argument);
  EXPECT_THROW(make("192.0.2.1/24", {"198.51.100.1"}), std::invalid_argument);
  EXPECT_THROW(make("192.0.2.1/24", {"192.0.2.1"}), std::invalid_argument);
  EXPECT_THROW(make("192.0.2.1/24", {"192.0.2.2", "192.0.2.3"}), std::invalid_argument);
  EXPECT_NO_THROW(make("192.0.2.1/31", {"192.0.2.0"}));
}

}  // namespace
}  // namespace augustus::face::port_neighbours_test
