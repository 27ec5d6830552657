// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/find_pending.hh"

#include "forward/pit_key.hh"
#include "forward/rules/duplicate_nonce.hh"

namespace augustus::forward {

void find_pending(StageContext& context, const Burst& in, Burst& pending, Burst& unasked, Burst& loops) {
  for (Item& item : in) {
    item.record = item.entry == table::entry_none
                      ? nullptr
                      : context.table.find_pit(item.entry, selectors_of(item, context.shared.hash));
    if (item.record == nullptr) {
      unasked.push(item);
    } else if (context.table.has_in(*item.record)) {
      pending.push(item);
    } else if (is_duplicate(context, item, Downstreams{})) {
      context.count_drop(Drop::duplicate_nonce);
      loops.push(item);
    } else {
      unasked.push(item);
    }
  }
}

}  // namespace augustus::forward
