// SPDX-License-Identifier: Apache-2.0
#include "table/strategy_choice.hh"

namespace augustus::table {

StrategyChoice::StrategyChoice(std::uint32_t prefixes_max, const HashKey& key, Quiescence& quiescence,
                               std::uint8_t root)
    : hash_(key), root_(root), table_({.prefixes_max = prefixes_max}, quiescence) {}

StrategyChoice::~StrategyChoice() = default;

std::uint8_t StrategyChoice::find_below_root(const wire::PacketView& view, const std::uint8_t* packet) const {
  const auto match = table_.find_longest(prefixes_of(view, packet));
  return match ? static_cast<std::uint8_t>(match.value) : root_.load(std::memory_order_relaxed);
}

bool StrategyChoice::set(const SplitName& name, std::uint8_t strategy) {
  if (name.value.empty()) {
    root_.store(strategy, std::memory_order_relaxed);
    return true;
  }
  return name.whole && table_.set(name, strategy).done;
}

bool StrategyChoice::unset(const SplitName& name) {
  return !name.value.empty() && name.whole && table_.erase(name).has_value();
}

std::uint8_t StrategyChoice::find_exact_or(const wire::Name& prefix, std::uint8_t otherwise) const {
  if (prefix.empty()) {
    return root_.load(std::memory_order_relaxed);
  }
  const SplitName name(hash_, prefix.value());
  const auto value = name.whole ? table_.find(name.prefixes(), name.count) : PrefixTable::none;
  return value == PrefixTable::none ? otherwise : static_cast<std::uint8_t>(value);
}

void StrategyChoice::for_each(const std::function<void(const wire::Name&, std::uint8_t)>& visit) const {
  visit(wire::Name(), root_.load(std::memory_order_relaxed));
  table_.for_each([&visit](std::span<const std::uint8_t> name, std::uint32_t strategy) {
    visit(*wire::Name::from_value(name), static_cast<std::uint8_t>(strategy));
  });
}

}  // namespace augustus::table
