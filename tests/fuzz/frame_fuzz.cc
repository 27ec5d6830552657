// SPDX-License-Identifier: Apache-2.0
// decode_frame: spans stay inside the frame, and what was accepted keeps the promises of its kind. The first
// byte says whether checksums are made right beforehand, without which little gets far.
#include <algorithm>
#include <span>
#include <vector>

#include "face/port/byte_order.hh"
#include "face/port/frame_decoder.hh"
#include "face/port/internet_checksum.hh"
#include "fuzz/require.hh"

namespace {

using namespace augustus::face;

void repair_upper(std::uint8_t* at, std::size_t size, std::size_t field, std::uint8_t protocol,
                  const IpAddress& source, const IpAddress& destination) {
  if (size < field + 2) {
    return;
  }
  store_be16(at + field, 0);
  InternetChecksum checksum;
  if (protocol != protocol_icmp) {
    checksum.add_pseudo_header(source, destination, protocol, size);
  }
  checksum.add({at, size});
  checksum.store_for_udp(at + field);
}

void repair_payload(std::uint8_t* at, std::size_t size, std::uint8_t protocol, const IpAddress& source,
                    const IpAddress& destination) {
  if (protocol == protocol_udp && size >= 8) {
    repair_upper(at, std::min<std::size_t>(size, load_be16(at + 4)), 6, protocol, source, destination);
  } else if (protocol == protocol_icmp || protocol == protocol_icmpv6) {
    repair_upper(at, size, 2, protocol, source, destination);
  }
}

void repair(std::vector<std::uint8_t>& frame) {
  constexpr std::size_t ip = ethernet_header_bytes;
  if (frame.size() < ip + 40) {
    return;
  }
  std::uint8_t* at = frame.data() + ip;
  const std::size_t size = frame.size() - ip;
  if (load_be16(frame.data() + 12) == ethertype_ipv4) {
    const std::size_t header = std::size_t{at[0] & 0x0fu} * 4;
    const std::size_t total = std::min<std::size_t>(size, load_be16(at + 2));
    if (header < 20 || total < header) {
      return;
    }
    store_be16(at + 10, 0);
    InternetChecksum checksum;
    checksum.add({at, header});
    checksum.store(at + 10);
    repair_payload(at + header, total - header, at[9], IpAddress::v4(at + 12), IpAddress::v4(at + 16));
  } else {
    const std::size_t length = std::min<std::size_t>(size - 40, load_be16(at + 4));
    repair_payload(at + 40, length, at[6], IpAddress::v6(at + 8), IpAddress::v6(at + 24));
  }
}

void check(std::span<const std::uint8_t> frame, const FrameView& view) {
  const auto inside = [&](std::span<const std::uint8_t> part) {
    return part.data() >= frame.data() && part.data() + part.size() <= frame.data() + frame.size();
  };
  require(inside(view.ethernet.payload));
  switch (view.kind) {
    case FrameKind::arp:
      require(!view.arp.sender_mac.is_group());
      break;
    case FrameKind::ndn:
      require(inside(view.link_packet) && !view.link_packet.empty());
      break;
    case FrameKind::udp:
      require(inside(view.ip.payload) && inside(view.link_packet));
      break;
    case FrameKind::fragment:
      require(inside(view.ip.payload) && !view.ip.payload.empty());
      require(view.ip.fragment_offset % 8 == 0);
      require(!view.ip.more_fragments || view.ip.payload.size() % 8 == 0);
      require(view.ip.fragment_offset + view.ip.payload.size() <= 65535);
      break;
    case FrameKind::echo_request:
      require(inside(view.ip.payload) && view.ip.payload.size() >= 8);
      break;
    case FrameKind::compact:
      require(inside(view.ip.payload) && !view.ip.is_fragment);
      break;
    case FrameKind::neighbour:
      require(view.ip.hop_limit == 255 && !view.neighbour.target.is_multicast());
      break;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  std::vector<std::uint8_t> frame(bytes + 1, bytes + size);
  if ((bytes[0] & 1) != 0) {
    repair(frame);
  }
  for (const auto trust : {ChecksumTrust::none, ChecksumTrust::unfinished, ChecksumTrust::verified}) {
    FrameView view;
    if (decode_frame(frame, trust, view) == PortDrop::none) {
      check(frame, view);
    }
  }
  return 0;
}
