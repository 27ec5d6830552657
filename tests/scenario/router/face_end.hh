// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace augustus::scenario {

using Bytes = std::vector<std::uint8_t>;

/// The far end of one Face of a router under test: what a neighbour or a local program holds. Link packets
/// (an LpPacket, or a bare Interest or Data) cross as real bytes. Used by one thread; throws
/// std::runtime_error when the system refuses.
class FaceEnd {
 public:
  /// Packets of Faces of one lane reach the router in the order they were sent.
  explicit FaceEnd(unsigned lane) : lane_(lane) {}
  virtual ~FaceEnd() = default;

  /// Bytes of the longest link packet that can be sent.
  virtual std::size_t mtu() const = 0;
  void send(std::span<const std::uint8_t> link_packet) {
    put(link_packet);
    ++sent_;
  }
  /// The next link packet from the router; nothing when none is there now.
  std::optional<Bytes> receive() {
    auto packet = take();
    received_ += packet ? 1 : 0;
    return packet;
  }

  unsigned lane() const { return lane_; }
  std::uint64_t sent() const { return sent_; }          ///< link packets, since restart()
  std::uint64_t received() const { return received_; }  ///< likewise
  /// The Face is gone; another one may take its place.
  void restart() { sent_ = received_ = 0; }

 private:
  virtual void put(std::span<const std::uint8_t> link_packet) = 0;
  virtual std::optional<Bytes> take() = 0;

  unsigned lane_;
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
};

}  // namespace augustus::scenario
