// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_ethdev.h>
#include <rte_ring.h>

#include <deque>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/packet_pool.hh"
#include "face/port/mac_address.hh"
#include "races/line.hh"

namespace augustus::races {

/// A device with several queues whose wire ends in the test, with stations on it that speak NDN over Ethernet. A
/// station's frames come by any of the receive queues, as no NIC would have it.
class SharedWire {
 public:
  static constexpr face::MacAddress router{{2, 0, 0, 0, 0, 1}};

  /// Throws std::runtime_error.
  SharedWire(unsigned receive_queues, unsigned transmit_queues);
  /// The router's port is closed.
  ~SharedWire();
  SharedWire(const SharedWire&) = delete;
  SharedWire& operator=(const SharedWire&) = delete;

  /// The ethdev, for PortOptions.
  const std::string& device() const { return device_; }
  /// Tells the sanitizer of the order that the device's rings keep, from now on; once the port is there.
  void tell_order();
  /// A line of the station with this address. All lines of a wire are driven by one thread.
  std::unique_ptr<Line> line(const face::MacAddress& station, PacketPool& pool);
  /// Frees what is on the wire; nobody sends any more.
  void drain();

 private:
  class Station;

  void put(rte_mbuf* frame);
  /// Sorts what the router sent by station.
  void fetch();

  std::string device_;
  std::vector<rte_ring*> in_;
  std::vector<rte_ring*> out_;
  std::map<std::array<std::uint8_t, 6>, std::deque<Bytes>> waiting_;
  std::minstd_rand random_{1};
};

}  // namespace augustus::races
