// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "icnelement.hh"

CLICK_DECLS
/// Any number of inputs, one output. Notes where packets came from (input n is Face n + 1, unless FromFace
/// said), parses each once and hashes its name; packets whose names differ go on together.
class InputDeMux : public IcnElement {
 public:
  const char* class_name() const override { return "InputDeMux"; }
  const char* port_count() const override { return "1-/1"; }

  int initialize(ErrorHandler* errh) override;
  void push_batch(int port, PacketBatch* batch) override;
  void add_handlers() override;

 private:
  void take(Carried* carried);
  void flush();

  std::array<Carried*, augustus::forward::burst_packets_max> run_;
  unsigned count_ = 0;
  uint64_t unreadable_ = 0;  ///< fragments, bad link headers, or no buffers
};
CLICK_ENDDECLS
