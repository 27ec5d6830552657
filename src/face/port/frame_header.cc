// SPDX-License-Identifier: Apache-2.0
#include "face/port/frame_header.hh"

#include "face/port/ipv4_header.hh"

namespace augustus::face {
namespace {

constexpr std::uint8_t hops = 64;

}  // namespace

FrameHeader FrameHeader::ethernet(const MacAddress& destination, const MacAddress& source) {
  FrameHeader header;
  const auto* end = write_ethernet(header.bytes.data(), destination, source, ethertype_ndn);
  header.size = static_cast<std::uint8_t>(end - header.bytes.data());
  return header;
}

FrameHeader FrameHeader::udp(const MacAddress& source_mac, const IpAddress& source, std::uint16_t source_port,
                             const IpAddress& destination, std::uint16_t destination_port) {
  FrameHeader header;
  std::uint8_t* at = write_ethernet(header.bytes.data(), MacAddress{}, source_mac,
                                    source.is_v4() ? ethertype_ipv4 : ethertype_ipv6);
  at = source.is_v4() ? write_ipv4(at, source, destination, protocol_udp, 0)
                      : write_ipv6(at, source, destination, protocol_udp, hops, 0);
  at = write_udp(at, source_port, destination_port, 0);
  header.size = static_cast<std::uint8_t>(at - header.bytes.data());
  return header;
}

}  // namespace augustus::face
