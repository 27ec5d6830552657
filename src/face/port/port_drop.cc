// SPDX-License-Identifier: Apache-2.0
#include "face/port/port_drop.hh"

namespace augustus::face {
namespace {

constexpr std::array<std::string_view, port_drop_reasons> names{"none",
                                                                "truncated",
                                                                "bad_arp",
                                                                "bad_ip_header",
                                                                "bad_ip_checksum",
                                                                "bad_ip_length",
                                                                "bad_extension_headers",
                                                                "bad_fragment",
                                                                "bad_udp_length",
                                                                "bad_udp_checksum",
                                                                "no_udp_checksum",
                                                                "bad_icmp",
                                                                "bad_icmp_checksum",
                                                                "bad_neighbour_discovery",
                                                                "bad_link_packet",
                                                                "bad_compact_packet",
                                                                "other_mac",
                                                                "own_mac",
                                                                "vlan_tagged",
                                                                "unknown_ethertype",
                                                                "other_address",
                                                                "bad_source_address",
                                                                "address_conflict",
                                                                "unknown_protocol",
                                                                "other_udp_port",
                                                                "icmp_ignored",
                                                                "arp_ignored",
                                                                "no_face",
                                                                "faces_full",
                                                                "fragment_overlap",
                                                                "fragment_duplicate",
                                                                "fragments_too_long",
                                                                "fragments_too_many",
                                                                "reassembly_expired",
                                                                "reassembly_full",
                                                                "no_buffer",
                                                                "face_gone",
                                                                "neighbour_silent",
                                                                "neighbours_full",
                                                                "waiting_full",
                                                                "transmit_full",
                                                                "link_down",
                                                                "echo_too_long",
                                                                "host_full",
                                                                "mail_full",
                                                                "untranslatable",
                                                                "compact_too_long",
                                                                "compact_nack"};
static_assert(!names.back().empty());

}  // namespace

std::string_view name_of(PortDrop drop) {
  const auto index = static_cast<std::size_t>(drop);
  return index < names.size() ? names[index] : "unknown";
}

}  // namespace augustus::face
