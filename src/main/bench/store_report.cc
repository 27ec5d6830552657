// SPDX-License-Identifier: Apache-2.0
#include "main/bench/store_report.hh"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "main/bench/spread.hh"

namespace augustus::bench {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const LatencySummary& latency) {
  return {{"count", latency.count},
          {"mean_us", latency.mean / 1e3},
          {"p50_us", static_cast<double>(latency.percentiles[0]) / 1e3},
          {"p90_us", static_cast<double>(latency.percentiles[1]) / 1e3},
          {"p99_us", static_cast<double>(latency.percentiles[2]) / 1e3},
          {"p999_us", static_cast<double>(latency.percentiles[3]) / 1e3},
          {"max_us", static_cast<double>(latency.percentiles[4]) / 1e3}};
}

Json to_json(const FioResult& fio) {
  return {{"gbps", fio.gbps},
          {"mean_us", fio.mean_ns / 1e3},
          {"p50_us", fio.p50_ns / 1e3},
          {"p99_us", fio.p99_ns / 1e3}};
}

const char* name_of(StoreWorkload workload) {
  constexpr std::array names{"l1-hit", "l2-hit", "insert", "seq", "unif", "real"};
  return names[static_cast<std::size_t>(workload)];
}

/// Memory of the index for each segment when all extents hold full batches.
double index_bytes_per_segment(const worker::SsdStatus& ssd) {
  return static_cast<double>(ssd.index_bytes) / static_cast<double>(ssd.extents) / ssd.batch;
}

double total(const std::vector<StoreRun>& runs, std::uint64_t StoreRun::*member) {
  double sum = 0;
  for (const StoreRun& run : runs) {
    sum += static_cast<double>(run.*member);
  }
  return sum;
}

/// Data from memory are bound by the worker, those from a disk by that: the first count without what makes
/// and checks packets.
bool by_router_time(const StoreBenchOptions& options) {
  return options.workload == StoreWorkload::l1_hit || options.workload == StoreWorkload::insert ||
         !options.uses_ssd();
}

Spread gbps_of(const StoreBenchOptions& options, const StoreReport& report) {
  return spread_of(report.runs, [&](const StoreRun& run) {
    return by_router_time(options) ? run.router_gbps() : run.gbps();
  });
}

double hit_ratio(const StoreReport& report) {
  const double segments = total(report.runs, &StoreRun::segments);
  return segments == 0 ? 0 : 1 - total(report.runs, &StoreRun::from_producer) / segments;
}

double l1_hit_ratio(const StoreReport& report) {
  const double segments = total(report.runs, &StoreRun::segments);
  return segments == 0 ? 0 : hit_ratio(report) - total(report.runs, &StoreRun::l2_hits) / segments;
}

Json options_of(const StoreBenchOptions& options) {
  return {{"workload", name_of(options.workload)},
          {"ssd", options.ssd},
          {"emulated_gbps", options.emulated_gbps},
          {"devices", options.devices},
          {"engine", options.serial ? "serial" : "async"},
          {"io_threads", options.has_io_thread() ? 1 : 0},
          {"ssd_share", options.ssd_share},
          {"admission", options.admission.text()},
          {"ssd_admission", options.ssd_admission.text()},
          {"l1_bytes", options.l1_bytes},
          {"segment_bytes", options.segment_bytes},
          {"batch", options.batch},
          {"depth", options.depth},
          {"outstanding", options.outstanding},
          {"burst", options.burst},
          {"zipf", options.zipf},
          {"seed", options.seed},
          {"requests", options.requests},
          {"seconds", options.seconds},
          {"runs", options.runs}};
}

Json store_json(const worker::CsStatus& store) {
  Json json{{"l1",
             {{"capacity_bytes", store.capacity_bytes},
              {"packets", store.packets},
              {"bytes", store.bytes},
              {"evicted", store.evicted},
              {"not_admitted", store.not_admitted}}}};
  if (store.ssd) {
    const auto& ssd = *store.ssd;
    json["l2"] = {{"extents", ssd.extents},
                  {"extents_in_use", ssd.extents_in_use},
                  {"packets", ssd.packets},
                  {"bytes", ssd.bytes},
                  {"index_bytes", ssd.index_bytes},
                  {"reads", ssd.reads},
                  {"writes", ssd.writes},
                  {"evicted", ssd.evicted},
                  {"not_admitted", ssd.not_admitted},
                  {"write_busy", ssd.write_busy},
                  {"read_busy", ssd.read_busy},
                  {"damaged", ssd.damaged},
                  {"read_errors", ssd.read_errors},
                  {"write_errors", ssd.write_errors}};
  }
  return json;
}

void add_fio(Json& json, const StoreBenchOptions& options, const StoreReport& report) {
  if (!report.fio.empty()) {
    const auto fio = spread_of(report.fio, [](const FioResult& result) { return result.gbps; });
    json["fio"] = {{"gbps", to_json(fio)}, {"block_bytes", report.read_bytes}, {"depth", options.depth}};
    json["share_of_fio"] = gbps_of(options, report).median / fio.median;
  } else if (!report.fio_missing.empty()) {
    json["fio"] = report.fio_missing;
  }
  if (report.fio_half_load) {
    json["fio_half_load"] = to_json(*report.fio_half_load);
  }
}

void print_json(const StoreBenchOptions& options, const StoreReport& report) {
  Json json{{"options", options_of(options)},
            {"segments", report.segments},
            {"data_bytes", report.data_bytes},
            {"gbps", to_json(gbps_of(options, report))},
            {"wall_gbps", to_json(spread_of(report.runs, [](const StoreRun& run) { return run.gbps(); }))},
            {"router_ns_per_segment",
             to_json(spread_of(report.runs, [](const StoreRun& run) { return run.ns_per_segment(); }))},
            {"hit_ratio", hit_ratio(report)},
            {"l1_hit_ratio", l1_hit_ratio(report)},
            {"latency", to_json(report.latency)}};
  for (const auto& [name, member] : {std::pair{"delivered", &StoreRun::segments},
                                     {"from_producer", &StoreRun::from_producer},
                                     {"l2_hits", &StoreRun::l2_hits},
                                     {"reads", &StoreRun::reads},
                                     {"prefetches", &StoreRun::prefetches},
                                     {"writes", &StoreRun::writes},
                                     {"read_busy", &StoreRun::read_busy},
                                     {"write_busy", &StoreRun::write_busy}}) {
    json[name] = static_cast<std::uint64_t>(total(report.runs, member));
  }
  if (report.model_hit_ratio) {
    json["model_l1_hit_ratio"] = *report.model_hit_ratio;
  }
  if (report.store.ssd) {
    json["index_bytes_per_segment"] = index_bytes_per_segment(*report.store.ssd);
  }
  add_fio(json, options, report);
  if (report.half_load) {
    json["half_load"] = to_json(*report.half_load);
    json["half_load"]["gbps"] = report.half_load_gbps;
    json["half_load"]["late"] = report.half_load_late;
  }
  if (report.device) {
    json["device"] = {{"static_gbps", report.device->fixed}, {"dynamic_gbps", report.device->dynamic}};
  }
  if (report.direct) {
    json["direct"] = {{"lookup_ns", report.direct->lookup_ns},
                      {"insert_10_ns", report.direct->insert_ns},
                      {"insert_10_with_ssd_ns", report.direct->insert_with_ssd_ns},
                      {"copy_10_ns", report.direct->copy_ns}};
  }
  if (report.exchange) {
    const auto alone = spread_of(report.exchange->alone);
    const auto beside = spread_of(report.exchange->beside);
    json["exchange"] = {{"alone_per_s", to_json(alone)},
                        {"beside_per_s", to_json(beside)},
                        {"beside_gbps", to_json(spread_of(report.exchange->beside_gbps))},
                        {"ratio", beside.median / alone.median}};
  }
  json["store"] = store_json(report.store);
  json["lost"] = report.lost;
  json["altered"] = report.altered;
  fmt::print("{}\n", json.dump(2));
}

void print_latency(const char* what, const LatencySummary& latency) {
  fmt::print("{}: mean {:.1f} us", what, latency.mean / 1e3);
  for (std::size_t i = 0; i < latency_percentiles.size(); ++i) {
    fmt::print(", {:g} %: {:.1f}", latency_percentiles[i], static_cast<double>(latency.percentiles[i]) / 1e3);
  }
  fmt::print("\n");
}

void print_fio(const StoreBenchOptions& options, const StoreReport& report) {
  if (!report.fio.empty()) {
    const auto fio = spread_of(report.fio, [](const FioResult& result) { return result.gbps; });
    fmt::print("fio, {} bytes at depth {}: {:.2f} Gbps ({:.2f} to {:.2f}); delivered {:.1f} % of it\n",
               report.read_bytes, options.depth, fio.median, fio.min, fio.max,
               100 * gbps_of(options, report).median / fio.median);
  } else if (!report.fio_missing.empty()) {
    fmt::print("{}\n", report.fio_missing);
  }
  if (report.half_load) {
    print_latency("L2 hit at half load", *report.half_load);
    fmt::print("  at {:.2f} Gbps\n", report.half_load_gbps);
  }
  if (report.fio_half_load) {
    const auto& fio = *report.fio_half_load;
    fmt::print("fio at half load ({:.2f} Gbps): mean {:.1f} us, 50 %: {:.1f}, 99 %: {:.1f}\n", fio.gbps,
               fio.mean_ns / 1e3, fio.p50_ns / 1e3, fio.p99_ns / 1e3);
  }
}

void print_text(const StoreBenchOptions& options, const StoreReport& report) {
  const auto gbps = gbps_of(options, report);
  const auto ns = spread_of(report.runs, [](const StoreRun& run) { return run.ns_per_segment(); });
  fmt::print("{}: {} segments of {} bytes, {} MiB of memory, batches of {}\n", name_of(options.workload),
             report.segments, report.data_bytes, options.l1_bytes >> 20, options.batch);
  fmt::print("{:.2f} Gbps of Data ({:.2f} to {:.2f}){}\n", gbps.median, gbps.min, gbps.max,
             by_router_time(options) ? fmt::format(", {:.0f} ns a segment", ns.median) : "");
  fmt::print("hit ratio {:.4f}, of memory {:.4f}; {:.0f} reads, {:.0f} of them ahead, {:.0f} writes\n",
             hit_ratio(report), l1_hit_ratio(report), total(report.runs, &StoreRun::reads),
             total(report.runs, &StoreRun::prefetches), total(report.runs, &StoreRun::writes));
  if (report.model_hit_ratio) {
    fmt::print("hit ratio of memory by the paper's equations: {:.4f}\n", *report.model_hit_ratio);
  }
  print_latency("hits", report.latency);
  print_fio(options, report);
  if (report.device) {
    fmt::print("the emulated SSD by itself: {:.2f} Gbps from memory, {:.2f} made when read\n",
               report.device->fixed, report.device->dynamic);
  }
  if (report.direct) {
    fmt::print(
        "lookup {:.1f} ns a segment; insertion of {} {:.0f} ns, {:.0f} with an SSD, copy alone {:.0f}\n",
        report.direct->lookup_ns, direct_batch, report.direct->insert_ns, report.direct->insert_with_ssd_ns,
        report.direct->copy_ns);
  }
  if (report.exchange) {
    const auto alone = spread_of(report.exchange->alone);
    const auto beside = spread_of(report.exchange->beside);
    fmt::print(
        "exchanges: {:.3f} million a second alone, {:.3f} ({:.1f} %) beside {:.2f} Gbps from the SSD\n",
        alone.median / 1e6, beside.median / 1e6, 100 * beside.median / alone.median,
        spread_of(report.exchange->beside_gbps).median);
  }
  if (report.store.ssd) {
    fmt::print("index: {:.2f} bytes a segment of full batches\n", index_bytes_per_segment(*report.store.ssd));
  }
  fmt::print("{} lost, {} altered\n", report.lost, report.altered);
}

}  // namespace

LatencySummary summary_of(const traffic::LatencyHistogram& histogram) {
  LatencySummary summary{.mean = histogram.mean(), .percentiles = {}, .count = histogram.count()};
  for (std::size_t i = 0; i < latency_percentiles.size(); ++i) {
    summary.percentiles[i] = histogram.percentile(latency_percentiles[i]);
  }
  return summary;
}

void print(const StoreBenchOptions& options, const StoreReport& report) {
  options.json ? print_json(options, report) : print_text(options, report);
}

}  // namespace augustus::bench
