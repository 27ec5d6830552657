// SPDX-License-Identifier: Apache-2.0
#include "forward/strategy_id.hh"

#include <array>
#include <string_view>

namespace augustus::forward {
namespace {

struct Program {
  std::string_view name;
  std::uint64_t version;
};

/// In the order of StrategyId.
constexpr std::array<Program, static_cast<std::size_t>(StrategyId::count)> programs{{
    {"best-route", 5},
    {"multicast", 5},
    {"random", 1},
    {"round-robin", 1},
    {"asf", 5},
    {"access", 1},
    {"self-learning", 1},
}};

const wire::Name& programs_prefix() {
  static const auto prefix = wire::Name::literal("/localhost/nfd/strategy");
  return prefix;
}

bool is_version(const wire::Name::Component& component, std::uint64_t version) {
  return component.type == wire::component_type::version && component.number() == version;
}

}  // namespace

wire::Name strategy_name(StrategyId id) {
  const auto& program = programs[static_cast<std::size_t>(id)];
  auto name = programs_prefix();
  return name.append(program.name).append_number(wire::component_type::version, program.version);
}

std::optional<StrategyId> strategy_from_name(const wire::Name& name) {
  const auto depth = programs_prefix().size();
  if (!programs_prefix().is_prefix_of(name) || name.size() < depth + 1 || name.size() > depth + 2) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (name[depth].is_text(programs[i].name) &&
        (name.size() == depth + 1 || is_version(name[depth + 1], programs[i].version))) {
      return static_cast<StrategyId>(i);
    }
  }
  return std::nullopt;
}

}  // namespace augustus::forward
