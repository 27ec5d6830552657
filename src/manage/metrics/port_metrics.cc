// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "manage/metrics/metric_families.hh"

namespace augustus::manage {
namespace {

using face::PortCounters;
using face::TransportCounters;
using worker::PortFigures;
using worker::RouterFigures;

constexpr std::array port_events = {
    Labelled<PortCounters>{"fragment_received", &PortCounters::in_fragments},
    Labelled<PortCounters>{"reassembled", &PortCounters::in_reassembled},
    Labelled<PortCounters>{"arp_answered", &PortCounters::arp_answered},
    Labelled<PortCounters>{"neighbour_answered", &PortCounters::neighbours_answered},
    Labelled<PortCounters>{"echo_answered", &PortCounters::echoes_answered},
    Labelled<PortCounters>{"neighbour_asked", &PortCounters::neighbours_asked},
    Labelled<PortCounters>{"to_host", &PortCounters::to_host},
    Labelled<PortCounters>{"from_host", &PortCounters::from_host},
    Labelled<PortCounters>{"face_created", &PortCounters::faces_created},
    Labelled<PortCounters>{"face_expired", &PortCounters::faces_expired},
    Labelled<PortCounters>{"passed", &PortCounters::passed}};

constexpr std::array socket_events = {
    Labelled<TransportCounters>{"faces_full", &TransportCounters::faces_full},
    Labelled<TransportCounters>{"face_gone", &TransportCounters::face_gone},
    Labelled<TransportCounters>{"oversized", &TransportCounters::in_oversized},
    Labelled<TransportCounters>{"no_buffer", &TransportCounters::in_no_buffer},
    Labelled<TransportCounters>{"face_created", &TransportCounters::faces_created},
    Labelled<TransportCounters>{"face_expired", &TransportCounters::faces_expired},
    Labelled<TransportCounters>{"face_failed", &TransportCounters::faces_failed}};

/// Over the threads that drive the port.
std::uint64_t sum(const PortFigures& port, Counter PortCounters::*count) {
  std::uint64_t sum = 0;
  for (const PortCounters* counters : port.counters) {
    sum += (counters->*count).value();
  }
  return sum;
}

void add_both_ways(MetricSet& metrics, const RouterFigures& figures, Counter PortCounters::*in,
                   Counter PortCounters::*out) {
  for (const auto& port : figures.ports) {
    metrics.add(sum(port, in), {{"port", port.name}, {"direction", "in"}});
    metrics.add(sum(port, out), {{"port", port.name}, {"direction", "out"}});
  }
}

void add_port_drops(MetricSet& metrics, const RouterFigures& figures) {
  metrics.counter("port_drops_total", "Frames that a DPDK port dropped, by reason");
  for (const auto& port : figures.ports) {
    for (std::size_t i = 1; i < face::port_drop_reasons; ++i) {
      const auto reason = static_cast<face::PortDrop>(i);
      std::uint64_t frames = 0;
      for (const PortCounters* counters : port.counters) {
        frames += counters->dropped(reason);
      }
      metrics.add(frames, {{"port", port.name}, {"reason", std::string(name_of(reason))}});
    }
  }
}

}  // namespace

void add_port_metrics(MetricSet& metrics, const RouterFigures& figures) {
  metrics.gauge("port_up", "1 while the DPDK port's link is up");
  for (const auto& port : figures.ports) {
    metrics.add(port.up ? 1.0 : 0.0, {{"port", port.name}});
  }
  metrics.counter("port_frames_total", "Frames by DPDK port");
  add_both_ways(metrics, figures, &PortCounters::in_frames, &PortCounters::out_frames);
  metrics.counter("port_bytes_total", "Bytes of frames by DPDK port");
  add_both_ways(metrics, figures, &PortCounters::in_bytes, &PortCounters::out_bytes);
  metrics.counter("port_events_total", "What else a DPDK port did");
  for (const auto& port : figures.ports) {
    for (const auto& event : port_events) {
      metrics.add(sum(port, event.count), {{"port", port.name}, {"event", event.label}});
    }
  }
  add_port_drops(metrics, figures);
  metrics.counter("socket_events_total", "What a UDP socket did with Faces, and dropped outside of them");
  for (const auto& socket : figures.sockets) {
    for (const auto& event : socket_events) {
      metrics.add((socket.counters->*event.count).value(),
                  {{"local", socket.local_uri}, {"event", event.label}});
    }
  }
}

}  // namespace augustus::manage
