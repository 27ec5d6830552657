// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "face/file_descriptor.hh"
#include "face/socket_address.hh"
#include "scenario/router/face_end.hh"

namespace augustus::scenario {

/// A neighbour's UDP socket, for a unicast Face.
class UdpEnd final : public FaceEnd {
 public:
  /// Sends to `router`, one of its UDP channels.
  UdpEnd(const face::SocketAddress& router, unsigned lane);

  std::size_t mtu() const override;

 private:
  void put(std::span<const std::uint8_t> link_packet) override;
  std::optional<Bytes> take() override;

  face::FileDescriptor socket_;
};

}  // namespace augustus::scenario
