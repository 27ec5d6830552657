// SPDX-License-Identifier: Apache-2.0
#include "manage/metrics/metrics.hh"

#include "manage/metrics/metric_families.hh"

namespace augustus::manage {

std::string metrics_text(worker::Router& router, const Manager& manager, const std::string& version,
                         std::size_t faces_max) {
  worker::RouterFigures figures = router.figures();
  for (auto& drop : manager.drops()) {
    figures.drops.push_back(std::move(drop));
  }
  manager.add_pools(figures.pools);
  MetricSet metrics;
  metrics.gauge("build_info", "1, with the version");
  metrics.add(1.0, {{"version", version}});
  add_router_metrics(metrics, figures);
  metrics.gauge("rib_prefixes", "Prefixes in the RIB");
  metrics.add(std::uint64_t{manager.rib_prefixes()});
  add_partition_metrics(metrics, figures);
  add_store_metrics(metrics, figures);
  add_face_metrics(metrics, router.faces(), faces_max);
  add_port_metrics(metrics, figures);
  add_process_metrics(metrics);
  return metrics.text();
}

}  // namespace augustus::manage
