// SPDX-License-Identifier: Apache-2.0
#include "manage/metrics/metric_set.hh"

#include <prometheus/text_serializer.h>

#include <algorithm>
#include <limits>

namespace augustus::manage {

void MetricSet::counter(const std::string& name, const std::string& help) {
  families_.push_back({"augustus_" + name, help, prometheus::MetricType::Counter, {}});
}

void MetricSet::gauge(const std::string& name, const std::string& help) {
  families_.push_back({"augustus_" + name, help, prometheus::MetricType::Gauge, {}});
}

void MetricSet::histogram(const std::string& name, const std::string& help) {
  families_.push_back({"augustus_" + name, help, prometheus::MetricType::Histogram, {}});
}

void MetricSet::add_distribution(std::span<const double> bounds, std::span<const std::uint64_t> counts,
                                 double sum) {
  auto& histogram = families_.back().metric.emplace_back().histogram;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    histogram.sample_count += counts[i];
    const double bound = i < bounds.size() ? bounds[i] : std::numeric_limits<double>::infinity();
    histogram.bucket.push_back({histogram.sample_count, bound});
  }
  histogram.sample_sum = sum;
}

void MetricSet::add(double value, std::initializer_list<Label> labels) {
  auto& family = families_.back();
  auto& metric = family.metric.emplace_back();
  for (const auto& [name, text] : labels) {
    metric.label.push_back({name, text});
  }
  if (family.type == prometheus::MetricType::Counter) {
    metric.counter.value = value;
  } else {
    metric.gauge.value = value;
  }
}

std::string MetricSet::text() const {
  std::vector<prometheus::MetricFamily> used;
  std::ranges::copy_if(families_, std::back_inserter(used),
                       [](const auto& family) { return !family.metric.empty(); });
  return prometheus::TextSerializer().Serialize(used);
}

}  // namespace augustus::manage
