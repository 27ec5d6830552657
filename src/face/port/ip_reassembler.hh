// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>
#include <memory>

#include "base/clock.hh"
#include "base/packet_pool.hh"
#include "base/pool_shares.hh"
#include "face/port/ip_view.hh"
#include "face/port/port_counters.hh"

namespace augustus::face {

/// Puts fragments of IPv4 (RFC 791) and IPv6 (RFC 8200 4.5) packets together. Fragments wait in the buffers
/// they came in, within a number of packets and of buffers; where one is used up, the source that has most buffers
/// waiting loses the packet that has waited longest. Overlapping
/// fragments condemn their packet (RFC 5722), a repeated one is ignored. Used by one thread.
class IpReassembler {
 public:
  struct Limits {
    std::uint32_t packets = 128;
    std::uint32_t buffers = 512;
    std::uint32_t buffers_per_packet = 64;
    std::uint32_t bytes_per_packet = large_packet_room - RTE_PKTMBUF_HEADROOM;
    /// Since the first fragment. Far below the 60 s of RFC 8200: an Interest waits 4 s, and an IPv4
    /// identification comes round within a second on a fast link (RFC 4963).
    TimeNs timeout = nanoseconds_per_second;
  };

  IpReassembler(PacketPool& pool, PortCounters& counters, const Limits& limits);
  IpReassembler(PacketPool& pool, PortCounters& counters) : IpReassembler(pool, counters, Limits{}) {}
  ~IpReassembler();
  IpReassembler(const IpReassembler&) = delete;
  IpReassembler& operator=(const IpReassembler&) = delete;

  /// Takes a fragment whose IP payload is all of the buffer's data. When that completes its packet, returns
  /// the packet's payload in one buffer and makes `ip` describe it; else nullptr.
  rte_mbuf* receive(rte_mbuf* fragment, IpView& ip, TimeNs now);

  /// Gives up what waited too long. Returns when to call again.
  TimeNs expire(TimeNs now);

  /// Of buffers; any thread.
  PoolFigures figures() const { return shares_.figures(); }

 private:
  struct Packet;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  Packet* find(const IpView& ip);
  Packet& create(const IpView& ip, TimeNs now);
  PortDrop insert(Packet& packet, rte_mbuf* fragment, const IpView& ip);
  rte_mbuf* complete(Packet& packet, IpView& ip);
  Packet& longest_of_largest();
  void make_room(Packet*& but);
  void give_up(Packet& packet, PortDrop reason);
  void release(Packet& packet);

  PacketPool& pool_;
  PortCounters& counters_;
  Limits limits_;
  std::unique_ptr<Packet[]> packets_;
  std::uint32_t free_ = 0;
  std::uint32_t oldest_ = none;
  std::uint32_t newest_ = none;
  PoolShares shares_;  ///< of buffers, by source
};

}  // namespace augustus::face
