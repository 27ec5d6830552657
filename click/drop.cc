// SPDX-License-Identifier: Apache-2.0
#include "drop.hh"

#include <click/args.hh>
#include <click/packetbatch.hh>

CLICK_DECLS

int Drop::configure(Vector<String>& arguments, ErrorHandler* errh) {
  return Args(arguments, this, errh).read_p("REASON", reason_).complete();
}

void Drop::push(int, Packet* packet) {
  ++count_;
  packet->kill();
}

void Drop::push_batch(int, PacketBatch* batch) {
  count_ += batch->count();
  batch->kill();
}

void Drop::add_handlers() {
  add_data_handlers("count", Handler::f_read, &count_);
  add_data_handlers("reason", Handler::f_read, &reason_);
}

CLICK_ENDDECLS
EXPORT_ELEMENT(Drop)
