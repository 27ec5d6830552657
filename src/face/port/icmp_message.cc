// SPDX-License-Identifier: Apache-2.0
#include "face/port/icmp_message.hh"

#include <algorithm>

#include "face/port/byte_order.hh"
#include "face/port/internet_checksum.hh"

namespace augustus::face {
namespace {

constexpr std::size_t icmp_header_bytes = 8;
constexpr std::uint8_t icmp_echo_reply = 0;
constexpr std::uint8_t icmp_echo_request = 8;
constexpr std::uint8_t icmpv6_echo_request = 128;
constexpr std::uint8_t icmpv6_echo_reply = 129;

InternetChecksum sum(const IpAddress& source, const IpAddress& destination,
                     std::span<const std::uint8_t> message) {
  InternetChecksum checksum;
  if (!source.is_v4()) {
    checksum.add_pseudo_header(source, destination, protocol_icmpv6, message.size());
  }
  checksum.add(message);
  return checksum;
}

}  // namespace

PortDrop decode_icmp(const IpView& ip, IcmpKind& kind) {
  const auto message = ip.payload;
  if (message.size() < icmp_header_bytes) {
    return PortDrop::bad_icmp;
  }
  if (!sum(ip.source, ip.destination, message).holds()) {
    return PortDrop::bad_icmp_checksum;
  }
  const std::uint8_t type = message[0];
  const bool v4 = ip.source.is_v4();
  if (type == (v4 ? icmp_echo_request : icmpv6_echo_request) && message[1] == 0) {
    kind = IcmpKind::echo_request;
    return PortDrop::none;
  }
  if (!v4 && (type == icmpv6_neighbour_solicitation || type == icmpv6_neighbour_advertisement)) {
    kind = IcmpKind::neighbour_discovery;
    return PortDrop::none;
  }
  return PortDrop::icmp_ignored;
}

void write_echo_reply(std::uint8_t* out, const IpView& ip) {
  std::copy(ip.payload.begin(), ip.payload.end(), out);
  out[0] = ip.source.is_v4() ? icmp_echo_reply : icmpv6_echo_reply;
  store_be16(out + 2, 0);
  sum(ip.destination, ip.source, {out, ip.payload.size()}).store(out + 2);
}

}  // namespace augustus::face
