// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace augustus::model {

/// Rates of `objects` objects whose popularity is Zipf's with this exponent, most popular first; their sum
/// is 1.
std::vector<double> zipf_rates(std::size_t objects, double exponent);

/// Hit ratio of an LRU cache of `capacity` objects of one size under independent Poisson requests: Che's
/// approximation, by its characteristic time. Rates need not sum to 1. 1 when everything fits.
double lru_hit_ratio(std::span<const double> rates, double capacity);

/// The same of a FIFO or random cache (equations 5 and 6 of the hierarchical content store's paper; 5 holds
/// for rates that sum to 1, to which they are scaled here).
double fifo_hit_ratio(std::span<const double> rates, double capacity);

}  // namespace augustus::model
