// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/counter.hh"
#include "face/face_table.hh"
#include "manage/metrics/metric_set.hh"
#include "worker/router_figures.hh"

namespace augustus::manage {

/// A count and the label that tells it from others of its family.
template <typename Counters>
struct Labelled {
  const char* label;
  Counter Counters::*count;
};

inline std::string label_of(const worker::PartitionFigures& partition) {
  return std::to_string(partition.number);
}

// Each adds the families of one subject.

/// Up to `faces_max` Faces, those with the lowest identifiers first.
void add_face_metrics(MetricSet& metrics, const face::FaceTable& faces, std::size_t faces_max);
/// Packets, PIT and time by partition.
void add_partition_metrics(MetricSet& metrics, const worker::RouterFigures& figures);
/// The tiers of the Content Store by partition.
void add_store_metrics(MetricSet& metrics, const worker::RouterFigures& figures);
/// Threads, tables and drops.
void add_router_metrics(MetricSet& metrics, const worker::RouterFigures& figures);
/// DPDK ports and UDP sockets.
void add_port_metrics(MetricSet& metrics, const worker::RouterFigures& figures);
/// What the system knows about this process.
void add_process_metrics(MetricSet& metrics);

}  // namespace augustus::manage
