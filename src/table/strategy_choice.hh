// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/keyed_hash.hh"
#include "base/quiescence.hh"
#include "wire/name.hh"
#include "wire/packet_view.hh"

namespace augustus::table {

/// Which strategy governs which prefix. Values are small numbers that forward/ gives meaning to. Same threading
/// as the FIB. The root always has a value; while only the root is set a lookup touches one line.
class StrategyChoice {
 public:
  StrategyChoice(std::uint32_t prefixes_max, const HashKey& key, Quiescence& quiescence, std::uint8_t root);
  ~StrategyChoice();

  std::uint8_t find_longest(const wire::PacketView& view, const std::uint8_t* packet) const;

  bool set(const wire::Name& prefix, std::uint8_t strategy);  ///< false: table full or prefix too deep
  bool unset(const wire::Name& prefix);                       ///< false: not set, or the root
  std::uint8_t find_exact_or(const wire::Name& prefix, std::uint8_t otherwise) const;
  std::uint32_t size() const;
  void for_each(const std::function<void(const wire::Name&, std::uint8_t)>& visit) const;
};

}  // namespace augustus::table
