// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/clock.hh"
#include "face/link_service.hh"
#include "face/socket_address.hh"

namespace augustus::face {

/// One unicast Face of a UDP channel.
struct UdpFace {
  UdpFace(LinkContext& context, FaceId id, const SocketAddress& remote) : remote(remote), link(context, id) {}

  SocketAddress remote;
  SocketAddress source;  ///< the address to send from, where it is not the one the system would choose
  bool has_source = false;
  /// Datagrams up to here may leave several at once, cut apart by the system; longer ones were refused so.
  std::size_t segment_bytes_max = SIZE_MAX;
  Persistency persistency = Persistency::persistent;
  std::uint32_t position = 0;  ///< in the channel's list
  TimeNs last_receive = 0;
  TimeNs expiry_noted = 0;  ///< what the face table knows as idle_expiry
  LinkService link;
};

}  // namespace augustus::face
