// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "icnelement.hh"

CLICK_DECLS
/// ICN_PIT(NAMETABLE): Interests in at 0, those to ask somebody for out at 0; Data and Nacks in at 1; wanted
/// Data out at 1, to be kept, and at 2, for each downstream. What stages send besides leaves at 2.
class ICN_PIT : public IcnElement {
 public:
  const char* class_name() const override { return "ICN_PIT"; }
  const char* port_count() const override { return "2/3"; }
  const char* flow_code() const override { return "xy/xyy"; }
  int configure(Vector<String>& arguments, ErrorHandler* errh) override;
  void push_batch(int port, PacketBatch* batch) override;

 private:
  void insert(const Burst& burst);
  void match(const Burst& burst);
  void store(const Burst& wanted);
};
CLICK_ENDDECLS
