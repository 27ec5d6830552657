// SPDX-License-Identifier: Apache-2.0
#include "icncs.hh"

#include "forward/stages/find_pending.hh"
#include "forward/stages/groups.hh"
#include "forward/stages/match_data.hh"

CLICK_DECLS

int ICN_CS::configure(Vector<String>& arguments, ErrorHandler* errh) {
  NameTable* table = nullptr;
  return Args(arguments, this, errh).read_mp("TABLE", ElementCastArg("NameTable"), table).complete();
}

void ICN_CS::push_batch(int port, PacketBatch* batch) {
  if (port == 0) {
    for_each_burst(batch, [&](const Burst& burst) { look_up(burst); });
    push_departures(1);
    return;
  }
  for_each_burst(batch, [&](const Burst& burst) {
    auto context = partition().context();
    augustus::forward::insert_cs(context, burst);
    for (augustus::forward::Item& item : burst) {
      context.release(item);
    }
  });
}

void ICN_CS::look_up(const Burst& burst) {
  auto context = partition().context();
  Burst unknown, pending, unasked, loops, hits, misses;
  for (augustus::forward::Item& item : burst) {
    auto& carried = static_cast<Carried&>(item);
    carried.output = 0;
    if (!carried.asked) {
      unknown.push(item);
    }
  }
  augustus::forward::find_pending(context, unknown, pending, unasked, loops);
  augustus::forward::cs_lookup(context, unasked, hits, misses);
  for (augustus::forward::Item& item : unknown) {
    static_cast<Carried&>(item).asked = true;
  }
  for (augustus::forward::Item& item : pending) {
    static_cast<Carried&>(item).pending = true;
  }
  for (augustus::forward::Item& item : loops) {
    static_cast<Carried&>(item).looping = true;
  }
  send_to(hits, Carried::ended);
}

CLICK_ENDDECLS
ELEMENT_REQUIRES(AugustusCore AugustusCarried AugustusPartition)
EXPORT_ELEMENT(ICN_CS)
