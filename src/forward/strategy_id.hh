// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "wire/name.hh"

namespace augustus::forward {

/// The strategies, under NFD's names and versions (daemon/fw of NFD 24.07).
enum class StrategyId : std::uint8_t {
  best_route,     ///< /localhost/nfd/strategy/best-route/v=5
  multicast,      ///< /localhost/nfd/strategy/multicast/v=5
  random,         ///< /localhost/nfd/strategy/random/v=1
  round_robin,    ///< /localhost/nfd/strategy/round-robin/v=1
  asf,            ///< /localhost/nfd/strategy/asf/v=5
  access,         ///< /localhost/nfd/strategy/access/v=1
  self_learning,  ///< /localhost/nfd/strategy/self-learning/v=1
  count
};

/// The strategy's full name with version.
wire::Name strategy_name(StrategyId id);
/// Resolves a name without version (the newest) or with one; std::nullopt when unknown. Trailing parameter
/// components that the strategy does not take make it unknown.
std::optional<StrategyId> strategy_from_name(const wire::Name& name);

}  // namespace augustus::forward
