// SPDX-License-Identifier: Apache-2.0
#include "face/port/neighbour_message.hh"

#include <cstring>

#include "face/port/icmp_message.hh"
#include "face/port/internet_checksum.hh"

namespace augustus::face {
namespace {

constexpr std::size_t fixed_bytes = 24;  ///< up to the options
constexpr std::uint8_t option_source_mac = 1;
constexpr std::uint8_t option_target_mac = 2;
constexpr std::uint8_t flag_solicited = 0x40;
constexpr std::uint8_t flag_override = 0x20;

bool read_options(std::span<const std::uint8_t> options, std::uint8_t wanted, NeighbourMessage& message) {
  while (!options.empty()) {
    if (options.size() < 8 || options[1] == 0 || options.size() < options[1] * std::size_t{8}) {
      return false;
    }
    if (options[0] == wanted && options[1] == 1) {
      MacAddress mac;
      std::memcpy(mac.bytes.data(), options.data() + 2, 6);
      if (mac.is_group() || mac.is_zero()) {
        return false;
      }
      message.mac = mac;
    }
    options = options.subspan(options[1] * std::size_t{8});
  }
  return true;
}

}  // namespace

PortDrop decode_neighbour(const IpView& ip, NeighbourMessage& message) {
  const auto bytes = ip.payload;
  if (bytes.size() < fixed_bytes || ip.hop_limit != 255 || bytes[1] != 0) {
    return PortDrop::bad_neighbour_discovery;
  }
  message.is_advertisement = bytes[0] == icmpv6_neighbour_advertisement;
  message.solicited = message.is_advertisement && (bytes[4] & flag_solicited) != 0;
  message.overrides = message.is_advertisement && (bytes[4] & flag_override) != 0;
  message.target = IpAddress::v6(bytes.data() + 8);
  message.mac.reset();
  const std::uint8_t wanted = message.is_advertisement ? option_target_mac : option_source_mac;
  if (message.target.is_multicast() || message.target.is_v4() ||
      !read_options(bytes.subspan(fixed_bytes), wanted, message)) {
    return PortDrop::bad_neighbour_discovery;
  }
  if (message.is_advertisement) {
    const bool to_all_as_answer = ip.destination.is_multicast() && message.solicited;
    return to_all_as_answer ? PortDrop::bad_neighbour_discovery : PortDrop::none;
  }
  const bool probing = ip.source.is_unspecified();
  if (probing && (message.mac || ip.destination != solicited_node(message.target))) {
    return PortDrop::bad_neighbour_discovery;
  }
  return PortDrop::none;
}

void write_neighbour(std::uint8_t* out, const NeighbourMessage& message, const IpAddress& source,
                     const IpAddress& destination) {
  std::memset(out, 0, neighbour_message_bytes);
  out[0] = message.is_advertisement ? icmpv6_neighbour_advertisement : icmpv6_neighbour_solicitation;
  out[4] = static_cast<std::uint8_t>((message.solicited ? flag_solicited : 0) |
                                     (message.overrides ? flag_override : 0));
  std::memcpy(out + 8, message.target.bytes.data(), 16);
  out[24] = message.is_advertisement ? option_target_mac : option_source_mac;
  out[25] = 1;
  std::memcpy(out + 26, message.mac->bytes.data(), 6);
  InternetChecksum checksum;
  checksum.add_pseudo_header(source, destination, protocol_icmpv6, neighbour_message_bytes);
  checksum.add({out, neighbour_message_bytes});
  checksum.store(out + 2);
}

}  // namespace augustus::face
