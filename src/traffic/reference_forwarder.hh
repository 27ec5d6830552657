// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "wire/packet_format.hh"

namespace augustus::traffic {

/// A forwarder as plain as can be, to compare the real one with: decodes packets whole, keeps names in maps,
/// matches the longest prefix by trying. One Interest a name at a time; no cache, no lifetimes.
class ReferenceForwarder {
 public:
  enum class Port : std::uint8_t { consumer, producer };
  struct Sent {
    Port port;
    std::vector<std::uint8_t> token;   ///< PIT token; empty: none
    std::vector<std::uint8_t> packet;  ///< bare Interest or Data
  };

  explicit ReferenceForwarder(wire::PacketFormat format) : format_(format) {}

  /// A Name TLV's value, or a compact name with the separator at its end.
  void add_route(const std::vector<std::uint8_t>& prefix) { routes_.emplace(prefix, Port::producer); }

  /// Takes a link packet from a port. std::nullopt: it goes no further.
  std::optional<Sent> forward(std::span<const std::uint8_t> link_packet, Port from);

 private:
  using Bytes = std::vector<std::uint8_t>;
  struct Pending {
    Port port;
    Bytes token;
  };

  std::optional<Sent> forward_ndn(std::span<const std::uint8_t> link_packet, Port from);
  std::optional<Sent> forward_compact(std::span<const std::uint8_t> packet, Port from);
  std::optional<Sent> forward_interest(const Bytes& name, const std::vector<std::size_t>& prefixes, Port from,
                                       Bytes token, Bytes packet);
  std::optional<Sent> forward_data(const Bytes& name, Bytes packet);

  wire::PacketFormat format_;
  std::map<Bytes, Port> routes_;
  std::map<Bytes, Pending> pending_;
};

}  // namespace augustus::traffic
