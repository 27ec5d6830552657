// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/lookup_fib.hh"

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
  for (Item& item : burst) {
    item.route = item.view->has_forwarding_hint ? find_by_hint(context, item)
                                                : context.shared.fib.find_longest(*item.view, item.bytes());
  }
}

}  // namespace augustus::forward
