// SPDX-License-Identifier: Apache-2.0
#include "manage/live/snapshot.hh"

#include <array>
#include <nlohmann/json.hpp>

#include "base/clock.hh"
#include "forward/latency_histogram.hh"

namespace augustus::manage {
namespace {

using Json = nlohmann::json;
using forward::LatencyHistogram;

/// Sums over all partitions.
struct Totals {
  std::uint64_t interests = 0, data = 0, nacks = 0, out_interests = 0, out_data = 0, out_nacks = 0;
  std::uint64_t cs_hits = 0, ssd_hits = 0, cs_misses = 0, cs_bytes = 0, satisfied = 0, unsatisfied = 0;
  std::array<std::uint64_t, LatencyHistogram::buckets> latency{};

  void add(const worker::PartitionFigures& partition) {
    const forward::ForwardCounters& counters = *partition.counters;
    interests += counters.interests.value();
    data += counters.data.value();
    nacks += counters.nacks.value();
    out_interests += counters.out_interests.value();
    out_data += counters.out_data.value();
    out_nacks += counters.out_nacks.value();
    cs_hits += counters.cs_hits.value();
    cs_misses += counters.cs_misses.value();
    satisfied += counters.satisfied.value();
    unsatisfied += counters.unsatisfied.value();
    cs_bytes += partition.cs_bytes;
    if (partition.ssd != nullptr) {
      ssd_hits += partition.ssd->hits.value();
    }
    for (unsigned bucket = 0; bucket < LatencyHistogram::buckets; ++bucket) {
      latency[bucket] += counters.latency.count(bucket);
    }
  }
};

Json latency_of(const Totals& totals) {
  Json buckets = Json::array();
  for (unsigned bucket = 0; bucket < LatencyHistogram::buckets; ++bucket) {
    buckets.push_back({{"below_us", static_cast<double>(LatencyHistogram::bound(bucket)) / 1000},
                       {"count", totals.latency[bucket]}});
  }
  return buckets;
}

Json faces_of(const face::FaceTable& table, std::size_t faces_max, Json& left_out) {
  using Counters = face::FaceCounters;
  auto faces = table.list();
  left_out = faces.size() - std::min(faces.size(), faces_max);
  faces.resize(std::min(faces.size(), faces_max));
  Json shown = Json::array();
  for (const auto& info : faces) {
    const auto total = [&](Counter Counters::*count) { return table.total(info.id, count); };
    shown.push_back({{"id", info.id},
                     {"remote", info.remote_uri},
                     {"local", info.local_uri},
                     {"up", info.up},
                     {"in",
                      {total(&Counters::in_interests), total(&Counters::in_data), total(&Counters::in_nacks),
                       total(&Counters::in_bytes)}},
                     {"out",
                      {total(&Counters::out_interests), total(&Counters::out_data),
                       total(&Counters::out_nacks), total(&Counters::out_bytes)}}});
  }
  return shown;
}

Json rib_of(const Manager& manager, std::size_t prefixes_max) {
  Json entries = Json::array();
  manager.for_each_rib_entry(
      prefixes_max, [&entries](const wire::Name& prefix, const std::vector<Route>& routes) {
        Json shown = Json::array();
        for (const Route& route : routes) {
          shown.push_back({{"face", route.face}, {"cost", route.cost}, {"origin", route.origin}});
        }
        entries.push_back({{"prefix", prefix.uri()}, {"routes", shown}});
      });
  return entries;
}

Json threads_of(const worker::RouterFigures& figures) {
  Json threads = Json::array();
  for (const auto& thread : figures.threads) {
    threads.push_back({{"number", thread.number},
                       {"kind", thread.dispatcher ? "dispatcher" : "worker"},
                       {"cpu", thread.cpu},
                       {"partitions", thread.partitions},
                       {"busy", thread.busy_ratio}});
  }
  return threads;
}

}  // namespace

std::string snapshot_of(worker::Router& router, const Manager& manager, const std::string& version,
                        const std::vector<std::pair<std::string, double>>& top, const std::string& placement,
                        const SnapshotLimits& limits) {
  auto figures = router.figures();
  manager.add_pools(figures.pools);
  Totals totals;
  for (const auto& partition : figures.partitions) {
    totals.add(partition);
  }
  Json json{{"version", version},
            {"time_ms", wall_clock_now() / nanoseconds_per_millisecond},
            {"start_ms", figures.start_wall_ns / nanoseconds_per_millisecond},
            {"packets",
             {{"in", {totals.interests, totals.data, totals.nacks}},
              {"out", {totals.out_interests, totals.out_data, totals.out_nacks}},
              {"satisfied", totals.satisfied},
              {"unsatisfied", totals.unsatisfied}}},
            {"cs",
             {{"dram_hits", totals.cs_hits - std::min(totals.cs_hits, totals.ssd_hits)},
              {"ssd_hits", totals.ssd_hits},
              {"misses", totals.cs_misses},
              {"bytes", totals.cs_bytes}}},
            {"latency", latency_of(totals)},
            {"threads", threads_of(figures)},
            {"rib", rib_of(manager, limits.prefixes)},
            {"rib_prefixes", manager.rib_prefixes()},
            {"placement", placement}};
  json["faces"] = faces_of(router.faces(), limits.faces, json["faces_left_out"]);
  for (const auto& table : figures.tables) {
    json["tables"].push_back(
        {{"name", table.name}, {"entries", table.entries}, {"capacity", table.capacity}});
  }
  for (const NamedPool& pool : figures.pools) {
    json["pools"].push_back({{"name", pool.name},
                             {"capacity", pool.figures.capacity},
                             {"in_use", pool.figures.in_use},
                             {"largest", pool.figures.largest},
                             {"refused", pool.figures.refused}});
  }
  json["drops"] = Json::object();
  for (const auto& [reason, count] : figures.drops) {
    if (count != 0) {
      json["drops"][reason] = count;
    }
  }
  json["top"] = Json::array();
  for (const auto& [prefix, share] : top) {
    json["top"].push_back({{"prefix", prefix}, {"share", share}});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace augustus::manage
