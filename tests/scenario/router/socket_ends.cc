// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/socket_ends.hh"

#include <array>

#include "face/face_uri.hh"
#include "scenario/router/multicast_end.hh"
#include "scenario/router/udp_end.hh"

namespace augustus::scenario {
namespace {

constexpr unsigned first_local_lane = 1000;
constexpr unsigned first_multicast_lane = 2000;
/// An LpPacket that carries nothing.
constexpr std::array<std::uint8_t, 2> idle_packet{0x64, 0x00};

std::vector<face::SocketAddress> listen(worker::Router& router, unsigned workers) {
  for (unsigned i = 0; i < workers; ++i) {
    router.listen_udp("127.0.0.1", 0);
  }
  std::vector<face::SocketAddress> channels;
  for (const auto& channel : router.channels()) {
    channels.push_back(*face::FaceUri::parse(channel.local_uri)->address());
  }
  return channels;
}

}  // namespace

SocketEnds::SocketEnds(worker::Router& router, unsigned workers)
    : router_(router),
      finder_(router),
      channels_(listen(router, workers)),
      local_(router, finder_, first_local_lane),
      next_lane_(first_multicast_lane) {}

MadeFace SocketEnds::make(const AddFace& face) {
  if (face.local) {
    return local_.make();
  }
  return face.multi_access || face.ad_hoc ? make_multicast(face) : make_unicast(face.face);
}

MadeFace SocketEnds::make_unicast(unsigned number) {
  const auto channel = static_cast<unsigned>(number % channels_.size());
  MadeFace made;
  made.end = std::make_unique<UdpEnd>(channels_[channel], channel);
  made.end->send(idle_packet);
  made.id = finder_.wait_for_new();
  return made;
}

MadeFace SocketEnds::make_multicast(const AddFace& face) {
  auto end = std::make_unique<MulticastEnd>(next_lane_++);
  router_.add_udp_multicast(MulticastEnd::group(), end->port(), MulticastEnd::interface());
  MadeFace made{finder_.wait_for_new(), std::move(end)};
  if (face.ad_hoc) {
    set_ad_hoc(router_, made.id);
  }
  return made;
}

}  // namespace augustus::scenario
