// SPDX-License-Identifier: Apache-2.0
#include "base/clock.hh"
#include "manage/metrics/metric_families.hh"

namespace augustus::manage {
namespace {

using worker::RouterFigures;
using worker::ThreadFigures;

void add_threads(MetricSet& metrics, const RouterFigures& figures) {
  const auto each = [&](auto value) {
    for (const ThreadFigures& thread : figures.threads) {
      metrics.add(value(thread), {{"worker", std::to_string(thread.number)},
                                  {"kind", thread.dispatcher ? "dispatcher" : "worker"}});
    }
  };
  metrics.counter("worker_busy_seconds_total", "Time that the thread had work");
  each([](const auto& thread) { return thread.busy_seconds; });
  metrics.gauge("worker_busy_ratio", "Part of the last second or two that the thread had work, 0 to 1");
  each([](const auto& thread) { return thread.busy_ratio; });
  metrics.gauge("worker_partitions", "Partitions that the thread has");
  each([](const auto& thread) { return std::uint64_t{thread.partitions}; });
  metrics.gauge("worker_cpu", "The CPU that the thread is pinned to; -1: none");
  each([](const auto& thread) { return static_cast<double>(thread.cpu); });
  metrics.counter("worker_passed_messages_total", "Packets and questions handed to other threads");
  each([](const auto& thread) { return thread.passed; });
}

void add_tables(MetricSet& metrics, const RouterFigures& figures) {
  metrics.gauge("table_entries", "Entries in use, by table");
  for (const auto& table : figures.tables) {
    metrics.add(table.entries, {{"table", table.name}});
  }
  metrics.gauge("table_capacity_entries", "Entries that there is room for, by table");
  for (const auto& table : figures.tables) {
    metrics.add(table.capacity, {{"table", table.name}});
  }
}

/// Units are the pool's own, as docs/security.md lists them.
void add_pools(MetricSet& metrics, const PoolList& pools) {
  metrics.gauge("pool_units", "Of each pool that strangers draw from: its size, what is in use, what its largest holder has");
  for (const NamedPool& pool : pools) {
    metrics.add(pool.figures.capacity, {{"pool", pool.name}, {"kind", "capacity"}});
    metrics.add(pool.figures.in_use, {{"pool", pool.name}, {"kind", "in_use"}});
    metrics.add(pool.figures.largest, {{"pool", pool.name}, {"kind", "largest_holder"}});
  }
  metrics.counter("pool_refusals_total", "Requests that the pool's rule, or a full pool, turned away");
  for (const NamedPool& pool : pools) {
    metrics.add(pool.figures.refused, {{"pool", pool.name}, {"reason", pool.drop_reason}});
  }
}

}  // namespace

void add_router_metrics(MetricSet& metrics, const RouterFigures& figures) {
  metrics.gauge("start_time_seconds", "When the router started, in seconds since 1970");
  metrics.add(static_cast<double>(figures.start_wall_ns) / static_cast<double>(nanoseconds_per_second));
  add_threads(metrics, figures);
  add_tables(metrics, figures);
  add_pools(metrics, figures.pools);
  metrics.counter("drops_total", "What was dropped or went wrong, by reason, as augustus status names them");
  for (const auto& [reason, count] : figures.drops) {
    metrics.add(count, {{"reason", reason}});
  }
}

}  // namespace augustus::manage
