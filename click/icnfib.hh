// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "icnelement.hh"

CLICK_DECLS
/// ICN_FIB([FIB]): Interests that are in the PIT get next hops, as the strategy of their name chooses, and
/// leave at 0; Nacks for those without a route at 1, or 0 where that is not connected. Handlers as Fib.
class ICN_FIB : public IcnElement {
 public:
  const char* class_name() const override { return "ICN_FIB"; }
  const char* port_count() const override { return "1/1-2"; }
  int configure(Vector<String>& arguments, ErrorHandler* errh) override;
  void push_batch(int port, PacketBatch* batch) override;
  void add_handlers() override;
};
CLICK_ENDDECLS
