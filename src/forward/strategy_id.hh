// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "forward/strategy_parameters.hh"
#include "wire/name.hh"

namespace augustus::forward {

/// The strategies, under NFD's names and versions (daemon/fw of NFD 24.07). Numbers from `count` on stand for one
/// of them with parameters.
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

/// Different strategies with parameters that prefixes can have at a time: a number each, of 8 bits.
inline constexpr std::uint32_t strategies_with_parameters_max = 256 - static_cast<std::uint32_t>(StrategyId::count);

/// What the name of a strategy says.
struct StrategyProgram {
  StrategyId kind = StrategyId::best_route;  ///< below StrategyId::count
  wire::Name name;                           ///< in full, with version and parameters
  StrategyParameters parameters;
};

struct ParsedStrategy {
  std::optional<StrategyProgram> program;
  std::string problem;  ///< without a program: NFD's sentence
};

/// Takes apart a name without version (the newest), with one, or with one and parameters
/// (/localhost/nfd/strategy/asf/v=5/probing-interval~30000; NFD's Strategy::parseInstanceName).
ParsedStrategy parse_strategy(const wire::Name& name);

/// The strategy's full name with version and parameters.
wire::Name strategy_name(StrategyId id);
/// The number of the strategy that the name says. std::nullopt: parse_strategy refuses it, or the table of
/// those with parameters, which the process has one of, is full. Management thread.
std::optional<StrategyId> strategy_from_name(const wire::Name& name);
/// Makes room in that table for others: of each number from `count` on asks whether it is in use. What still
/// holds the number of one that is forgotten, a PIT record for one, goes on with another's parameters.
void forget_strategies(const std::function<bool(StrategyId)>& in_use);

/// Which strategy the number stands for, whatever its parameters. Any thread.
StrategyId strategy_kind(std::uint8_t number);
/// Its parameters; NFD's defaults where its name has none. Any thread.
StrategyParameters strategy_parameters(std::uint8_t number);

}  // namespace augustus::forward
