// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <cstdint>
#include <memory>

#include "base/packet_pool.hh"
#include "face/socket_address.hh"
#include "face/transport_counters.hh"

namespace augustus::face {

/// Takes bursts of datagrams from a socket straight into packet buffers: the first 2048 B of each into a
/// small buffer; what is longer is put together in a large one. Used by one thread.
class DatagramReceiver {
 public:
  static constexpr unsigned burst = 64;

  struct Datagram {
    rte_mbuf* packet;  ///< owned by the caller
    const SocketAddress* sender;
    const msghdr* message;  ///< its control data (IP_PKTINFO, IPV6_PKTINFO)
  };

  DatagramReceiver(PacketPool& pool, TransportCounters& counters);
  ~DatagramReceiver();
  DatagramReceiver(const DatagramReceiver&) = delete;
  DatagramReceiver& operator=(const DatagramReceiver&) = delete;

  /// Takes up to one burst from the socket without waiting. Returns the number taken from the socket; those
  /// that could be kept are in `datagrams`, `kept` of them, valid until done().
  unsigned receive(int fd, std::array<Datagram, burst>& datagrams, unsigned& kept);
  /// Makes ready for the next burst after one of `taken`.
  void done(unsigned taken);

 private:
  static constexpr std::size_t small_bytes = small_packet_room - RTE_PKTMBUF_HEADROOM;
  static constexpr std::size_t overflow_bytes = large_packet_room - RTE_PKTMBUF_HEADROOM - small_bytes;
  static constexpr std::size_t control_bytes = 64;

  struct Slot {
    std::array<iovec, 2> pieces;
    SocketAddress sender;
    alignas(cmsghdr) std::array<std::uint8_t, control_bytes> control;
  };

  void arm(unsigned slot, rte_mbuf* buffer);
  void refill(unsigned used);
  unsigned discard(int fd);
  rte_mbuf* take(unsigned slot, std::size_t length);

  PacketPool& pool_;
  TransportCounters& counters_;
  unsigned armed_ = 0;  ///< slots that have a buffer: the first so many
  std::array<rte_mbuf*, burst> buffers_{};
  std::array<mmsghdr, burst> messages_{};
  std::unique_ptr<Slot[]> slots_;
  std::unique_ptr<std::uint8_t[]> overflow_;
};

}  // namespace augustus::face
