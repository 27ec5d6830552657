// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <prometheus/metric_family.h>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace augustus::manage {

/// Figures on their way to Prometheus: families of one name each, and their values by label.
class MetricSet {
 public:
  using Label = std::pair<const char*, std::string>;

  /// Begins a family: what only grows, whose name ends in _total.
  void counter(const std::string& name, const std::string& help);
  /// Begins a family of what goes up and down.
  void gauge(const std::string& name, const std::string& help);
  /// Begins a family of distributions.
  void histogram(const std::string& name, const std::string& help);
  /// The distribution of the family begun last: how many lay up to each bound (ascending) and above the one
  /// before it, and the sum of all. One count more than bounds: what lay above the last.
  void add_distribution(std::span<const double> bounds, std::span<const std::uint64_t> counts, double sum);
  /// A value of the family begun last.
  void add(double value, std::initializer_list<Label> labels = {});
  void add(std::uint64_t value, std::initializer_list<Label> labels = {}) {
    add(static_cast<double>(value), labels);
  }

  /// All of it in the text exposition format 0.0.4; families without values are left out.
  std::string text() const;

 private:
  std::vector<prometheus::MetricFamily> families_;
};

}  // namespace augustus::manage
