// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "unit/wire/view_invariants.hh"
#include "wire/compact_codec.hh"

namespace augustus::wire {

/// What holds of any bytes given to parse_compact: they are refused, or everything in the view is inside.
inline bool compact_view_is_inside(std::span<const std::uint8_t> packet, PacketFormat format) {
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
  return good && is_inside(tail.value(compact_tlv::signature), packet);
}

}  // namespace augustus::wire
