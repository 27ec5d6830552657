// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "icnelement.hh"

CLICK_DECLS
/// FromFace([PORT n]): NDN packets in UDP datagrams; each sender is a Face. PORT: where it listens, else what
/// AUGUSTUS_UDP_PORT says in the environment, else 6363.
class FromFace : public BatchElement {
 public:
  FromFace() { in_batch_mode = BATCH_MODE_YES; }
  ~FromFace() override;

  const char* class_name() const override { return "FromFace"; }
  const char* port_count() const override { return PORTS_0_1; }
  const char* processing() const override { return PUSH; }
  int configure_phase() const override { return CONFIGURE_PHASE_DEFAULT; }

  int configure(Vector<String>& arguments, ErrorHandler* errh) override;
  int initialize(ErrorHandler* errh) override;
  void selected(int descriptor, int mask) override;
  void add_handlers() override;

 private:
  void receive(rte_mbuf* buffer, const sockaddr_in& from, PacketRow& list);

  uint16_t port_ = 6363;
  int socket_ = -1;
  uint64_t count_ = 0;
  uint64_t unreadable_ = 0;
};
CLICK_ENDDECLS
