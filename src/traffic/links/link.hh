// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/clock.hh"
#include "traffic/links/link_counters.hh"
#include "traffic/links/packet.hh"
#include "wire/packet_format.hh"

namespace augustus::traffic {

/// The generator's side of one Face: a socket or a DPDK port. Packets go and come in bursts. Used by one
/// thread; counters are read by others. Sockets throw std::runtime_error when the connection is lost.
class Link {
 public:
  /// Takes what is received.
  class Receiver {
   public:
    virtual ~Receiver() = default;
    /// `packet` refers to bytes that are gone after the call.
    virtual void receive(const Packet& packet) = 0;
  };
  static constexpr unsigned burst = 64;

  virtual ~Link() = default;

  /// Whether a burst of the largest packets fits.
  virtual bool ready() const = 0;
  /// Copies the packet into the output; false, and counted, when there is no room.
  virtual bool send(const Packet& packet) = 0;
  /// Hands over what was sent; some may have to wait until the system takes it.
  virtual void flush(TimeNs now) = 0;
  /// Hands at most one burst of packets to `receiver`; how many. What is not a packet is counted.
  virtual unsigned receive(Receiver& receiver, TimeNs now) = 0;

  /// Whether the other end is there, as far as the system tells. Before the link is in use.
  virtual bool up() { return true; }

  /// Becomes readable when there is something to receive; -1: ask again and again.
  virtual int descriptor() const { return -1; }
  /// Output waits for the descriptor to become writable.
  virtual bool wants_write() const { return false; }

  virtual wire::PacketFormat format() const { return wire::PacketFormat::ndn; }
  /// Bytes of Ethernet payload in front of a packet of `packet_bytes`, as the frames would be counted
  /// (docs/traffic.md): IP and UDP, and the NDNLPv2 header for a PIT token of `token_bytes`.
  virtual std::size_t overhead(std::size_t packet_bytes, std::size_t token_bytes) const = 0;

  const LinkCounters& counters() const { return counters_; }

 protected:
  LinkCounters counters_;
};

}  // namespace augustus::traffic
