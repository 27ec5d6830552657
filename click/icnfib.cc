// SPDX-License-Identifier: Apache-2.0
#include "icnfib.hh"

#include "fib.hh"
#include "forward/stages/groups.hh"

CLICK_DECLS

int ICN_FIB::configure(Vector<String>& arguments, ErrorHandler* errh) {
  Element* fib = nullptr;
  return Args(arguments, this, errh).read_p("FIB", ElementCastArg("Fib"), fib).complete();
}

void ICN_FIB::push_batch(int, PacketBatch* batch) {
  for_each_burst(batch, [&](const Burst& burst) {
    auto context = partition().context();
    Burst recorded;
    for (augustus::forward::Item& item : burst) {
      if (item.record == nullptr) {
        partition().strays.add();
        context.release(item);
      } else {
        recorded.push(item);
      }
    }
    augustus::forward::decide(context, recorded);
  });
  PacketRow departures;
  take_departures(departures);
  PacketBatch* const all = departures.take();
  if (all == nullptr || noutputs() == 1) {
    if (all != nullptr) {
      output_push_batch(0, all);
    }
    return;
  }
  PacketRow interests, nacks;
  FOR_EACH_PACKET_SAFE(all, packet) {
    const bool nack = augustus::click::carried_of(packet)->outgoing.kind == augustus::wire::PacketKind::nack;
    (nack ? nacks : interests).append(packet);
  }
  for (const auto& [output, list] : {std::pair(0, &interests), {1, &nacks}}) {
    if (!list->empty()) {
      output_push_batch(output, list->take());
    }
  }
}

void ICN_FIB::add_handlers() {
  Fib::add_route_handlers(this);
}

CLICK_ENDDECLS
ELEMENT_REQUIRES(AugustusCore AugustusCarried AugustusPartition)
EXPORT_ELEMENT(ICN_FIB)
