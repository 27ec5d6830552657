// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <optional>

#include "base/packet_pool.hh"
#include "face/port/frame_decoder.hh"
#include "face/port/neighbour_table.hh"
#include "face/port/port_addresses.hh"
#include "face/port/port_counters.hh"
#include "face/port/transmit_queue.hh"

namespace augustus::face {

/// Finds the MAC addresses of neighbours with ARP (RFC 826) and Neighbor Discovery (RFC 4861), and answers
/// for the port's own addresses. An answer is believed only where it was asked for; a question to the port
/// tells of the asker. A neighbour that is used is asked again twice a minute. Used by one thread.
class NeighbourResolver {
 public:
  static constexpr std::uint32_t neighbours_max = 1024;
  static constexpr TimeNs ask_interval = nanoseconds_per_second;
  static constexpr TimeNs reachable_time = 30 * nanoseconds_per_second;
  static constexpr TimeNs forget_time = 600 * nanoseconds_per_second;  ///< unused for so long
  static constexpr unsigned questions_max = 3;

  NeighbourResolver(const PortAddresses& addresses, const MacAddress& mac, PacketPool& pool,
                    TransmitQueue& output, PortCounters& counters);

  /// Sends the frame to the neighbour `address`, at once or when its MAC address is known. `hint` is where
  /// the neighbour was found last time (or nullptr). Takes the frame.
  void send(rte_mbuf* frame, const IpAddress& address, Neighbour*& hint, TimeNs now);
  /// The neighbour's MAC address where it is known; the neighbour counts as used.
  std::optional<MacAddress> mac_of(const IpAddress& address, TimeNs now);
  /// Asks for the neighbour if nothing is known of it.
  void prepare(const IpAddress& address, TimeNs now);

  /// Whether its MAC address is known.
  bool knows(const IpAddress& address) {
    const Neighbour* neighbour = table_.find(address);
    return neighbour != nullptr && neighbour->has_mac();
  }

  PortDrop receive_arp(const FrameView& frame, TimeNs now);
  PortDrop receive_neighbour(const FrameView& frame, TimeNs now);

  /// Tells the link of the own addresses.
  void announce();
  /// Asks again, gives up. Returns when to call again.
  TimeNs tick(TimeNs now);

 private:
  void ask(Neighbour& neighbour);
  void ask_arp(const Neighbour& neighbour, const IpAddress& source);
  void ask_neighbour_discovery(const Neighbour& neighbour, const IpAddress& source);
  void answer_neighbour_discovery(const FrameView& frame, TimeNs now);
  void learn(Neighbour& neighbour, const MacAddress& mac, TimeNs now);
  void look_at(Neighbour& neighbour, TimeNs now);
  rte_mbuf* frame_of(std::size_t bytes);

  const PortAddresses& addresses_;
  MacAddress mac_;
  PacketPool& pool_;
  TransmitQueue& output_;
  PortCounters& counters_;
  NeighbourTable table_;
  TimeNs next_scan_ = 0;
};

}  // namespace augustus::face
