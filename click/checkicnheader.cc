// SPDX-License-Identifier: Apache-2.0
#include "checkicnheader.hh"

#include "forward/stages/check_interest.hh"

CLICK_DECLS

void CheckICNHeader::push_batch(int, PacketBatch* batch) {
  using augustus::wire::PacketKind;
  for_each_burst(batch, [&](const Burst& burst) {
    Burst interests, passed, loops;
    for (augustus::forward::Item& item : burst) {
      auto& carried = static_cast<Carried&>(item);
      if (carried.malformed) {
        carried.output = 2;
      } else if (carried.parsed.kind == PacketKind::interest) {
        interests.push(item);
      } else {
        carried.output = 1;
      }
    }
    auto context = partition().context();
    augustus::forward::check_interest(context, interests, passed, loops);
    for (augustus::forward::Item& item : loops) {
      static_cast<Carried&>(item).asked = static_cast<Carried&>(item).looping = true;
    }
    send_to(passed, 0);
    send_to(loops, 0);
    for (augustus::forward::Item& item : interests) {
      auto& carried = static_cast<Carried&>(item);
      // A nonce was added, or a hint taken off: the bytes are elsewhere now.
      if (carried.output == 0 && carried.shown->data() != carried.bytes()) {
        augustus::click::show_again(&carried);
      }
    }
  });
}

CLICK_ENDDECLS
ELEMENT_REQUIRES(AugustusCore AugustusCarried AugustusPartition)
EXPORT_ELEMENT(CheckICNHeader)
