// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "icnelement.hh"

CLICK_DECLS
/// Interests that pass the checks before any table to output 0, Data and Nacks to 1, what is neither to 2 or
/// dropped.
class CheckICNHeader : public IcnElement {
 public:
  const char* class_name() const override { return "CheckICNHeader"; }
  const char* port_count() const override { return "1/2-3"; }
  void push_batch(int port, PacketBatch* batch) override;
};
CLICK_ENDDECLS
