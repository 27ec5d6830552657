// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenario/step.hh"

namespace augustus::scenario {

/// A packet on its way into or out of the router: a bare Interest or Data and what its link header says.
struct Packet {
  wire::PacketKind kind = wire::PacketKind::interest;
  wire::PacketFormat format = wire::PacketFormat::ndn;  ///< of what is received
  std::vector<std::uint8_t> bytes;
  wire::NackReason reason = wire::NackReason::none;
  std::vector<std::uint8_t> token;
  std::uint8_t mark = 0;
  unsigned next_hop_face = 0;  ///< 0: not given
  bool no_cache = false;
  bool non_discovery = false;
  std::vector<std::uint8_t> announcement;
};

/// A router under test. One driver runs partitions in this process under a virtual clock; others may run a
/// whole router over sockets or ports.
class Driver {
 public:
  virtual ~Driver() = default;

  virtual void add_face(const AddFace& face) = 0;
  virtual void set_face_state(const SetFaceState& state) = 0;
  virtual void set_route(const SetRoute& route) = 0;
  virtual void set_strategy(const SetStrategy& strategy) = 0;

  /// The router receives these on their Faces, in one burst where the driver can do that.
  virtual void send(const std::vector<std::pair<unsigned, Packet>>& burst) = 0;
  /// The oldest packet the router sent on the Face and nobody took yet; a driver in real time waits a while.
  virtual std::optional<Packet> take(unsigned face) = 0;
  /// Whether what leaves on one Face leaves in the order of what it follows from, whatever its names.
  virtual bool keeps_order() const { return true; }
  /// Packets that the content store's memory holds from now on, of one partition.
  virtual void set_capacity(std::uint64_t packets) = 0;
  virtual void advance(std::uint64_t milliseconds) = 0;
  virtual std::uint64_t counter(const std::string& name) = 0;

  /// Lets everything expire. What is wrong afterwards (a buffer not given back, a record left), or nothing.
  virtual std::optional<std::string> finish() = 0;
};

}  // namespace augustus::scenario
