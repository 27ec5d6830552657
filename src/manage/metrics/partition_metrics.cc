// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "forward/latency_histogram.hh"
#include "manage/metrics/metric_families.hh"

namespace augustus::manage {
namespace {

using worker::RouterFigures;

void add_packets(MetricSet& metrics, const RouterFigures& figures) {
  metrics.counter("partition_packets_total", "Interests, Data and Nacks by partition");
  for (const auto& partition : figures.partitions) {
    const auto add = [&](const char* direction, const char* type, const Counter& count) {
      metrics.add(count.value(),
                  {{"partition", label_of(partition)}, {"direction", direction}, {"type", type}});
    };
    add("in", "interest", partition.counters->interests);
    add("in", "data", partition.counters->data);
    add("in", "nack", partition.counters->nacks);
    add("out", "interest", partition.counters->out_interests);
    add("out", "data", partition.counters->out_data);
    add("out", "nack", partition.counters->out_nacks);
  }
}

void add_interests(MetricSet& metrics, const RouterFigures& figures) {
  metrics.counter("partition_interests_total", "What became of Interests, by partition");
  for (const auto& partition : figures.partitions) {
    const auto add = [&](const char* outcome, const Counter& count) {
      metrics.add(count.value(), {{"partition", label_of(partition)}, {"outcome", outcome}});
    };
    add("satisfied", partition.counters->satisfied);
    add("unsatisfied", partition.counters->unsatisfied);
    add("aggregated", partition.counters->aggregated);
    add("retransmitted", partition.counters->retransmitted);
  }
}

void add_latency(MetricSet& metrics, const RouterFigures& figures) {
  using forward::LatencyHistogram;
  constexpr double nanosecond = 1e-9;
  std::array<double, LatencyHistogram::buckets - 1> bounds;
  for (unsigned bucket = 0; bucket < bounds.size(); ++bucket) {
    bounds[bucket] = static_cast<double>(LatencyHistogram::bound(bucket)) * nanosecond;
  }
  std::array<std::uint64_t, LatencyHistogram::buckets> counts{};
  double sum = 0;
  for (const auto& partition : figures.partitions) {
    const LatencyHistogram& latency = partition.counters->latency;
    for (unsigned bucket = 0; bucket < counts.size(); ++bucket) {
      counts[bucket] += latency.count(bucket);
    }
    sum += static_cast<double>(latency.sum()) * nanosecond;
  }
  metrics.histogram("upstream_latency_seconds", "How long upstreams took whose Data satisfied an Interest");
  metrics.add_distribution(bounds, counts, sum);
}

}  // namespace

void add_partition_metrics(MetricSet& metrics, const RouterFigures& figures) {
  const auto gauge = [&](const char* name, const char* help, auto value) {
    metrics.gauge(name, help);
    for (const auto& partition : figures.partitions) {
      metrics.add(value(partition), {{"partition", label_of(partition)}});
    }
  };
  gauge("partition_worker", "The worker that has the partition",
        [](const auto& partition) { return std::uint64_t{partition.worker}; });
  gauge("partition_pit_entries", "Interests pending in the partition",
        [](const auto& partition) { return partition.pit_entries; });
  gauge("partition_name_entries", "Names with an Interest pending or Data cached in the partition",
        [](const auto& partition) { return partition.name_entries; });
  metrics.counter("partition_busy_seconds_total", "Time spent forwarding for the partition");
  for (const auto& partition : figures.partitions) {
    metrics.add(partition.busy_seconds, {{"partition", label_of(partition)}});
  }
  add_packets(metrics, figures);
  add_interests(metrics, figures);
  add_latency(metrics, figures);
}

}  // namespace augustus::manage
