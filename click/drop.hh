// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <click/config.h>
#include <click/batchelement.hh>

CLICK_DECLS
/// Drop([REASON]): ends packets and counts them. Handler: count.
class Drop : public BatchElement {
 public:
  const char* class_name() const override { return "Drop"; }
  const char* port_count() const override { return PORTS_1_0; }
  const char* processing() const override { return PUSH; }

  int configure(Vector<String>& arguments, ErrorHandler* errh) override;
  void push(int, Packet* packet) override;
  void push_batch(int, PacketBatch* batch) override;
  void add_handlers() override;

 private:
  String reason_;
  uint64_t count_ = 0;
};
CLICK_ENDDECLS
