// SPDX-License-Identifier: Apache-2.0
#include "forward/strategy_id.hh"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <mutex>
#include <stdexcept>
#include <string_view>

namespace augustus::forward {
namespace {

using wire::Name;

struct Program {
  std::string_view name;
  std::uint64_t version;
  bool suppresses = false;  ///< takes retx-suppression-*
  bool probes = false;      ///< takes probing-interval and max-timeouts
};

constexpr std::size_t kinds = static_cast<std::size_t>(StrategyId::count);

/// In the order of StrategyId.
constexpr std::array<Program, kinds> programs{{
    {"best-route", 5, true},
    {"multicast", 5, true},
    {"random", 1},
    {"round-robin", 1},
    {"asf", 5, true, true},
    {"access", 1},
    {"self-learning", 1},
}};

constexpr std::uint32_t probing_interval_min_ms = 1000;

/// One strategy with parameters. Workers read it while management may write it for another: each word is whole.
struct Interned {
  Name name;  ///< empty: free
  std::atomic<StrategyId> kind{StrategyId::best_route};
  std::atomic<std::uint32_t> suppression_initial_ms{0}, suppression_max_ms{0}, probing_interval_ms{0}, max_timeouts{0};
  std::atomic<float> suppression_multiplier{0};

  void set(const StrategyProgram& program) {
    name = program.name;
    kind = program.kind;
    suppression_initial_ms = program.parameters.suppression_initial_ms;
    suppression_max_ms = program.parameters.suppression_max_ms;
    suppression_multiplier = program.parameters.suppression_multiplier;
    probing_interval_ms = program.parameters.probing_interval_ms;
    max_timeouts = program.parameters.max_timeouts;
  }
  StrategyParameters parameters() const {
    return {.suppression_initial_ms = suppression_initial_ms.load(std::memory_order_relaxed),
            .suppression_max_ms = suppression_max_ms.load(std::memory_order_relaxed),
            .suppression_multiplier = suppression_multiplier.load(std::memory_order_relaxed),
            .probing_interval_ms = probing_interval_ms.load(std::memory_order_relaxed),
            .max_timeouts = max_timeouts.load(std::memory_order_relaxed)};
  }
};

/// By number minus StrategyId::count.
std::array<Interned, strategies_with_parameters_max> interned;
std::mutex interned_names;

const Name& programs_prefix() {
  static const auto prefix = Name::literal("/localhost/nfd/strategy");
  return prefix;
}

Name full_name(StrategyId id) {
  const auto& program = programs[static_cast<std::size_t>(id)];
  auto name = programs_prefix();
  return name.append(program.name).append_number(wire::component_type::version, program.version);
}

/// Throws std::invalid_argument unless all of the text is a number that fits.
template <typename Number>
void read_number(std::string_view parameter, std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw std::invalid_argument(std::string(parameter) + " value is malformed");
  }
}

void read_parameter(const Program& program, std::string_view key, std::string_view text, StrategyParameters& into) {
  if (program.suppresses && key == "retx-suppression-initial") {
    read_number(key, text, into.suppression_initial_ms);
  } else if (program.suppresses && key == "retx-suppression-max") {
    read_number(key, text, into.suppression_max_ms);
  } else if (program.suppresses && key == "retx-suppression-multiplier") {
    read_number(key, text, into.suppression_multiplier);
  } else if (program.probes && key == "probing-interval") {
    read_number(key, text, into.probing_interval_ms);
  } else if (program.probes && key == "max-timeouts") {
    read_number(key, text, into.max_timeouts);
  } else {
    throw std::invalid_argument("Unknown parameter " + std::string(key));
  }
}

/// The bounds of NFD's RetxSuppressionExponential and asf::ProbingModule.
void check(const StrategyParameters& parameters) {
  if (parameters.suppression_initial_ms == 0) {
    throw std::invalid_argument("Retx suppression initial interval must be > 0");
  }
  if (parameters.suppression_max_ms < parameters.suppression_initial_ms) {
    throw std::invalid_argument("Retx suppression max interval must be >= initial interval");
  }
  if (!(parameters.suppression_multiplier >= 1)) {
    throw std::invalid_argument("Retx suppression multiplier must be >= 1");
  }
  if (parameters.probing_interval_ms < probing_interval_min_ms) {
    throw std::invalid_argument("Probing interval must be >= " + std::to_string(probing_interval_min_ms) +
                                " milliseconds");
  }
}

/// Throws std::invalid_argument with NFD's sentence.
StrategyParameters read_parameters(const Program& program, const Name& name, std::size_t first) {
  StrategyParameters parameters;
  for (std::size_t i = first; i < name.size(); ++i) {
    const auto bytes = name[i].value;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto separator = text.find('~');
    if (separator == std::string_view::npos) {
      throw std::invalid_argument("Strategy parameters format is (<parameter>~<value>)*");
    }
    if (separator == 0 || separator + 1 == text.size()) {
      throw std::invalid_argument("Strategy parameter name and value cannot be empty");
    }
    read_parameter(program, text.substr(0, separator), text.substr(separator + 1), parameters);
  }
  check(parameters);
  return parameters;
}

bool is_version(const Name::Component& component, std::uint64_t version) {
  return component.type == wire::component_type::version && component.number() == version;
}

/// Of the strategy that the name is of; `kinds` when of none.
std::size_t kind_of(const Name& name) {
  const auto depth = programs_prefix().size();
  if (!programs_prefix().is_prefix_of(name) || name.size() < depth + 1) {
    return kinds;
  }
  const auto found = std::ranges::find_if(programs, [&](const Program& program) {
    return name[depth].is_text(program.name) &&
           (name.size() == depth + 1 || is_version(name[depth + 1], program.version));
  });
  return static_cast<std::size_t>(found - programs.begin());
}

}  // namespace

ParsedStrategy parse_strategy(const Name& name) {
  const std::size_t kind = kind_of(name);
  if (kind == kinds) {
    return {std::nullopt, "Strategy not registered"};
  }
  const auto id = static_cast<StrategyId>(kind);
  const std::size_t parameters = programs_prefix().size() + 2;
  try {
    return {StrategyProgram{id, name.size() > parameters ? name : full_name(id),
                            read_parameters(programs[kind], name, parameters)},
            {}};
  } catch (const std::invalid_argument& error) {
    return {std::nullopt, std::string("Error instantiating strategy: ") + error.what()};
  }
}

Name strategy_name(StrategyId id) {
  const auto number = static_cast<std::size_t>(id);
  if (number < kinds) {
    return full_name(id);
  }
  const std::lock_guard lock(interned_names);
  return interned[number - kinds].name;
}

std::optional<StrategyId> strategy_from_name(const Name& name) {
  const auto parsed = parse_strategy(name);
  if (!parsed.program) {
    return std::nullopt;
  }
  if (parsed.program->name == full_name(parsed.program->kind)) {
    return parsed.program->kind;
  }
  const std::lock_guard lock(interned_names);
  auto found = std::ranges::find(interned, parsed.program->name, &Interned::name);
  if (found == interned.end()) {
    found = std::ranges::find_if(interned, &Name::empty, &Interned::name);
    if (found == interned.end()) {
      return std::nullopt;
    }
    found->set(*parsed.program);
  }
  return static_cast<StrategyId>(kinds + static_cast<std::size_t>(found - interned.begin()));
}

void forget_strategies(const std::function<bool(StrategyId)>& in_use) {
  const std::lock_guard lock(interned_names);
  for (std::size_t i = 0; i < interned.size(); ++i) {
    if (!in_use(static_cast<StrategyId>(kinds + i))) {
      interned[i].name = {};
    }
  }
}

StrategyId strategy_kind(std::uint8_t number) {
  return number < kinds ? static_cast<StrategyId>(number) : interned[number - kinds].kind.load(std::memory_order_relaxed);
}

StrategyParameters strategy_parameters(std::uint8_t number) {
  return number < kinds ? StrategyParameters{} : interned[number - kinds].parameters();
}

}  // namespace augustus::forward
