// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "icnelement.hh"

CLICK_DECLS
/// ToFace: packets leave in UDP datagrams to the Face they are meant for.
class ToFace : public BatchElement {
 public:
  const char* class_name() const override { return "ToFace"; }
  const char* port_count() const override { return PORTS_1_0; }
  const char* processing() const override { return PUSH; }

  void push(int port, Packet* packet) override { push_batch(port, PacketBatch::make_from_packet(packet)); }
  void push_batch(int port, PacketBatch* batch) override;
  void add_handlers() override;

 private:
  uint64_t count_ = 0;
  uint64_t unsent_ = 0;
};
CLICK_ENDDECLS
