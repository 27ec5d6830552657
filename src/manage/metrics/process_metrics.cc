// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "manage/metrics/metric_families.hh"

namespace augustus::manage {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

void add_process_metrics(MetricSet& metrics) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  metrics.counter("process_cpu_seconds_total", "CPU time that all threads used");
  metrics.add(seconds(usage.ru_utime), {{"mode", "user"}});
  metrics.add(seconds(usage.ru_stime), {{"mode", "system"}});

  std::uint64_t pages_mapped = 0;
  std::uint64_t pages_resident = 0;
  if (std::ifstream("/proc/self/statm") >> pages_mapped >> pages_resident) {
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    metrics.gauge("process_resident_memory_bytes", "Memory of the process that is resident");
    metrics.add(pages_resident * page);
  }
  std::error_code error;
  std::uint64_t open = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", error)) {
    open += entry.path().empty() ? 0 : 1;
  }
  if (!error) {
    metrics.gauge("process_open_fds", "File descriptors that are open");
    metrics.add(open);
  }
}

}  // namespace augustus::manage
