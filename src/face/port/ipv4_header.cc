// SPDX-License-Identifier: Apache-2.0
#include "face/port/ipv4_header.hh"

#include <cstring>

#include "face/port/byte_order.hh"
#include "face/port/internet_checksum.hh"

namespace augustus::face {
namespace {

constexpr std::uint16_t flag_dont_fragment = 0x4000;
constexpr std::uint16_t flag_more_fragments = 0x2000;
constexpr std::uint16_t fragment_offset_mask = 0x1fff;
constexpr std::uint8_t hops = 64;
constexpr std::size_t packet_bytes_limit = 65535;

PortDrop check_fragment(const IpView& view) {
  if (!view.is_fragment) {
    return PortDrop::none;
  }
  const bool odd_size = view.more_fragments && view.payload.size() % 8 != 0;
  if (view.payload.empty() || odd_size || view.fragment_offset + view.payload.size() > packet_bytes_limit) {
    return PortDrop::bad_fragment;
  }
  return PortDrop::none;
}

}  // namespace

PortDrop decode_ipv4(std::span<const std::uint8_t> bytes, IpView& view) {
  if (bytes.size() < ipv4_header_bytes) {
    return PortDrop::truncated;
  }
  const std::uint8_t* at = bytes.data();
  const std::size_t header = std::size_t{at[0] & 0x0fu} * 4;
  if (at[0] >> 4 != 4 || header < ipv4_header_bytes) {
    return PortDrop::bad_ip_header;
  }
  const std::size_t total = load_be16(at + 2);
  if (bytes.size() < header || bytes.size() < total) {
    return PortDrop::truncated;
  }
  if (total < header) {
    return PortDrop::bad_ip_length;
  }
  InternetChecksum checksum;
  checksum.add(bytes.first(header));
  if (!checksum.holds()) {
    return PortDrop::bad_ip_checksum;
  }
  const std::uint16_t fragment = load_be16(at + 6);
  view.source = IpAddress::v4(at + 12);
  view.destination = IpAddress::v4(at + 16);
  view.protocol = at[9];
  view.hop_limit = at[8];
  view.more_fragments = (fragment & flag_more_fragments) != 0;
  view.fragment_offset = static_cast<std::uint16_t>((fragment & fragment_offset_mask) * 8);
  view.is_fragment = view.more_fragments || view.fragment_offset != 0;
  view.fragment_id = load_be16(at + 4);
  view.payload = bytes.subspan(header, total - header);
  return check_fragment(view);
}

std::uint8_t* write_ipv4(std::uint8_t* out, const IpAddress& source, const IpAddress& destination,
                         std::uint8_t protocol, std::size_t payload_bytes) {
  std::memset(out, 0, ipv4_header_bytes);
  out[0] = 0x45;
  // Never fragmented, so any identification will do (RFC 6864 4.1).
  store_be16(out + 6, flag_dont_fragment);
  out[8] = hops;
  out[9] = protocol;
  std::memcpy(out + 12, source.wire().data(), 4);
  std::memcpy(out + 16, destination.wire().data(), 4);
  set_ipv4_payload(out, payload_bytes);
  return out + ipv4_header_bytes;
}

void set_ipv4_payload(std::uint8_t* header, std::size_t payload_bytes) {
  store_be16(header + 2, ipv4_header_bytes + payload_bytes);
  store_be16(header + 10, 0);
  InternetChecksum checksum;
  checksum.add({header, ipv4_header_bytes});
  checksum.store(header + 10);
}

}  // namespace augustus::face
