// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "table/next_hop.hh"
#include "traffic/name_list.hh"
#include "worker/router.hh"

namespace augustus::bench {

/// The routes of a benchmark's names, in the FIB of their format.
class ExchangeRoutes {
 public:
  using NextHops = std::vector<table::NextHop>;

  /// Both outlive this.
  ExchangeRoutes(worker::Router& router, const traffic::NameList& names) : router_(router), names_(names) {}

  std::uint32_t prefixes() const { return names_.shape().prefixes; }
  /// Throws std::runtime_error when the FIB has no room.
  void set(std::uint32_t prefix, const NextHops& next_hops);
  /// The same for a prefix one component longer, that is of no name.
  void set_below(std::uint32_t prefix, const NextHops& next_hops);

 private:
  void set(std::vector<std::uint8_t> prefix, std::span<const std::uint8_t> more, const NextHops& next_hops);

  worker::Router& router_;
  const traffic::NameList& names_;
};

}  // namespace augustus::bench
