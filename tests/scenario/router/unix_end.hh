// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "face/file_descriptor.hh"
#include "scenario/router/face_end.hh"

namespace augustus::scenario {

/// A local program's end of a Unix stream Face.
class UnixEnd final : public FaceEnd {
 public:
  /// Connects to the router's socket.
  UnixEnd(const std::string& path, unsigned lane);

  std::size_t mtu() const override { return SIZE_MAX; }

 private:
  void put(std::span<const std::uint8_t> link_packet) override;
  std::optional<Bytes> take() override;

  face::FileDescriptor socket_;
  Bytes input_;  ///< read and not taken yet
};

}  // namespace augustus::scenario
