// SPDX-License-Identifier: Apache-2.0
#include "face/port/ipv6_header.hh"

#include <cstring>

#include "face/port/byte_order.hh"

namespace augustus::face {
namespace {

constexpr std::uint8_t header_hop_by_hop = 0;
constexpr std::uint8_t header_routing = 43;
constexpr std::uint8_t header_fragment = 44;
constexpr std::uint8_t header_destination = 60;
constexpr std::size_t fragment_header_bytes = 8;
constexpr unsigned extension_headers_max = 8;
constexpr std::size_t payload_bytes_limit = 65535;

/// Options whose type has one of its two high bits set want an unaware node to discard the packet (RFC 8200
/// 4.2); none of them is known here.
bool options_skippable(std::span<const std::uint8_t> options) {
  while (!options.empty()) {
    if (options[0] == 0) {
      options = options.subspan(1);
      continue;
    }
    if (options.size() < 2 || options.size() < 2u + options[1] || (options[0] & 0xc0) != 0) {
      return false;
    }
    options = options.subspan(2u + options[1]);
  }
  return true;
}

PortDrop read_fragment(IpView& view) {
  const std::uint8_t* at = view.payload.data();
  const std::uint16_t field = load_be16(at + 2);
  view.protocol = at[0];
  view.fragment_offset = field & 0xfff8;
  view.more_fragments = (field & 1) != 0;
  view.is_fragment = view.more_fragments || view.fragment_offset != 0;
  view.fragment_id = load_be32(at + 4);
  view.payload = view.payload.subspan(fragment_header_bytes);
  if (!view.is_fragment) {
    return PortDrop::none;
  }
  const bool odd_size = view.more_fragments && view.payload.size() % 8 != 0;
  if (view.payload.empty() || odd_size || view.fragment_offset + view.payload.size() > payload_bytes_limit) {
    return PortDrop::bad_fragment;
  }
  return PortDrop::none;
}

/// Steps over the extension header that view.payload starts with.
PortDrop skip_extension(IpView& view) {
  const std::uint8_t kind = view.protocol;
  if (view.payload.size() < 8) {
    return PortDrop::bad_extension_headers;
  }
  if (kind == header_fragment) {
    return read_fragment(view);
  }
  const std::size_t length = (view.payload[1] + std::size_t{1}) * 8;
  if (view.payload.size() < length) {
    return PortDrop::bad_extension_headers;
  }
  const bool refused =
      kind == header_routing ? view.payload[3] != 0 : !options_skippable(view.payload.subspan(2, length - 2));
  if (refused) {
    return PortDrop::bad_extension_headers;
  }
  view.protocol = view.payload[0];
  view.payload = view.payload.subspan(length);
  return PortDrop::none;
}

bool is_extension(std::uint8_t protocol) {
  return protocol == header_hop_by_hop || protocol == header_routing || protocol == header_fragment ||
         protocol == header_destination;
}

}  // namespace

PortDrop decode_ipv6(std::span<const std::uint8_t> bytes, IpView& view) {
  if (bytes.size() < ipv6_header_bytes) {
    return PortDrop::truncated;
  }
  const std::uint8_t* at = bytes.data();
  if (at[0] >> 4 != 6) {
    return PortDrop::bad_ip_header;
  }
  const std::size_t length = load_be16(at + 4);
  if (bytes.size() - ipv6_header_bytes < length) {
    return PortDrop::truncated;
  }
  view.protocol = at[6];
  view.hop_limit = at[7];
  view.source = IpAddress::v6(at + 8);
  view.destination = IpAddress::v6(at + 24);
  view.is_fragment = false;
  view.more_fragments = false;
  view.fragment_offset = 0;
  view.fragment_id = 0;
  view.payload = bytes.subspan(ipv6_header_bytes, length);
  // An IPv4 address in this form must not come from a wire: it would pass for the IPv4 neighbour.
  if (view.source.is_v4() || view.destination.is_v4()) {
    return PortDrop::bad_source_address;
  }
  for (unsigned headers = 0; is_extension(view.protocol) && !view.is_fragment; ++headers) {
    if (headers == extension_headers_max || (view.protocol == header_hop_by_hop && headers != 0)) {
      return PortDrop::bad_extension_headers;
    }
    if (const PortDrop drop = skip_extension(view); drop != PortDrop::none) {
      return drop;
    }
  }
  return PortDrop::none;
}

std::uint8_t* write_ipv6(std::uint8_t* out, const IpAddress& source, const IpAddress& destination,
                         std::uint8_t protocol, std::uint8_t hop_limit, std::size_t payload_bytes) {
  std::memset(out, 0, 8);
  out[0] = 0x60;
  store_be16(out + 4, payload_bytes);
  out[6] = protocol;
  out[7] = hop_limit;
  std::memcpy(out + 8, source.bytes.data(), 16);
  std::memcpy(out + 24, destination.bytes.data(), 16);
  return out + ipv6_header_bytes;
}

}  // namespace augustus::face
