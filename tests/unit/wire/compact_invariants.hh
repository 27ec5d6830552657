// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "base/packet_limit.hh"
#include "unit/wire/shortcuts_agree.hh"
#include "unit/wire/view_invariants.hh"
#include "wire/compact_codec.hh"
#include "wire/compact_translate.hh"

namespace augustus::wire {

/// What a translation makes of an accepted packet is a packet, and has the same name when it comes back.
inline bool translation_parses(std::span<const std::uint8_t> packet, const PacketView& view) {
  std::array<std::uint8_t, 9600> ndn;
  const std::size_t ndn_bytes = translate_from_compact(packet, view, ndn);
  PacketView ndn_view;
  if (ndn_bytes == 0 || parse_packet({ndn.data(), ndn_bytes}, ndn_view) != ParseOutcome::ok) {
    return true;
  }
  std::array<std::uint8_t, 9600> back;
  const std::size_t bytes = translate_to_compact({ndn.data(), ndn_bytes}, ndn_view, view.format, back);
  PacketView back_view;
  if (bytes == 0 || parse_compact({back.data(), bytes}, view.format, back_view) != ParseOutcome::ok) {
    return bytes == 0 || bytes > packet_bytes_max;
  }
  return std::ranges::equal(name_bytes(view, packet.data()), name_bytes(back_view, back.data())) &&
         back_view.component_count == view.component_count;
}

/// What holds of any bytes given to parse_compact: they are refused, or everything in the view is inside.
inline bool compact_view_is_inside(std::span<const std::uint8_t> packet, PacketFormat format) {
  if (!common_compact_agrees(packet, format)) {
    return false;
  }
  PacketView view;
  if (parse_compact(packet, format, view) != ParseOutcome::ok) {
    return true;
  }
  bool good = offsets_are_inside(packet, view) && view.format == format && view.component_count > 0 &&
              view.component_count <= prefix_components_max &&
              view.prefix_length(view.component_count) == view.name_length;
  hash_name(KeyedHash(HashKey{{1, 2, 3, 4}}), packet.data(), view);
  good = good && view.name_hash == view.prefix_hash[view.component_count];
  dispatch_hash(packet.data(), view, 8);
  dispatch_hash_of_prefix(packet.data(), view, view.prefix_count(), 8);
  const auto tail = compact_tail(packet, view);
  good = good && is_inside(tail.tlvs, packet) && is_inside(tail.payload, packet);
  return good && is_inside(tail.value(compact_tlv::signature), packet) && translation_parses(packet, view);
}

}  // namespace augustus::wire
