// SPDX-License-Identifier: Apache-2.0
#include "main/bench/exchange_routes.hh"

#include <stdexcept>

namespace augustus::bench {
namespace {

/// A component that no name has, in the form of each format.
std::span<const std::uint8_t> absent_component(wire::PacketFormat format) {
  static constexpr std::uint8_t ndn[] = {8, 6, 'a', 'b', 's', 'e', 'n', 't'};
  static constexpr std::uint8_t compact[] = {'a', 'b', 's', 'e', 'n', 't', '/'};
  return format == wire::PacketFormat::ndn ? std::span<const std::uint8_t>(ndn) : compact;
}

}  // namespace

void ExchangeRoutes::set(std::uint32_t prefix, const NextHops& next_hops) {
  set(names_.prefix(prefix), {}, next_hops);
}

void ExchangeRoutes::set_below(std::uint32_t prefix, const NextHops& next_hops) {
  set(names_.prefix(prefix), absent_component(names_.shape().format), next_hops);
}

void ExchangeRoutes::set(std::vector<std::uint8_t> prefix, std::span<const std::uint8_t> more,
                         const NextHops& next_hops) {
  const auto& shape = names_.shape();
  prefix.insert(prefix.end(), more.begin(), more.end());
  table::FibOutcome outcome;
  if (shape.format == wire::PacketFormat::ndn) {
    outcome = router_.set_next_hops(*wire::Name::from_value(prefix), next_hops);
  } else {
    const auto of_names = names_.component_ends().first(shape.prefix_components());
    std::vector<std::uint16_t> ends(of_names.begin(), of_names.end());
    if (!more.empty()) {
      ends.push_back(static_cast<std::uint16_t>(prefix.size()));
    }
    outcome = router_.compact_tables()->set_next_hops(shape.format, prefix, ends, next_hops);
  }
  if (outcome != table::FibOutcome::ok) {
    throw std::runtime_error("a prefix does not fit the FIB");
  }
}

}  // namespace augustus::bench
