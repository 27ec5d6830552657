// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/lookup_fib.hh"

#include <array>
#include <cstddef>
#include <span>

#include "wire/rewrite.hh"

namespace augustus::forward {
namespace {

table::FibMatch find_by_hint(StageContext& context, const Item& item) {
  table::FibMatch found;
  wire::visit_hint(packet_bytes(item.packet), *item.view, [&](std::span<const std::uint8_t> delegation) {
    found = context.shared.fib.find_longest(delegation);
    return static_cast<bool>(found);
  });
  return found;
}

}  // namespace

void lookup_fib(StageContext& context, const Burst& burst) {
  std::array<table::FibLookup, burst_packets_max> run;
  std::array<table::FibLookup, burst_packets_max> compact;
  std::size_t count = 0;
  std::size_t compact_count = 0;
  const Item* latest = nullptr;
  for (Item& item : burst) {
    if (item.routed) {
      continue;
    }
    item.routed = true;
    latest = &item;
    if (item.view->has_forwarding_hint) {
      item.route = find_by_hint(context, item);
    } else if (item.view->format != wire::PacketFormat::ndn) {
      compact[compact_count++] = {item.view, item.bytes(), &item.route};
    } else {
      run[count++] = {item.view, item.bytes(), &item.route};
    }
  }
  context.shared.fib.find_longest({run.data(), count});
  if (compact_count != 0) {
    context.shared.compact_fib->find_longest({compact.data(), compact_count});
  }
  if (latest != nullptr) {
    // A packet that is followed is alone in its burst.
    context.note_route(latest->route);
  }
}

}  // namespace augustus::forward
