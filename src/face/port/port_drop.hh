// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace augustus::face {

/// Why a port dropped a frame, in or out; none: it did not.
enum class PortDrop : std::uint8_t {
  none,
  // The frame does not hold what it says.
  truncated,
  bad_arp,
  bad_ip_header,
  bad_ip_checksum,
  bad_ip_length,
  bad_extension_headers,
  bad_fragment,
  bad_udp_length,
  bad_udp_checksum,
  no_udp_checksum,
  bad_icmp,
  bad_icmp_checksum,
  bad_neighbour_discovery,
  bad_link_packet,
  bad_compact_packet,
  // Well-formed, but not for us or of no use.
  other_mac,
  own_mac,  ///< our own frame came back
  vlan_tagged,
  unknown_ethertype,
  other_address,
  bad_source_address,
  address_conflict,
  unknown_protocol,
  other_udp_port,
  icmp_ignored,
  arp_ignored,
  no_face,
  faces_full,
  // Reassembly of IP fragments.
  fragment_overlap,
  fragment_duplicate,
  fragments_too_long,
  fragments_too_many,
  reassembly_expired,
  reassembly_full,
  // On the way out, and room.
  no_buffer,
  face_gone,
  neighbour_silent,
  neighbours_full,
  waiting_full,
  transmit_full,
  link_down,
  echo_too_long,
  host_full,  ///< the kernel did not take a frame
  mail_full,  ///< between the threads that share the port
  // Between NDN and the compact header.
  untranslatable,    ///< a name that the other form cannot express
  compact_too_long,  ///< the compact header has no fragments
  compact_nack,      ///< nor Nacks
  count,
};

inline constexpr std::size_t port_drop_reasons = static_cast<std::size_t>(PortDrop::count);

/// The reason as its counter is called: "bad_udp_checksum".
std::string_view name_of(PortDrop drop);

}  // namespace augustus::face
