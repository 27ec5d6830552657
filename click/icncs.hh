// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "icnelement.hh"

CLICK_DECLS
/// ICN_CS(NAMETABLE): Interests in at 0, out at 0 on a miss, their Data at 1 on a hit; Data to keep in at 1.
class ICN_CS : public IcnElement {
 public:
  const char* class_name() const override { return "ICN_CS"; }
  const char* port_count() const override { return "2/2"; }
  const char* flow_code() const override { return "xy/xx"; }
  int configure(Vector<String>& arguments, ErrorHandler* errh) override;
  void push_batch(int port, PacketBatch* batch) override;

 private:
  void look_up(const Burst& burst);
};
CLICK_ENDDECLS
