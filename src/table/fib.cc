// SPDX-License-Identifier: Apache-2.0
#include "table/fib.hh"

#include <algorithm>
#include <tuple>

namespace augustus::table {
namespace {

void sort_and_deduplicate(std::vector<NextHop>& hops) {
  const auto by_face = [](const NextHop& a, const NextHop& b) {
    return std::tie(a.face, a.cost) < std::tie(b.face, b.cost);
  };
  const auto same_face = [](const NextHop& a, const NextHop& b) { return a.face == b.face; };
  const auto by_cost = [](const NextHop& a, const NextHop& b) {
    return std::tie(a.cost, a.face) < std::tie(b.cost, b.face);
  };
  std::sort(hops.begin(), hops.end(), by_face);
  hops.erase(std::unique(hops.begin(), hops.end(), same_face), hops.end());
  std::sort(hops.begin(), hops.end(), by_cost);
}

}  // namespace

Fib::Fib(std::uint32_t prefixes_max, const HashKey& key, Quiescence& quiescence)
    : hash_(key), table_(prefixes_max, quiescence) {}

Fib::~Fib() = default;

FibMatch Fib::find_longest(std::span<const std::uint8_t> name_value) const {
  return match_of(table_.find_longest(SplitName(hash_, name_value).prefixes()));
}

FibOutcome Fib::set(const wire::Name& prefix, std::vector<NextHop> next_hops) {
  const SplitName name(hash_, prefix.value());
  if (!name.whole) {
    return FibOutcome::too_deep;
  }
  if (next_hops.empty()) {
    table_.erase(name);
    return FibOutcome::ok;
  }
  sort_and_deduplicate(next_hops);
  if (next_hops.size() > next_hops_max) {
    return FibOutcome::too_many_next_hops;
  }
  Value value{next_hops, name.prefix_hash[name.count], static_cast<std::uint16_t>(name.count)};
  return table_.set(name, std::move(value)) ? FibOutcome::ok : FibOutcome::full;
}

const NextHopList* Fib::find_exact(const wire::Name& prefix) const {
  const SplitName name(hash_, prefix.value());
  const Value* value = name.whole ? table_.find(name.prefixes(), name.count) : nullptr;
  return value == nullptr ? nullptr : &value->next_hops;
}

void Fib::for_each(const std::function<void(const wire::Name&, const NextHopList&)>& visit) const {
  table_.for_each([&visit](std::span<const std::uint8_t> name, const Value& value) {
    visit(*wire::Name::from_value(name), value.next_hops);
  });
}

}  // namespace augustus::table
