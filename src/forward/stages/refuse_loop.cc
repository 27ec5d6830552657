// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/refuse_loop.hh"

#include "forward/rules/outgoing_of.hh"
#include "forward/strategies/strategy_set.hh"

namespace augustus::forward {
namespace {

bool answers_loop(StageContext& context, const Item& item) {
  if (item.ingress.link_type != LinkType::point_to_point) {
    return false;
  }
  const auto id = context.shared.strategies_of(*item.view).find_longest(*item.view, item.bytes());
  return context.strategies[id].nacks_loops();
}

}  // namespace

void refuse_loop(StageContext& context, const Burst& loops) {
  for (Item& item : loops) {
    if (!answers_loop(context, item)) {
      context.release(item);
      continue;
    }
    Outgoing nack;
    nack.packet = item.packet;
    outgoing_nack(nack, item, wire::NackReason::duplicate);
    context.counters.out_nacks.add();
    context.egress.send(nack);
    item.packet = nullptr;
  }
}

}  // namespace augustus::forward
