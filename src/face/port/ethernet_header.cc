// SPDX-License-Identifier: Apache-2.0
#include "face/port/ethernet_header.hh"

#include <cstring>

#include "face/port/byte_order.hh"

namespace augustus::face {
namespace {

constexpr std::uint16_t ethertype_vlan = 0x8100;
constexpr std::uint16_t vlan_number_mask = 0x0fff;
constexpr std::size_t vlan_tag_bytes = 4;

}  // namespace

PortDrop decode_ethernet(std::span<const std::uint8_t> frame, EthernetView& view) {
  if (frame.size() < ethernet_header_bytes) {
    return PortDrop::truncated;
  }
  std::memcpy(view.destination.bytes.data(), frame.data(), 6);
  std::memcpy(view.source.bytes.data(), frame.data() + 6, 6);
  view.type = load_be16(frame.data() + 12);
  std::size_t header = ethernet_header_bytes;
  if (view.type == ethertype_vlan) {
    header += vlan_tag_bytes;
    if (frame.size() < header) {
      return PortDrop::truncated;
    }
    if ((load_be16(frame.data() + 14) & vlan_number_mask) != 0) {
      return PortDrop::vlan_tagged;
    }
    view.type = load_be16(frame.data() + 16);
  }
  view.payload = frame.subspan(header);
  return PortDrop::none;
}

std::uint8_t* write_ethernet(std::uint8_t* out, const MacAddress& destination, const MacAddress& source,
                             std::uint16_t type) {
  std::memcpy(out, destination.bytes.data(), 6);
  std::memcpy(out + 6, source.bytes.data(), 6);
  store_be16(out + 12, type);
  return out + ethernet_header_bytes;
}

}  // namespace augustus::face
