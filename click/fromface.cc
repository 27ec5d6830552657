// SPDX-License-Identifier: Apache-2.0
#include "fromface.hh"

#include <sys/socket.h>
#include <unistd.h>
#include <click/error.hh>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/packet_limit.hh"

CLICK_DECLS
namespace {

constexpr unsigned burst = 32;

using augustus::click::Carried;
using augustus::click::Core;

}  // namespace

FromFace::~FromFace() {
  if (socket_ >= 0) {
    close(socket_);
  }
}

int FromFace::configure(Vector<String>& arguments, ErrorHandler* errh) {
  if (const char* const port = std::getenv("AUGUSTUS_UDP_PORT")) {
    port_ = static_cast<uint16_t>(std::atoi(port));
  }
  return Args(arguments, this, errh).read("PORT", port_).complete();
}

int FromFace::initialize(ErrorHandler* errh) {
  socket_ = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port_);
  if (socket_ < 0 || bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    return errh->error("UDP port %u: %s", port_, strerror(errno));
  }
  Core::get().set_default_socket(socket_);
  return add_select(socket_, SELECT_READ);
}

void FromFace::selected(int, int) {
  PacketRow list;
  for (unsigned received = 0; received < burst; ++received) {
    rte_mbuf* const buffer = Core::get().pool.allocate(augustus::packet_bytes_max);
    if (buffer == nullptr) {
      break;
    }
    sockaddr_in from{};
    socklen_t length = sizeof(from);
    const ssize_t bytes = recvfrom(socket_, rte_pktmbuf_mtod(buffer, void*), augustus::packet_bytes_max, 0,
                                   reinterpret_cast<sockaddr*>(&from), &length);
    if (bytes < 0) {
      rte_pktmbuf_free(buffer);
      break;
    }
    rte_pktmbuf_append(buffer, static_cast<uint16_t>(bytes));
    receive(buffer, from, list);
  }
  if (!list.empty()) {
    output_push_batch(0, list.take());
  }
}

void FromFace::receive(rte_mbuf* buffer, const sockaddr_in& from, PacketRow& list) {
  ++count_;
  Carried* const carried = augustus::click::receive(buffer, Core::get().face_of_peer(socket_, from));
  if (carried == nullptr) {
    ++unreadable_;
  } else {
    list.append(carried->shown);
  }
}

void FromFace::add_handlers() {
  add_data_handlers("count", Handler::f_read, &count_);
  add_data_handlers("unreadable", Handler::f_read, &unreadable_);
}

CLICK_ENDDECLS
ELEMENT_REQUIRES(AugustusCore AugustusCarried AugustusPartition)
EXPORT_ELEMENT(FromFace)
