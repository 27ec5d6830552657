// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/lookup_fib.hh"

#include "wire/rewrite.hh"

namespace augustus::forward {
namespace {

const table::NextHopSet* find_by_hint(StageContext& context, const Item& item) {
  const table::NextHopSet* found = nullptr;
  wire::visit_hint(packet_bytes(item.packet), *item.view, [&](std::span<const std::uint8_t> delegation) {
    found = context.shared.fib.find_longest(delegation);
    return found != nullptr;
  });
  return found;
}

}  // namespace

void lookup_fib(StageContext& context, const Burst& burst) {
  for (Item& item : burst) {
    item.next_hops = item.view->has_forwarding_hint
                         ? find_by_hint(context, item)
                         : context.shared.fib.find_longest(*item.view, item.bytes());
  }
}

}  // namespace augustus::forward
