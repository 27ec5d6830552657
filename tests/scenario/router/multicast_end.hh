// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "face/file_descriptor.hh"
#include "face/socket_address.hh"
#include "scenario/router/face_end.hh"

namespace augustus::scenario {

/// A neighbour on the router's link that a UDP multicast group is: here the loopback interface, and a group
/// and port that no other process has.
class MulticastEnd final : public FaceEnd {
 public:
  explicit MulticastEnd(unsigned lane);

  static const char* group();
  static const char* interface();
  std::uint16_t port() const { return group_.port(); }

  std::size_t mtu() const override;

 private:
  void put(std::span<const std::uint8_t> link_packet) override;
  std::optional<Bytes> take() override;

  face::FileDescriptor reserved_;  ///< holds the port's number, so that no other process has this group
  face::FileDescriptor sender_;
  face::FileDescriptor receiver_;
  face::SocketAddress group_;
  face::SocketAddress own_;
};

}  // namespace augustus::scenario
