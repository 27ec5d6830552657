// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "base/clock.hh"
#include "base/keyed_hash.hh"
#include "face/port/ip_address.hh"
#include "face/port/mac_address.hh"
#include "face/port/port_counters.hh"

namespace augustus::face {

/// What is known of one neighbour on the link.
struct Neighbour {
  /// Frames that wait for its MAC address: an 8800 B packet in fragments of an Ethernet MTU.
  static constexpr unsigned waiting_max = 8;

  enum class State : std::uint8_t {
    none,        ///< the place is free
    incomplete,  ///< asked for
    reachable,
    probing,  ///< known for long: asked whether it is still there, and used meanwhile
  };

  IpAddress address;
  MacAddress mac;
  State state = State::none;
  std::uint8_t waiting_count = 0;
  std::uint8_t asked = 0;  ///< questions since the last answer
  TimeNs confirmed = 0;
  TimeNs used = 0;  ///< when a frame was for it last
  std::array<rte_mbuf*, waiting_max> waiting{};

  bool has_mac() const { return state == State::reachable || state == State::probing; }
};

/// The neighbours of a port: a fixed number in sets of eight; where a set is full, one makes room that no frame was for,
/// else one whose MAC address is not known, else who was not used for longest. Entries never move. Used by one thread.
class NeighbourTable {
 public:
  /// `capacity`: a power of two, at least 8.
  NeighbourTable(std::uint32_t capacity, PortCounters& counters);
  ~NeighbourTable();
  NeighbourTable(const NeighbourTable&) = delete;
  NeighbourTable& operator=(const NeighbourTable&) = delete;

  /// nullptr when nothing is known.
  Neighbour* find(const IpAddress& address);
  /// The neighbour, or a new one in state incomplete that nobody was asked about. `used`: when a frame was for it, 0: none was.
  Neighbour& obtain(const IpAddress& address, TimeNs used);
  /// Keeps the frame until the MAC address is known; the neighbour's oldest makes room, and where too many wait in all, those
  /// of another neighbour.
  void wait(Neighbour& neighbour, rte_mbuf* frame);
  /// What waited, oldest first, now the caller's; valid until a frame waits for the neighbour again.
  std::span<rte_mbuf*> take_waiting(Neighbour& neighbour);
  /// Forgets the neighbour and what waits for it.
  void remove(Neighbour& neighbour, PortDrop reason);

  std::uint32_t capacity() const { return capacity_; }
  Neighbour& at(std::uint32_t index) { return entries_[index]; }
  std::uint32_t waiting() const { return waiting_; }

  /// Frames that wait for MAC addresses, in all.
  static constexpr std::uint32_t waiting_frames_max = 512;

 private:
  static constexpr std::uint32_t ways = 8;

  Neighbour* set_of(const IpAddress& address);
  void drop_waiting(Neighbour& neighbour, PortDrop reason);
  void drop_waiting_of_another(const Neighbour& neighbour);

  KeyedHash hash_;
  std::uint32_t capacity_;
  std::unique_ptr<Neighbour[]> entries_;
  PortCounters& counters_;
  std::uint32_t waiting_ = 0;
  std::uint32_t turn_ = 0;  ///< whose frames went last
};

}  // namespace augustus::face
