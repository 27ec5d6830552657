// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace augustus::bench {

/// The median of several runs, and how far they lie apart.
struct Spread {
  double median = 0, min = 0, max = 0;
};

/// Zeroes of none.
inline Spread spread_of(std::vector<double> values) {
  if (values.empty()) {
    return {};
  }
  std::ranges::sort(values);
  return {values[values.size() / 2], values.front(), values.back()};
}

/// Of what `value` says of each item.
template <typename Item, typename Value>
Spread spread_of(const std::vector<Item>& items, Value&& value) {
  std::vector<double> values;
  for (const Item& item : items) {
    values.push_back(value(item));
  }
  return spread_of(std::move(values));
}

inline nlohmann::ordered_json to_json(const Spread& spread) {
  return {{"median", spread.median}, {"min", spread.min}, {"max", spread.max}};
}

}  // namespace augustus::bench
