// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/dispatch_hash.hh"
#include "wire/lp_codec.hh"
#include "wire/name.hh"
#include "wire/parse_packet.hh"
#include "wire/rewrite.hh"

namespace augustus::wire {

inline bool offsets_are_inside(std::span<const std::uint8_t> packet, const PacketView& view) {
  const std::size_t size = packet.size();
  bool inside = view.packet_length == size && std::size_t{view.name_offset} + view.name_length <= size &&
                view.key_length() <= view.name_length;
  for (unsigned i = 1; i <= view.prefix_count(); ++i) {
    inside = inside && view.prefix_length(i - 1) < view.prefix_length(i) &&
             view.prefix_length(i) <= view.name_length;
  }
  inside = inside && (!view.has_nonce || std::size_t{view.nonce_offset} + 4 <= size);
  inside = inside && (!view.has_hop_limit || view.hop_limit_offset < size);
  inside = inside && (!view.has_forwarding_hint || std::size_t{view.hint_offset} + view.hint_length <= size);
  return inside && view.after_selectors_offset <= size;
}

/// The names of the hint are names, and what the rewriters make of the packet is still one.
inline bool rewrites_parse(std::span<const std::uint8_t> packet, const PacketView& view) {
  bool good = true;
  visit_hint(packet, view, [&](std::span<const std::uint8_t> name) {
    good = good && Name::from_value(name).has_value();
    return false;
  });
  std::array<std::uint8_t, 8800> out;
  PacketView rewritten;
  if (!view.has_nonce) {
    const std::size_t bytes = copy_with_nonce(packet, view, 0x01020304, out);
    good = good && (bytes == 0 || (parse_packet({out.data(), bytes}, rewritten) == ParseOutcome::ok &&
                                   rewritten.has_nonce && rewritten.nonce == 0x01020304));
  }
  if (view.has_forwarding_hint) {
    const std::size_t bytes = copy_without_hint(packet, view, out);
    good = good && parse_packet({out.data(), bytes}, rewritten) == ParseOutcome::ok &&
           !rewritten.has_forwarding_hint && rewritten.name_length == view.name_length;
  }
  return good;
}

/// What holds of any bytes given to parse_packet: they are refused, or everything in the view is inside.
inline bool view_is_inside(std::span<const std::uint8_t> packet) {
  PacketView view;
  if (parse_packet(packet, view) != ParseOutcome::ok) {
    return true;
  }
  const auto name = Name::from_value(name_bytes(view, packet.data()));
  bool good = offsets_are_inside(packet, view) && name && name->size() == view.component_count;
  hash_name(KeyedHash(HashKey{{1, 2, 3, 4}}), packet.data(), view);
  dispatch_hash(packet.data(), view, 8);
  dispatch_hash_of_prefix(packet.data(), view, view.prefix_count(), 8);
  return good && (view.kind != PacketKind::interest || rewrites_parse(packet, view));
}

inline bool is_inside(std::span<const std::uint8_t> part, std::span<const std::uint8_t> whole) {
  return part.empty() ||
         (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

/// What holds of any bytes given to decode_lp.
inline bool lp_header_is_inside(std::span<const std::uint8_t> packet) {
  LpHeader header;
  if (decode_lp(packet, header) != LpOutcome::ok) {
    return true;
  }
  return is_inside(header.fragment, packet) && is_inside(header.prefix_announcement, packet) &&
         header.frag_index < header.frag_count && header.frag_count <= 400 &&
         header.pit_token_length <= pit_token_bytes_max && header.ack_count <= header.acks.size();
}

}  // namespace augustus::wire
