// SPDX-License-Identifier: Apache-2.0
#include "outputmux.hh"

CLICK_DECLS

using augustus::click::carried_of;
using augustus::click::Core;
using augustus::click::port_faces_max;

int OutputMux::initialize(ErrorHandler* errh) {
  for (int port = 0; noutputs() > 1 && port < noutputs(); ++port) {
    Core::get().add_port_face(static_cast<augustus::FaceId>(port) + 1);
  }
  return IcnElement::initialize(errh);
}

int OutputMux::output_of(augustus::FaceId face) const {
  if (noutputs() == 1) {
    return 0;
  }
  if (face > port_faces_max) {
    return noutputs() - 1;
  }
  return face <= static_cast<augustus::FaceId>(noutputs()) ? static_cast<int>(face) - 1 : -1;
}

void OutputMux::push_batch(int, PacketBatch* batch) {
  send(batch);
}

void OutputMux::send(PacketBatch* batch) {
  PacketRow list;
  int output = -1;
  const auto flush = [&] {
    if (PacketBatch* const together = list.take()) {
      output_push_batch(output, together);
    }
  };
  FOR_EACH_PACKET_SAFE(batch, packet) {
    Carried* const carried = carried_of(packet);
    const int wanted = carried == nullptr || !carried->leaves ? -1 : output_of(carried->outgoing.face);
    if (wanted < 0 || !augustus::click::add_link_headers(carried)) {
      ++unsent_;
      packet->kill();
      continue;
    }
    if (wanted != output) {
      flush();
      output = wanted;
    }
    list.append(carried->shown);
  }
  flush();
}

void OutputMux::send_late() {
  PacketRow list;
  take_departures(list);
  if (!list.empty()) {
    send(list.take());
  }
}

void OutputMux::add_handlers() {
  add_data_handlers("unsent", Handler::f_read, &unsent_);
}

CLICK_ENDDECLS
ELEMENT_REQUIRES(AugustusCore AugustusCarried AugustusPartition)
EXPORT_ELEMENT(OutputMux)
