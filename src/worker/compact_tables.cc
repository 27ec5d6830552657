// SPDX-License-Identifier: Apache-2.0
#include "worker/compact_tables.hh"

#include <algorithm>
#include <array>
#include <utility>

#include "base/packet_limit.hh"
#include "wire/compact_name.hh"

namespace augustus::worker {

CompactTables::CompactTables(std::vector<wire::PacketFormat> formats, const table::PrefixTableSizes& sizes,
                             std::span<const int> nodes, std::uint32_t strategy_prefixes_max,
                             const HashKey& key, Quiescence& quiescence, std::uint8_t root_strategy)
    : formats_(std::move(formats)),
      hash_(key),
      fib_(sizes, nodes, key, quiescence),
      strategies_(strategy_prefixes_max, key, quiescence, root_strategy) {}

/// Calls `use` with the prefix in its compact form, a '/' behind each component where the layout has them
/// there; std::nullopt when it has none.
template <typename Use>
auto CompactTables::with_compact(wire::PacketFormat format, const wire::Name& prefix, Use&& use) const
    -> std::optional<decltype(use(std::declval<const table::SplitName&>()))> {
  std::array<std::uint8_t, packet_bytes_max> room;
  wire::CompactName name{.room = room, .ends = {}};
  if (!prefix.empty() && !wire::compact_prefix_from_name(prefix.value(), format, name)) {
    return std::nullopt;
  }
  return use(table::SplitName(hash_, format, name.bytes(), name.component_ends()));
}

table::FibOutcome CompactTables::set_next_hops(wire::PacketFormat format, const wire::Name& prefix,
                                               std::span<const table::NextHop> next_hops) {
  return with_compact(format, prefix, [&](const table::SplitName& name) { return fib_.set(name, next_hops); })
      .value_or(table::FibOutcome::ok);
}

table::FibOutcome CompactTables::set_next_hops(wire::PacketFormat format, std::span<const std::uint8_t> name,
                                               std::span<const std::uint16_t> component_ends,
                                               std::span<const table::NextHop> next_hops) {
  return fib_.set(table::SplitName(hash_, format, name, component_ends), next_hops);
}

void CompactTables::for_each_form(
    const wire::Name& prefix,
    const std::function<void(wire::PacketFormat, std::span<const std::uint8_t>)>& visit) const {
  std::array<std::uint8_t, packet_bytes_max> prefix_room;
  std::array<std::uint8_t, packet_bytes_max> whole_room;
  for (const wire::PacketFormat format : formats_) {
    wire::CompactName below{.room = prefix_room, .ends = {}};
    wire::CompactName whole{.room = whole_room, .ends = {}};
    const bool has_below =
        prefix.empty() || wire::compact_prefix_from_name(prefix.value(), format, below);
    if (has_below) {
      visit(format, below.bytes());
    }
    if (!prefix.empty() && wire::compact_from_name(prefix.value(), format, whole) &&
        !(has_below && std::ranges::equal(whole.bytes(), below.bytes()))) {
      visit(format, whole.bytes());
    }
  }
}

bool CompactTables::set_strategy(const wire::Name& prefix, std::uint8_t strategy) {
  bool done = true;
  for (const wire::PacketFormat format : formats_) {
    done = with_compact(format, prefix,
                        [&](const table::SplitName& name) { return strategies_.set(name, strategy); })
               .value_or(true) &&
           done;
  }
  return done;
}

void CompactTables::unset_strategy(const wire::Name& prefix) {
  for (const wire::PacketFormat format : formats_) {
    with_compact(format, prefix, [&](const table::SplitName& name) { return strategies_.unset(name); });
  }
}

}  // namespace augustus::worker
