// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/pit_key.hh"
#include "forward/read_view.hh"
#include "forward/stage_context.hh"

namespace augustus::forward {

/// Reads a packet again that was forwarded before: what waited elsewhere carries no view.
inline bool read_again(const StageContext& context, rte_mbuf* packet, wire::PacketView& view, Item& item) {
  const auto bytes = packet_bytes(packet);
  if (!read_view(arrival_of(packet).format, bytes, view)) {
    return false;
  }
  wire::hash_name(context.shared.hash, bytes.data(), view);
  item.packet = packet;
  item.view = &view;
  item.ingress = context.shared.faces.find(arrival_of(packet).face);
  return true;
}

/// The record of an Interest that waits for a store's answer; nullptr when it ended meanwhile.
inline table::PitRecord* find_asking(StageContext& context, Item& interest) {
  interest.entry = context.table.find(interest.key());
  if (interest.entry == table::entry_none) {
    return nullptr;
  }
  return context.table.find_pit(interest.entry, selectors_of(interest, context.shared.hash));
}

}  // namespace augustus::forward
