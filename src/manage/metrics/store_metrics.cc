// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "manage/metrics/metric_families.hh"

namespace augustus::manage {
namespace {

using store::SsdCounters;
using worker::RouterFigures;

constexpr std::array ssd_events = {
    Labelled<SsdCounters>{"read", &SsdCounters::reads}, Labelled<SsdCounters>{"write", &SsdCounters::writes},
    Labelled<SsdCounters>{"prefetch", &SsdCounters::prefetches}, Labelled<SsdCounters>{"joined", &SsdCounters::joined},
    Labelled<SsdCounters>{"not_admitted", &SsdCounters::not_admitted}};

void add_lookups(MetricSet& metrics, const RouterFigures& figures) {
  metrics.counter("store_hits_total", "Interests answered from the Content Store, by tier");
  for (const auto& partition : figures.partitions) {
    const std::uint64_t ssd = partition.ssd != nullptr ? partition.ssd->hits.value() : 0;
    const std::uint64_t all = partition.counters->cs_hits.value();
    metrics.add(all - std::min(all, ssd), {{"partition", label_of(partition)}, {"tier", "dram"}});
    if (partition.ssd != nullptr) {
      metrics.add(ssd, {{"partition", label_of(partition)}, {"tier", "ssd"}});
    }
  }
  metrics.counter("store_misses_total", "Interests that no tier of the Content Store answered");
  for (const auto& partition : figures.partitions) {
    metrics.add(partition.counters->cs_misses.value(), {{"partition", label_of(partition)}});
  }
}

}  // namespace

void add_store_metrics(MetricSet& metrics, const RouterFigures& figures) {
  add_lookups(metrics, figures);
  metrics.counter("store_inserts_total",
                  "Wanted Data that the Content Store took, could not take, or did not admit");
  for (const auto& partition : figures.partitions) {
    metrics.add(partition.counters->cs_stored.value(),
                {{"partition", label_of(partition)}, {"outcome", "stored"}});
    metrics.add(partition.counters->cs_refused.value(),
                {{"partition", label_of(partition)}, {"outcome", "refused"}});
    metrics.add(partition.counters->cs_not_admitted.value(),
                {{"partition", label_of(partition)}, {"outcome", "not_admitted"}});
  }
  metrics.gauge("store_entries", "Data in memory");
  for (const auto& partition : figures.partitions) {
    metrics.add(partition.cs_entries, {{"partition", label_of(partition)}, {"tier", "dram"}});
  }
  metrics.gauge("store_bytes", "Bytes of Data in memory");
  for (const auto& partition : figures.partitions) {
    metrics.add(partition.cs_bytes, {{"partition", label_of(partition)}, {"tier", "dram"}});
  }
  metrics.counter("store_ssd_events_total",
                  "Extents read, written, prefetched or not admitted; Interests that joined a read");
  for (const auto& partition : figures.partitions) {
    for (const auto& event : ssd_events) {
      if (partition.ssd != nullptr) {
        metrics.add((partition.ssd->*event.count).value(),
                    {{"partition", label_of(partition)}, {"event", event.label}});
      }
    }
  }
}

}  // namespace augustus::manage
