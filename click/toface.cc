// SPDX-License-Identifier: Apache-2.0
#include "toface.hh"

#include <sys/socket.h>

CLICK_DECLS

using augustus::click::Carried;
using augustus::click::Core;

void ToFace::push_batch(int, PacketBatch* batch) {
  FOR_EACH_PACKET_SAFE(batch, packet) {
    const Carried* const carried = augustus::click::carried_of(packet);
    const auto peer =
        carried == nullptr || !carried->leaves ? std::nullopt : Core::get().peer(carried->outgoing.face);
    const bool sent =
        peer && sendto(peer->socket, packet->data(), packet->length(), 0,
                       reinterpret_cast<const sockaddr*>(&peer->address), sizeof(peer->address)) >= 0;
    ++(sent ? count_ : unsent_);
    packet->kill();
  }
}

void ToFace::add_handlers() {
  add_data_handlers("count", Handler::f_read, &count_);
  add_data_handlers("unsent", Handler::f_read, &unsent_);
}

CLICK_ENDDECLS
ELEMENT_REQUIRES(AugustusCore AugustusCarried AugustusPartition)
EXPORT_ELEMENT(ToFace)
