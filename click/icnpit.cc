// SPDX-License-Identifier: Apache-2.0
#include "icnpit.hh"

#include "forward/stages/find_pending.hh"
#include "forward/stages/groups.hh"
#include "forward/stages/match_data.hh"
#include "forward/stages/match_nack.hh"
#include "forward/stages/refuse_loop.hh"
#include "forward/stages/satisfy.hh"

CLICK_DECLS
namespace {

using augustus::click::Carried;
using augustus::forward::Burst;
using augustus::forward::Item;

Carried& carried(Item& item) {
  return static_cast<Carried&>(item);
}

}  // namespace

int ICN_PIT::configure(Vector<String>& arguments, ErrorHandler* errh) {
  NameTable* table = nullptr;
  return Args(arguments, this, errh).read_mp("TABLE", ElementCastArg("NameTable"), table).complete();
}

void ICN_PIT::push_batch(int port, PacketBatch* batch) {
  for_each_burst(batch, [&](const Burst& burst) { port == 0 ? insert(burst) : match(burst); });
  push_departures(2);
}

void ICN_PIT::insert(const Burst& burst) {
  auto context = partition().context();
  Burst unknown, pending, misses, loops, ready;
  for (Item& item : burst) {
    if (!carried(item).asked) {
      unknown.push(item);
    } else {
      (carried(item).looping ? loops : carried(item).pending ? pending : misses).push(item);
    }
  }
  augustus::forward::find_pending(context, unknown, pending, misses, loops);
  augustus::forward::refuse_loop(context, loops);
  augustus::forward::pit_insert(context, misses, pending, ready);
  send_to(ready, 0);
}

void ICN_PIT::match(const Burst& burst) {
  auto context = partition().context();
  Burst data, nacks, wanted;
  for (Item& item : burst) {
    (carried(item).parsed.kind == augustus::wire::PacketKind::data ? data : nacks).push(item);
  }
  augustus::forward::match_nack(context, nacks);
  augustus::forward::match_data(context, data, wanted);
  store(wanted);
  augustus::forward::satisfy(context, wanted);
}

// The content store is told before downstreams are: what ends a record may free its entry. It gets the same
// buffer. Since packets are pushed, it is through when this returns; a Queue between would only make it look
// again.
void ICN_PIT::store(const Burst& wanted) {
  PacketRow list;
  for (Item& item : wanted) {
    Carried* const copy = augustus::click::Core::get().carried.take();
    if (copy == nullptr) {
      continue;
    }
    *copy = carried(item);
    copy->view = &copy->parsed;
    rte_pktmbuf_refcnt_update(copy->packet, 1);
    if (Packet* const packet = augustus::click::show(copy)) {
      list.append(packet);
    }
  }
  if (!list.empty()) {
    output_push_batch(1, list.take());
  }
}

CLICK_ENDDECLS
ELEMENT_REQUIRES(AugustusCore AugustusCarried AugustusPartition)
EXPORT_ELEMENT(ICN_PIT)
