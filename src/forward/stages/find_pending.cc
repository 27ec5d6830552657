// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/find_pending.hh"

#include "forward/pit_key.hh"

namespace augustus::forward {
namespace {

/// NFD's findDuplicateNonce and the rule on it.
bool is_duplicate(StageContext& context, const Item& item) {
  if (!item.view->has_nonce) {
    return false;
  }
  bool elsewhere = false;
  bool same_in = false;
  const auto nonce = item.view->nonce;
  context.table.for_each_in(*item.record, [&](const table::InRecord& in) {
    if (in.nonce == nonce) {
      (in.face == item.ingress.id ? same_in : elsewhere) = true;
    }
    return true;
  });
  context.table.for_each_out(*item.record, [&](const table::OutRecord& out) {
    elsewhere = elsewhere || out.nonce == nonce;
    return true;
  });
  if (item.ingress.link_type == LinkType::point_to_point && same_in) {
    return false;
  }
  return elsewhere || same_in;
}

}  // namespace

void find_pending(StageContext& context, const Burst& in, Burst& pending, Burst& unasked, Burst& loops) {
  for (Item& item : in) {
    item.record = item.entry == table::entry_none
                      ? nullptr
                      : context.table.find_pit(item.entry, selectors_of(item, context.shared.hash));
    if (item.record == nullptr) {
      unasked.push(item);
    } else if (is_duplicate(context, item)) {
      context.count_drop(Drop::duplicate_nonce);
      loops.push(item);
    } else if (context.table.has_in(*item.record)) {
      pending.push(item);
    } else {
      unasked.push(item);
    }
  }
}

}  // namespace augustus::forward
