// SPDX-License-Identifier: Apache-2.0
#include "face/port/arp_packet.hh"

#include <array>
#include <cstring>

#include "face/port/byte_order.hh"

namespace augustus::face {
namespace {

/// Hardware Ethernet, protocol IPv4, addresses of 6 and 4 bytes.
constexpr std::array<std::uint8_t, 6> ethernet_ipv4{0, 1, 8, 0, 6, 4};
constexpr std::uint16_t operation_request = 1;
constexpr std::uint16_t operation_reply = 2;

}  // namespace

PortDrop decode_arp(std::span<const std::uint8_t> payload, ArpPacket& packet) {
  if (payload.size() < arp_packet_bytes) {
    return PortDrop::truncated;
  }
  const std::uint8_t* at = payload.data();
  if (std::memcmp(at, ethernet_ipv4.data(), ethernet_ipv4.size()) != 0) {
    return PortDrop::arp_ignored;
  }
  const std::uint16_t operation = load_be16(at + 6);
  if (operation != operation_request && operation != operation_reply) {
    return PortDrop::arp_ignored;
  }
  packet.is_reply = operation == operation_reply;
  std::memcpy(packet.sender_mac.bytes.data(), at + 8, 6);
  packet.sender = IpAddress::v4(at + 14);
  std::memcpy(packet.target_mac.bytes.data(), at + 18, 6);
  packet.target = IpAddress::v4(at + 24);
  if (packet.sender_mac.is_group() || packet.sender_mac.is_zero() || packet.sender.is_multicast() ||
      packet.sender.is_broadcast()) {
    return PortDrop::bad_arp;
  }
  return PortDrop::none;
}

void write_arp(std::uint8_t* out, const ArpPacket& packet) {
  std::memcpy(out, ethernet_ipv4.data(), ethernet_ipv4.size());
  store_be16(out + 6, packet.is_reply ? operation_reply : operation_request);
  std::memcpy(out + 8, packet.sender_mac.bytes.data(), 6);
  std::memcpy(out + 14, packet.sender.wire().data(), 4);
  std::memcpy(out + 18, packet.target_mac.bytes.data(), 6);
  std::memcpy(out + 24, packet.target.wire().data(), 4);
}

}  // namespace augustus::face
