// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "table/fib_replicas.hh"
#include "table/strategy_choice.hh"
#include "wire/name.hh"
#include "wire/packet_format.hh"

namespace augustus::worker {

/// Routes and strategies by compact name, for ports whose packets keep theirs (docs/compact.md). Management
/// knows NDN names alone; a prefix is translated for each format, and one that has no compact form is not
/// here. Threads as in the Fib: one writer, readers that never wait.
class CompactTables {
 public:
  /// `formats`: those in use. `nodes` as in FibReplicas.
  CompactTables(std::vector<wire::PacketFormat> formats, const table::PrefixTableSizes& sizes,
                std::span<const int> nodes, std::uint32_t strategy_prefixes_max, const HashKey& key,
                Quiescence& quiescence, std::uint8_t root_strategy);

  const std::vector<wire::PacketFormat>& formats() const { return formats_; }
  const table::Fib& fib(unsigned replica) const { return fib_[replica]; }
  const table::StrategyChoice& strategies() const { return strategies_; }

  /// As Fib::set. `ok` also for a prefix that has no compact form.
  table::FibOutcome set_next_hops(wire::PacketFormat format, const wire::Name& prefix,
                                  std::span<const table::NextHop> next_hops);
  /// The same for a compact name.
  table::FibOutcome set_next_hops(wire::PacketFormat format, std::span<const std::uint8_t> name,
                                  std::span<const std::uint16_t> component_ends,
                                  std::span<const table::NextHop> next_hops);

  /// Calls `visit` with what the prefix is in each format: as the prefix of longer names, and as a whole name.
  void for_each_form(const wire::Name& prefix,
                     const std::function<void(wire::PacketFormat, std::span<const std::uint8_t>)>& visit) const;

  /// In all formats; false: no room.
  bool set_strategy(const wire::Name& prefix, std::uint8_t strategy);
  void unset_strategy(const wire::Name& prefix);

 private:
  template <typename Use>
  auto with_compact(wire::PacketFormat format, const wire::Name& prefix, Use&& use) const
      -> std::optional<decltype(use(std::declval<const table::SplitName&>()))>;

  std::vector<wire::PacketFormat> formats_;
  KeyedHash hash_;
  table::FibReplicas fib_;
  table::StrategyChoice strategies_;
};

}  // namespace augustus::worker
