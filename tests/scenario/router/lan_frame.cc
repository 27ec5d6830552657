// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/lan_frame.hh"

#include <algorithm>
#include <stdexcept>

namespace augustus::scenario {
namespace {

using View = std::span<const std::uint8_t>;

constexpr std::uint16_t type_ipv4 = 0x0800;
constexpr std::uint16_t type_arp = 0x0806;
constexpr std::uint16_t type_ndn = 0x8624;
constexpr std::size_t ethernet_bytes = 14;
constexpr std::size_t ipv4_bytes = 20;
constexpr std::size_t udp_bytes = 8;
constexpr std::size_t frame_bytes_min = 60;
constexpr std::uint8_t protocol_udp = 17;
constexpr std::uint8_t hops = 64;
constexpr Mac ndn_group{0x01, 0x00, 0x5e, 0x00, 0x17, 0xaa};

void add(Bytes& to, View bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}
void add16(Bytes& to, std::size_t number) {
  to.push_back(static_cast<std::uint8_t>(number >> 8));
  to.push_back(static_cast<std::uint8_t>(number));
}
std::uint16_t get16(View bytes, std::size_t at) {
  return static_cast<std::uint16_t>(bytes[at] << 8 | bytes[at + 1]);
}
void put16(Bytes& bytes, std::size_t at, std::uint16_t number) {
  bytes[at] = static_cast<std::uint8_t>(number >> 8);
  bytes[at + 1] = static_cast<std::uint8_t>(number);
}

/// RFC 1071, byte by byte.
std::uint16_t checksum(View bytes) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    sum += i % 2 == 0 ? std::uint32_t{bytes[i]} << 8 : bytes[i];
  }
  while (sum > 0xffff) {
    sum = (sum & 0xffff) + (sum >> 16);
  }
  return static_cast<std::uint16_t>(~sum);
}

/// What a UDP checksum is taken of (RFC 768): the addresses, the protocol and the length go before.
Bytes with_pseudo_header(View addresses, View datagram) {
  Bytes bytes(addresses.begin(), addresses.end());
  add16(bytes, protocol_udp);
  add16(bytes, datagram.size());
  add(bytes, datagram);
  return bytes;
}

Bytes ethernet(const Mac& to, const Mac& from, std::uint16_t type) {
  Bytes frame(to.begin(), to.end());
  add(frame, from);
  add16(frame, type);
  return frame;
}

Bytes padded(Bytes frame) {
  frame.resize(std::max(frame.size(), frame_bytes_min));
  return frame;
}

template <std::size_t size>
std::array<std::uint8_t, size> part(View bytes, std::size_t at) {
  std::array<std::uint8_t, size> copy;
  std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), size, copy.begin());
  return copy;
}

void read_udp(View packet, LanFrame& read) {
  const View datagram = packet.subspan(ipv4_bytes, get16(packet, 2) - ipv4_bytes);
  if (checksum(packet.first(ipv4_bytes)) != 0 ||
      checksum(with_pseudo_header(packet.subspan(12, 8), datagram)) != 0) {
    throw std::runtime_error("the router sent a frame with a wrong checksum");
  }
  read.kind = LanFrame::Kind::udp;
  read.destination_port = get16(datagram, 2);
  read.payload = datagram.subspan(udp_bytes);
}

}  // namespace

LanFrame LanFrame::read(View frame) {
  LanFrame read;
  read.source = part<6>(frame, 6);
  const std::uint16_t type = get16(frame, 12);
  const View inside = frame.subspan(ethernet_bytes);
  if (type == type_ndn) {
    read.kind = Kind::ndn;
    read.payload = inside;
  } else if (type == type_ipv4 && inside[9] == protocol_udp) {
    read_udp(inside, read);
  } else if (type == type_arp && get16(inside, 6) == 1) {
    read.kind = Kind::arp_request;
    read.asker = part<4>(inside, 14);
    read.asked = part<4>(inside, 24);
  }
  return read;
}

Bytes udp_frame(const LanAddress& from, std::uint16_t from_port, const LanAddress& to, std::uint16_t to_port,
                View payload) {
  Bytes datagram;
  add16(datagram, from_port);
  add16(datagram, to_port);
  add16(datagram, udp_bytes + payload.size());
  add16(datagram, 0);
  add(datagram, payload);
  Bytes addresses(from.ip.begin(), from.ip.end());
  add(addresses, to.ip);
  put16(datagram, 6, checksum(with_pseudo_header(addresses, datagram)));

  Bytes ip{0x45, 0};
  add16(ip, ipv4_bytes + datagram.size());
  add(ip, Bytes{0, 0, 0x40, 0, hops, protocol_udp, 0, 0});
  add(ip, addresses);
  put16(ip, 10, checksum(ip));

  Bytes frame = ethernet(to.mac, from.mac, type_ipv4);
  add(frame, ip);
  add(frame, datagram);
  return padded(std::move(frame));
}

Bytes ndn_frame(const Mac& from, View payload) {
  Bytes frame = ethernet(ndn_group, from, type_ndn);
  add(frame, payload);
  return padded(std::move(frame));
}

Bytes arp_reply(const LanAddress& from, const LanAddress& to) {
  Bytes frame = ethernet(to.mac, from.mac, type_arp);
  add(frame, Bytes{0, 1, 0x08, 0, 6, 4, 0, 2});
  add(frame, from.mac);
  add(frame, from.ip);
  add(frame, to.mac);
  add(frame, to.ip);
  return padded(std::move(frame));
}

}  // namespace augustus::scenario
