// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "base/keyed_hash.hh"
#include "base/quiescence.hh"
#include "table/prefix_table.hh"
#include "wire/name.hh"
#include "wire/packet_view.hh"

namespace augustus::table {

/// Which strategy governs which prefix. Values are small numbers that forward/ gives meaning to. Same
/// threading as the FIB. The root always has a value; while only the root is set a lookup touches one line.
class StrategyChoice {
 public:
  /// `prefixes_max` counts prefixes beside the root.
  StrategyChoice(std::uint32_t prefixes_max, const HashKey& key, Quiescence& quiescence, std::uint8_t root);
  ~StrategyChoice();

  void prefetch(const wire::PacketView& view) const {
    const NamePrefixes prefixes = prefixes_of(view);
    table_.prefetch(prefixes, table_.candidates(prefixes));
  }
  [[gnu::always_inline]] std::uint8_t find_longest(const wire::PacketView& view,
                                                   const std::uint8_t* packet) const {
    return table_.has_components() ? find_below_root(view, packet) : root_.load(std::memory_order_relaxed);
  }

  bool set(const wire::Name& prefix, std::uint8_t strategy) {  ///< false: table full or prefix too deep
    return set(SplitName(hash_, prefix.value()), strategy);
  }
  bool set(const SplitName& prefix, std::uint8_t strategy);
  bool unset(const wire::Name& prefix) {  ///< false: not set, or the root
    return unset(SplitName(hash_, prefix.value()));
  }
  bool unset(const SplitName& prefix);
  std::uint8_t find_exact_or(const wire::Name& prefix, std::uint8_t otherwise) const;
  std::uint32_t size() const { return table_.size() + 1; }  ///< the root included
  std::uint32_t capacity() const { return table_.capacity(); }  ///< beside the root
  /// The root first, the rest in no order.
  void for_each(const std::function<void(const wire::Name&, std::uint8_t)>& visit) const;

 private:
  std::uint8_t find_below_root(const wire::PacketView& view, const std::uint8_t* packet) const;

  KeyedHash hash_;
  alignas(64) std::atomic<std::uint8_t> root_;
  PrefixTable table_;  ///< never holds the root; begins in the root's line
};

}  // namespace augustus::table
