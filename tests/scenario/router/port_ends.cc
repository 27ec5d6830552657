// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/port_ends.hh"

#include <fmt/format.h>

#include <stdexcept>

#include "scenario/router/port_multicast_end.hh"
#include "scenario/router/port_udp_end.hh"

namespace augustus::scenario {
namespace {

constexpr unsigned first_local_lane = 1000;
constexpr unsigned first_flow = 7000;

}  // namespace

PortEnds::PortEnds(worker::Router& router, unsigned workers, face::PortDispatch dispatch)
    : router_(router),
      queues_(spreads(dispatch) ? workers : 1),
      send_queues_(dispatch == face::PortDispatch::dispatcher ? workers + 1 : queues_),
      dispatch_(dispatch),
      finder_(router),
      local_(router, finder_, first_local_lane) {
  // A port whose queues the workers share is one for all.
  links_ = spreads(dispatch) ? 1 : workers;
  for (unsigned i = 0; i < links_; ++i) {
    add_link(false);
  }
}

LanHost& PortEnds::add_link(bool multicast) {
  hosts_.push_back(std::make_unique<LanHost>(static_cast<unsigned>(hosts_.size()), queues_, send_queues_));
  auto options = hosts_.back()->port();
  options.ethernet_multicast = multicast;
  options.dispatch = dispatch_;
  router_.add_port(options);
  return *hosts_.back();
}

MadeFace PortEnds::make(const AddFace& face) {
  if (face.local) {
    return local_.make();
  }
  return face.multi_access || face.ad_hoc ? make_multicast(face) : make_unicast(face.face);
}

MadeFace PortEnds::make_unicast(unsigned number) {
  const unsigned link = number % links_;
  const unsigned flow = first_flow + number;
  LanHost& host = *hosts_[link];
  const auto result = router_.create_face(
      {.remote_uri = fmt::format("udp4://{}:{}", host.ip(), flow), .local_uri = "dev://" + host.port().name});
  if (result.code != 200 || finder_.wait_for_new() != result.face->id) {
    throw std::runtime_error("no Face on a port: " + result.text);
  }
  return {result.face->id, std::make_unique<PortUdpEnd>(host, static_cast<std::uint16_t>(flow),
                                                        link * queues_ + flow % queues_)};
}

MadeFace PortEnds::make_multicast(const AddFace& face) {
  const auto lane = static_cast<unsigned>(hosts_.size()) * queues_;
  LanHost& host = add_link(true);
  MadeFace made{finder_.wait_for_new(), std::make_unique<PortMulticastEnd>(host, lane)};
  if (face.ad_hoc) {
    set_ad_hoc(router_, made.id);
  }
  return made;
}

void PortEnds::release_buffers() {
  for (const auto& host : hosts_) {
    host->look();
  }
}

}  // namespace augustus::scenario
