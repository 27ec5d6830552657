// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace augustus::races {

using Bytes = std::vector<std::uint8_t>;

/// An empty LpPacket, which makes the router make a Face and does nothing else.
inline const Bytes idle_packet{0x64, 0x00};

/// A client's end of a link to the router, for one thread.
class Line {
 public:
  virtual ~Line() = default;

  /// What has no room is lost, as on a link.
  virtual void send(const Bytes& packet) = 0;
  /// Sends what waits.
  virtual void flush() {}
  /// The next packet that is there; empty: none.
  virtual Bytes receive() = 0;
  /// Readable when there is something; -1: it has to be asked.
  virtual int descriptor() const { return -1; }
};

}  // namespace augustus::races
