// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "wire/name.hh"

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

  void add_route(const wire::Name& prefix) { routes_.emplace(prefix, Port::producer); }

  /// Takes a link packet from a port. std::nullopt: it goes no further.
  std::optional<Sent> forward(std::span<const std::uint8_t> link_packet, Port from);

 private:
  struct Pending {
    Port port;
    std::vector<std::uint8_t> token;
  };

  std::map<wire::Name, Port> routes_;
  std::map<wire::Name, Pending> pending_;
};

}  // namespace augustus::traffic
