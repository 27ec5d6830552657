// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cctype>
#include <cstdint>
#include <string_view>
#include <vector>

#include "packets.hh"

namespace augustus::face::frames {

// Frames of a Linux host 02:00:00:00:00:02 (192.0.2.2, 2001:db8::2) to 02:00:00:00:00:01 (192.0.2.1,
// 2001:db8::1), as recorded; the UDP datagrams carry 05 03 "abc" from port 7000 to 6363.
inline Bytes hex(std::string_view text) {
  Bytes bytes;
  bool high = true;
  for (const char c : text) {
    if (std::isxdigit(static_cast<unsigned char>(c)) == 0) {
      continue;
    }
    const int digit = c <= '9' ? c - '0' : c - 'a' + 10;
    if (high) {
      bytes.push_back(static_cast<std::uint8_t>(digit << 4));
    } else {
      bytes.back() |= static_cast<std::uint8_t>(digit);
    }
    high = !high;
  }
  return bytes;
}

inline Bytes arp_request() {
  return hex(
      "ffff ffff ffff 0200 0000 0002 0806 0001 0800 0604 0001 0200 0000 0002 c000 0202 0000 0000 0000 c000 "
      "0201");
}
inline Bytes udp_v4() {
  return hex(
      "0200 0000 0001 0200 0000 0002 0800 4500 0021 f398 4000 4011 c32f c000 0202 c000 0201 1b58 18db 000d "
      "7e37"
      "0503 6162 63");
}
inline Bytes udp_v6() {
  return hex(
      "0200 0000 0001 0200 0000 0002 86dd 600d f528 000d 1140 2001 0db8 0000 0000 0000 0000 0000 0002 2001 "
      "0db8"
      "0000 0000 0000 0000 0000 0001 1b58 18db 000d a6c6 0503 6162 63");
}
inline Bytes echo_v4() {
  return hex(
      "0200 0000 0001 0200 0000 0002 0800 4500 0024 582d 4000 4001 5ea8 c000 0202 c000 0201 0800 eba1 004d "
      "0001"
      "0001 0203 0405 0607");
}
inline Bytes echo_v6() {
  return hex(
      "0200 0000 0001 0200 0000 0002 86dd 6002 516e 0010 3a40 2001 0db8 0000 0000 0000 0000 0000 0002 2001 "
      "0db8"
      "0000 0000 0000 0000 0000 0001 8000 01b7 1678 0001 0001 0203 0405 0607");
}
inline Bytes solicitation() {
  return hex(
      "3333 ff00 0001 0200 0000 0002 86dd 6000 0000 0020 3aff 2001 0db8 0000 0000 0000 0000 0000 0002 ff02 "
      "0000"
      "0000 0000 0000 0001 ff00 0001 8700 1c27 0000 0000 2001 0db8 0000 0000 0000 0000 0000 0001 0101 0200 "
      "0000"
      "0002");
}
/// Duplicate address detection, with a nonce option, for fe80::ff:fe00:2.
inline Bytes probe() {
  return hex(
      "3333 ff00 0002 0200 0000 0002 86dd 6000 0000 0020 3aff 0000 0000 0000 0000 0000 0000 0000 0000 ff02 "
      "0000"
      "0000 0000 0000 0001 ff00 0002 8700 2478 0000 0000 fe80 0000 0000 0000 0000 00ff fe00 0002 0e01 8e3e "
      "8efc"
      "2d67");
}
/// A multicast listener report behind a router alert option.
inline Bytes listener_report() {
  return hex(
      "3333 0000 0016 0200 0000 0002 86dd 6000 0000 0024 0001 fe80 0000 0000 0000 0000 00ff fe00 0002 ff02 "
      "0000"
      "0000 0000 0000 0000 0000 0016 3a00 0502 0000 0100 8f00 7205 0000 0001 0400 0000 ff02 0000 0000 0000 "
      "0000"
      "0001 ff00 0002");
}
inline std::vector<Bytes> all_recorded() {
  return {arp_request(), udp_v4(),       udp_v6(), echo_v4(),
          echo_v6(),     solicitation(), probe(),  listener_report()};
}

// Frames made here, by other means than the product's.

/// RFC 1071, byte by byte.
inline std::uint16_t checksum(const Bytes& bytes) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    sum += i % 2 == 0 ? std::uint32_t{bytes[i]} << 8 : bytes[i];
  }
  while (sum > 0xffff) {
    sum = (sum & 0xffff) + (sum >> 16);
  }
  return static_cast<std::uint16_t>(~sum);
}
inline void put16(Bytes& bytes, std::size_t at, std::size_t value) {
  bytes[at] = static_cast<std::uint8_t>(value >> 8);
  bytes[at + 1] = static_cast<std::uint8_t>(value);
}
inline Bytes joined(Bytes first, const Bytes& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}
inline Bytes part(const Bytes& bytes, std::size_t from, std::size_t length = SIZE_MAX) {
  const std::size_t end = length < bytes.size() - from ? from + length : bytes.size();
  return Bytes(bytes.begin() + static_cast<std::ptrdiff_t>(from),
               bytes.begin() + static_cast<std::ptrdiff_t>(end));
}

/// A UDP datagram with its checksum, between these (4 or 16 byte) addresses.
inline Bytes datagram(const Bytes& source, const Bytes& destination, std::uint16_t from, std::uint16_t to,
                      const Bytes& payload) {
  Bytes udp(8);
  put16(udp, 0, from);
  put16(udp, 2, to);
  put16(udp, 4, 8 + payload.size());
  udp = joined(udp, payload);
  Bytes pseudo(8);
  put16(pseudo, 2, udp.size());
  pseudo[7] = 17;
  put16(udp, 6, checksum(joined(joined(joined(source, destination), pseudo), udp)));
  return udp;
}

inline const Bytes peer_v4{192, 0, 2, 2};
inline const Bytes port_v4{192, 0, 2, 1};
inline const Bytes peer_v6 = hex("2001 0db8 0000 0000 0000 0000 0000 0002");
inline const Bytes port_v6 = hex("2001 0db8 0000 0000 0000 0000 0000 0001");

/// A frame of the peer with an IPv4 packet; `fragment` is the header's third word's second half.
inline Bytes ipv4(const Bytes& payload, std::uint16_t id = 1, std::uint16_t fragment = 0,
                  std::uint8_t protocol = 17) {
  Bytes ip = hex("4500 0000 0000 0000 4000 0000 c000 0202 c000 0201");
  put16(ip, 2, 20 + payload.size());
  put16(ip, 4, id);
  put16(ip, 6, fragment);
  ip[9] = protocol;
  put16(ip, 10, checksum(ip));
  return joined(joined(hex("0200 0000 0001 0200 0000 0002 0800"), ip), payload);
}
/// A frame of the peer with an IPv6 packet; `next` says what `payload` starts with.
inline Bytes ipv6(const Bytes& payload, std::uint8_t next = 17) {
  Bytes ip = joined(joined(hex("6000 0000 0000 1140"), peer_v6), port_v6);
  put16(ip, 4, payload.size());
  ip[6] = next;
  return joined(joined(hex("0200 0000 0001 0200 0000 0002 86dd"), ip), payload);
}

struct Piece {
  std::size_t offset;
  std::size_t length;
  bool more;
};
inline Bytes fragment_v4(const Bytes& whole, const Piece& piece, std::uint16_t id = 1) {
  const std::size_t field = piece.offset / 8 | (piece.more ? 0x2000 : 0);
  return ipv4(part(whole, piece.offset, piece.length), id, static_cast<std::uint16_t>(field));
}
inline Bytes fragment_v6(const Bytes& whole, const Piece& piece, std::uint16_t id = 1) {
  Bytes header = hex("1100 0000 0000 0000");
  put16(header, 2, piece.offset | (piece.more ? 1 : 0));
  put16(header, 6, id);
  return ipv6(joined(header, part(whole, piece.offset, piece.length)), 44);
}
/// The pieces of a packet of `size` bytes as a link with 1480 bytes of IP payload splits it.
inline std::vector<Piece> pieces(std::size_t size, std::size_t room = 1480) {
  std::vector<Piece> list;
  for (std::size_t offset = 0; offset < size; offset += room) {
    const std::size_t length = std::min(room, size - offset);
    list.push_back({offset, length, offset + length != size});
  }
  return list;
}

/// A frame with NDN directly over Ethernet, padded to the shortest frame.
inline Bytes ethernet(const char* destination, const Bytes& packet, const char* source = "0200 0000 0002") {
  Bytes frame = joined(joined(hex(destination), hex(source)), joined({0x86, 0x24}, packet));
  if (frame.size() < 60) {
    frame.resize(60);
  }
  return frame;
}

}  // namespace augustus::face::frames
