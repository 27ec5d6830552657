// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "face/port/frame_decoder.hh"
#include "face/port/icmp_message.hh"
#include "face/port/internet_checksum.hh"
#include "face/port/ip_prefix.hh"
#include "face/port/ipv4_header.hh"
#include "face/port/ipv6_header.hh"
#include "port_frames.hh"

namespace augustus::face::port_codec_test {
namespace {

/// Decodes from a block of just that size, so that a read outside of it is seen.
PortDrop decode(const Bytes& frame, FrameView& view, ChecksumTrust trust = ChecksumTrust::none) {
  static std::unique_ptr<std::uint8_t[]> block;
  block = std::make_unique_for_overwrite<std::uint8_t[]>(frame.size());
  std::copy(frame.begin(), frame.end(), block.get());
  return decode_frame({block.get(), frame.size()}, trust, view);
}
PortDrop decode(const Bytes& frame, ChecksumTrust trust = ChecksumTrust::none) {
  FrameView view;
  return decode(frame, view, trust);
}
Bytes copy(std::span<const std::uint8_t> bytes) {
  return Bytes(bytes.begin(), bytes.end());
}
Bytes changed(Bytes frame, std::size_t at, std::uint8_t value) {
  frame[at] = value;
  return frame;
}
/// The header checksum made right again.
Bytes repaired_v4(Bytes frame) {
  frames::put16(frame, 24, 0);
  frames::put16(frame, 24, frames::checksum(frames::part(frame, 14, (frame[14] & 0x0fu) * 4u)));
  return frame;
}

const Bytes ndn{0x05, 0x03, 'a', 'b', 'c'};

TEST(PortCodec, ReadsUdpOfBothFamilies) {
  for (const Bytes& frame : {frames::udp_v4(), frames::udp_v6()}) {
    FrameView view;
    ASSERT_EQ(decode(frame, view), PortDrop::none);
    EXPECT_EQ(view.kind, FrameKind::udp);
    EXPECT_EQ(view.ethernet.source.text(), "02:00:00:00:00:02");
    EXPECT_EQ(view.ethernet.destination.text(), "02:00:00:00:00:01");
    EXPECT_TRUE(view.ip.source.text() == "192.0.2.2" || view.ip.source.text() == "2001:db8::2");
    EXPECT_TRUE(view.ip.destination.text() == "192.0.2.1" || view.ip.destination.text() == "2001:db8::1");
    EXPECT_EQ(view.udp.source_port, 7000);
    EXPECT_EQ(view.udp.destination_port, 6363);
    EXPECT_EQ(copy(view.link_packet), ndn);
  }
}

TEST(PortCodec, ReadsNeighbourQuestions) {
  FrameView view;
  ASSERT_EQ(decode(frames::arp_request(), view), PortDrop::none);
  EXPECT_EQ(view.kind, FrameKind::arp);
  EXPECT_FALSE(view.arp.is_reply);
  EXPECT_EQ(view.arp.sender.text(), "192.0.2.2");
  EXPECT_EQ(view.arp.target.text(), "192.0.2.1");
  ASSERT_EQ(decode(frames::solicitation(), view), PortDrop::none);
  EXPECT_EQ(view.kind, FrameKind::neighbour);
  EXPECT_FALSE(view.neighbour.is_advertisement);
  EXPECT_EQ(view.neighbour.target.text(), "2001:db8::1");
  EXPECT_EQ(view.neighbour.mac->text(), "02:00:00:00:00:02");
  ASSERT_EQ(decode(frames::probe(), view), PortDrop::none);
  EXPECT_FALSE(view.neighbour.mac);
  EXPECT_EQ(decode(frames::listener_report()), PortDrop::icmp_ignored);
}

TEST(PortCodec, EveryTruncationIsRefused) {
  for (const Bytes& frame : frames::all_recorded()) {
    for (std::size_t size = 0; size < frame.size(); ++size) {
      EXPECT_NE(decode(frames::part(frame, 0, size)), PortDrop::none) << size << " of " << frame.size();
    }
  }
}

TEST(PortCodec, EveryFlippedBitBehindTheMacAddressesIsSeenOrHarmless) {
  // Checksums cover all of it but the IPv6 traffic class, flow label and hop limit, and the Ethernet type.
  for (const Bytes& frame : {frames::udp_v4(), frames::udp_v6(), frames::echo_v4(), frames::echo_v6()}) {
    const bool v6 = frame[14] >> 4 == 6;
    for (std::size_t bit = 14 * 8; bit < frame.size() * 8; ++bit) {
      const std::size_t byte = bit / 8;
      if (v6 && ((byte >= 14 && byte < 18) || byte == 21)) {
        continue;
      }
      FrameView view;
      EXPECT_NE(decode(changed(frame, byte, frame[byte] ^ static_cast<std::uint8_t>(1u << bit % 8)), view),
                PortDrop::none)
          << "byte " << byte;
    }
  }
}

RC_GTEST_PROP(PortCodec, RandomBytesBehindAnyHeaderAreSafe, ()) {
  const auto recorded = *rc::gen::elementOf(frames::all_recorded());
  const auto kept = *rc::gen::inRange<std::size_t>(0, recorded.size());
  const auto tail = *rc::gen::arbitrary<Bytes>();
  FrameView view;
  (void)decode(frames::joined(frames::part(recorded, 0, kept), tail), view);
}

TEST(PortCodec, PaddingIsCutOff) {
  FrameView view;
  ASSERT_EQ(decode(frames::joined(frames::udp_v4(), Bytes(13)), view), PortDrop::none);
  EXPECT_EQ(copy(view.link_packet), ndn);
  ASSERT_EQ(decode(frames::ethernet("0200 0000 0001", ndn), view), PortDrop::none);
  EXPECT_EQ(view.kind, FrameKind::ndn);
  EXPECT_EQ(copy(view.link_packet), ndn);
  EXPECT_EQ(decode(frames::ethernet("0200 0000 0001", {0x05, 100})), PortDrop::bad_link_packet);
  EXPECT_EQ(decode(frames::ethernet("0200 0000 0001", {})), PortDrop::bad_link_packet);
}

TEST(PortCodec, PriorityTagIsSkippedAndVlanRefused) {
  const auto tagged = [](std::uint16_t tag) {
    Bytes frame = frames::udp_v4();
    const Bytes vlan{0x81, 0x00, static_cast<std::uint8_t>(tag >> 8), static_cast<std::uint8_t>(tag)};
    frame.insert(frame.begin() + 12, vlan.begin(), vlan.end());
    return frame;
  };
  EXPECT_EQ(decode(tagged(0xe000)), PortDrop::none);
  EXPECT_EQ(decode(tagged(0xe001)), PortDrop::vlan_tagged);
}

TEST(PortCodec, Ipv4OptionsAreSkipped) {
  Bytes frame = frames::udp_v4();
  const Bytes options{1, 1, 1, 1};
  frame.insert(frame.begin() + 34, options.begin(), options.end());
  frame[14] = 0x46;
  frames::put16(frame, 16, 0x25);
  FrameView view;
  ASSERT_EQ(decode(repaired_v4(frame), view), PortDrop::none);
  EXPECT_EQ(copy(view.link_packet), ndn);
}

TEST(PortCodec, BadIpv4HeadersAreNamed) {
  const Bytes frame = frames::udp_v4();
  EXPECT_EQ(decode(changed(frame, 14, 0x55)), PortDrop::bad_ip_header);
  EXPECT_EQ(decode(changed(frame, 14, 0x44)), PortDrop::bad_ip_header);
  EXPECT_EQ(decode(changed(frame, 22, 63)), PortDrop::bad_ip_checksum);
  EXPECT_EQ(decode(repaired_v4(changed(frame, 17, 19))), PortDrop::bad_ip_length);
  EXPECT_EQ(decode(repaired_v4(changed(frame, 17, 0x22))), PortDrop::truncated);
  EXPECT_EQ(decode(repaired_v4(changed(frame, 23, 6))), PortDrop::unknown_protocol);
  EXPECT_EQ(decode(repaired_v4(changed(frame, 26, 224))), PortDrop::bad_source_address);
}

TEST(PortCodec, UdpChecksumRules) {
  Bytes none_v4 = frames::udp_v4();
  frames::put16(none_v4, 40, 0);
  EXPECT_EQ(decode(none_v4), PortDrop::none) << "IPv4 may do without";
  Bytes none_v6 = frames::udp_v6();
  frames::put16(none_v6, 60, 0);
  EXPECT_EQ(decode(none_v6), PortDrop::no_udp_checksum);
  const Bytes wrong = changed(frames::udp_v4(), 46, 'x');
  EXPECT_EQ(decode(wrong), PortDrop::bad_udp_checksum);
  EXPECT_EQ(decode(wrong, ChecksumTrust::unfinished), PortDrop::bad_udp_checksum);
  EXPECT_EQ(decode(wrong, ChecksumTrust::verified), PortDrop::none);
}

TEST(PortCodec, UnfinishedUdpChecksumPassesOnlyWhereAllowed) {
  Bytes frame = frames::udp_v6();
  Bytes pseudo(8);
  frames::put16(pseudo, 2, 13);
  pseudo[7] = 17;
  const Bytes summed = frames::joined(frames::joined(frames::peer_v6, frames::port_v6), pseudo);
  frames::put16(frame, 60, static_cast<std::uint16_t>(~frames::checksum(summed)));
  EXPECT_EQ(decode(frame), PortDrop::bad_udp_checksum);
  EXPECT_EQ(decode(frame, ChecksumTrust::unfinished), PortDrop::none);
}

TEST(PortCodec, UdpLengthMustFit) {
  const Bytes frame = frames::udp_v4();
  EXPECT_EQ(decode(changed(frame, 39, 7)), PortDrop::bad_udp_length);
  EXPECT_EQ(decode(changed(frame, 39, 14)), PortDrop::bad_udp_length);
}

TEST(PortCodec, Ipv6ExtensionHeadersAreSkippedWithinBounds) {
  const Bytes udp = frames::datagram(frames::peer_v6, frames::port_v6, 7000, 6363, ndn);
  const auto behind = [&](unsigned headers, std::uint8_t kind, const Bytes& body) {
    Bytes payload;
    for (unsigned i = 0; i < headers; ++i) {
      payload.push_back(i + 1 == headers ? 17 : 60);
      payload.push_back(0);
      payload.insert(payload.end(), body.begin(), body.end());
    }
    return frames::ipv6(frames::joined(payload, udp), kind);
  };
  const Bytes padding = frames::hex("0104 0000 0000");
  const Bytes skippable = frames::hex("1e04 0000 0000");
  const Bytes discard = frames::hex("5e04 0000 0000");
  FrameView view;
  ASSERT_EQ(decode(behind(1, 60, padding), view), PortDrop::none);
  EXPECT_EQ(copy(view.link_packet), ndn);
  EXPECT_EQ(decode(behind(8, 60, padding)), PortDrop::none);
  EXPECT_EQ(decode(behind(9, 60, padding)), PortDrop::bad_extension_headers);
  EXPECT_EQ(decode(behind(1, 0, skippable)), PortDrop::none);
  EXPECT_EQ(decode(behind(1, 0, discard)), PortDrop::bad_extension_headers);
  EXPECT_EQ(decode(behind(1, 60, frames::hex("0105 0000 0000"))), PortDrop::bad_extension_headers);
  EXPECT_EQ(decode(behind(1, 43, frames::hex("0000 0000 0000"))), PortDrop::none);
  EXPECT_EQ(decode(behind(1, 43, frames::hex("0001 0000 0000"))), PortDrop::bad_extension_headers);
  EXPECT_EQ(decode(frames::ipv6(frames::hex("11ff 0104 0000 0000"), 60)), PortDrop::bad_extension_headers);
}

TEST(PortCodec, FragmentsAreRecognised) {
  const Bytes whole = frames::datagram(frames::peer_v4, frames::port_v4, 7000, 6363, data(3000));
  FrameView view;
  ASSERT_EQ(decode(frames::fragment_v4(whole, {1480, 1480, true}, 77), view), PortDrop::none);
  EXPECT_EQ(view.kind, FrameKind::fragment);
  EXPECT_EQ(view.ip.fragment_offset, 1480);
  EXPECT_TRUE(view.ip.more_fragments);
  EXPECT_EQ(view.ip.fragment_id, 77u);
  ASSERT_EQ(decode(frames::fragment_v6(whole, {1448, 1448, false}, 78), view), PortDrop::none);
  EXPECT_EQ(view.kind, FrameKind::fragment);
  EXPECT_EQ(view.ip.fragment_offset, 1448);
  EXPECT_FALSE(view.ip.more_fragments);
  EXPECT_EQ(view.ip.fragment_id, 78u);
  EXPECT_EQ(decode(frames::fragment_v4(whole, {0, 1477, true})), PortDrop::bad_fragment) << "not eight bytes";
  EXPECT_EQ(decode(frames::fragment_v6(whole, {0, 1447, true})), PortDrop::bad_fragment);
  EXPECT_EQ(decode(frames::ipv4(Bytes(16), 1, 0x1fff)), PortDrop::bad_fragment) << "beyond 64 KB";
  const Bytes small = frames::datagram(frames::peer_v6, frames::port_v6, 7000, 6363, ndn);
  ASSERT_EQ(decode(frames::fragment_v6(small, {0, small.size(), false}), view), PortDrop::none);
  EXPECT_EQ(view.kind, FrameKind::udp) << "the only fragment of its packet";
}

TEST(PortCodec, Ipv4InIpv6DressIsRefused) {
  Bytes frame = frames::udp_v6();
  const Bytes mapped = frames::hex("0000 0000 0000 0000 0000 ffff c000 0202");
  std::copy(mapped.begin(), mapped.end(), frame.begin() + 22);
  EXPECT_EQ(decode(frame), PortDrop::bad_source_address);
}

TEST(PortCodec, NeighbourDiscoveryChecks) {
  const Bytes frame = frames::solicitation();
  EXPECT_EQ(decode(changed(frame, 21, 254)), PortDrop::bad_neighbour_discovery) << "from behind a router";
  EXPECT_EQ(decode(changed(frame, 57, 0x28)), PortDrop::bad_icmp_checksum);
  // The checksum, made right again, does not hide what else is wrong.
  const auto with = [&](std::size_t at, std::uint8_t value) {
    Bytes made = changed(frame, at, value);
    Bytes pseudo(8);
    frames::put16(pseudo, 2, 32);
    pseudo[7] = 58;
    frames::put16(made, 56, 0);
    const Bytes summed =
        frames::joined(frames::joined(frames::part(made, 22, 32), pseudo), frames::part(made, 54));
    frames::put16(made, 56, frames::checksum(summed));
    return made;
  };
  EXPECT_EQ(decode(with(58, 0)), PortDrop::none);
  EXPECT_EQ(decode(with(55, 1)), PortDrop::bad_neighbour_discovery) << "code";
  EXPECT_EQ(decode(with(62, 0xff)), PortDrop::bad_neighbour_discovery) << "target is a group";
  EXPECT_EQ(decode(with(79, 0)), PortDrop::bad_neighbour_discovery) << "option without length";
  EXPECT_EQ(decode(with(79, 2)), PortDrop::bad_neighbour_discovery) << "option too long";
  EXPECT_EQ(decode(with(80, 3)), PortDrop::bad_neighbour_discovery) << "the MAC address of a group";
}

TEST(PortCodec, ArpOfOtherKindsIsIgnored) {
  const Bytes frame = frames::arp_request();
  EXPECT_EQ(decode(changed(frame, 15, 6)), PortDrop::arp_ignored) << "hardware";
  EXPECT_EQ(decode(changed(frame, 18, 8)), PortDrop::arp_ignored) << "address sizes";
  EXPECT_EQ(decode(changed(frame, 21, 3)), PortDrop::arp_ignored) << "operation";
  EXPECT_EQ(decode(changed(frame, 22, 3)), PortDrop::bad_arp) << "a group as sender";
}

TEST(PortCodec, WhatIsWrittenIsRead) {
  std::array<std::uint8_t, 128> bytes{};
  const auto v4 = *IpAddress::parse("192.0.2.9");
  const auto v6 = *IpAddress::parse("2001:db8::9");
  IpView ip;
  write_ipv4(bytes.data(), v4, *IpAddress::parse("192.0.2.8"), protocol_udp, 40);
  ASSERT_EQ(decode_ipv4({bytes.data(), 60}, ip), PortDrop::none);
  EXPECT_EQ(ip.source, v4);
  EXPECT_EQ(ip.payload.size(), 40u);
  write_ipv6(bytes.data(), v6, *IpAddress::parse("2001:db8::8"), protocol_udp, 7, 40);
  ASSERT_EQ(decode_ipv6({bytes.data(), 80}, ip), PortDrop::none);
  EXPECT_EQ(ip.source, v6);
  EXPECT_EQ(ip.hop_limit, 7);
  const MacAddress mac{{2, 0, 0, 0, 0, 9}};
  write_neighbour(bytes.data(),
                  {.is_advertisement = true, .solicited = true, .overrides = true, .target = v6, .mac = mac},
                  v6, ip.destination);
  ip.hop_limit = 255;
  ip.payload = {bytes.data(), neighbour_message_bytes};
  IcmpKind kind;
  ASSERT_EQ(decode_icmp(ip, kind), PortDrop::none);
  NeighbourMessage message;
  ASSERT_EQ(decode_neighbour(ip, message), PortDrop::none);
  EXPECT_TRUE(message.is_advertisement && message.solicited && message.overrides);
  EXPECT_EQ(message.mac, mac);
}

RC_GTEST_PROP(PortCodec, ChecksumOverPiecesIsThatOfTheWhole, ()) {
  const auto bytes = *rc::gen::arbitrary<Bytes>();
  const auto cut = *rc::gen::inRange<std::size_t>(0, bytes.size() + 1);
  InternetChecksum checksum;
  checksum.add(frames::part(bytes, 0, cut));
  checksum.add(frames::part(bytes, cut));
  Bytes field(2);
  checksum.store(field.data());
  RC_ASSERT((field[0] << 8 | field[1]) == frames::checksum(bytes));
}

TEST(PortCodec, PrefixesContainTheirAddresses) {
  const auto v4 = *IpPrefix::parse("192.0.2.130/25");
  EXPECT_TRUE(v4.contains(*IpAddress::parse("192.0.2.255")));
  EXPECT_FALSE(v4.contains(*IpAddress::parse("192.0.2.127")));
  EXPECT_FALSE(v4.contains(*IpAddress::parse("2001:db8::1")));
  const auto v6 = *IpPrefix::parse("2001:db8::1/61");
  EXPECT_TRUE(v6.contains(*IpAddress::parse("2001:db8:0:7::")));
  EXPECT_FALSE(v6.contains(*IpAddress::parse("2001:db8:0:8::")));
  EXPECT_TRUE(IpPrefix::parse("0.0.0.0/0")->contains(*IpAddress::parse("203.0.113.1")));
  EXPECT_EQ(IpPrefix::parse("192.0.2.1")->length, 32u);
  for (const char* wrong :
       {"", "192.0.2.1/33", "192.0.2.1/", "192.0.2/24", "2001:db8::1/129", "::1/-1", "x/8"}) {
    EXPECT_FALSE(IpPrefix::parse(wrong)) << wrong;
  }
}

TEST(PortCodec, MacAddressesAreReadAndWritten) {
  EXPECT_EQ(MacAddress::parse("1:0:5E:0:17:aa"), mac_ndn_group);
  EXPECT_EQ(mac_ndn_group.text(), "01:00:5e:00:17:aa");
  EXPECT_TRUE(mac_ndn_group.is_group());
  for (const char* wrong : {"", "01:00:5e:00:17", "01:00:5e:00:17:aa:", "01:00:5e:00:17:aaa",
                            "01-00-5e-00-17-aa", "0g:00:5e:00:17:aa", ":00:5e:00:17:aa"}) {
    EXPECT_FALSE(MacAddress::parse(wrong)) << wrong;
  }
}

TEST(PortCodec, EveryDropHasAName) {
  for (std::size_t i = 0; i < port_drop_reasons; ++i) {
    EXPECT_FALSE(name_of(static_cast<PortDrop>(i)).empty());
  }
  EXPECT_EQ(name_of(PortDrop::bad_udp_checksum), "bad_udp_checksum");
  EXPECT_EQ(name_of(PortDrop::echo_too_long), "echo_too_long");
}

}  // namespace
}  // namespace augustus::face::port_codec_test
