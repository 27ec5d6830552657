// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "manage/metrics/metric_families.hh"

namespace augustus::manage {
namespace {

using face::FaceCounters;
using face::FaceInfo;
using Count = Counter FaceCounters::*;

constexpr std::array packets_in = {Labelled<FaceCounters>{"interest", &FaceCounters::in_interests},
                                   Labelled<FaceCounters>{"data", &FaceCounters::in_data},
                                   Labelled<FaceCounters>{"nack", &FaceCounters::in_nacks}};
constexpr std::array packets_out = {Labelled<FaceCounters>{"interest", &FaceCounters::out_interests},
                                    Labelled<FaceCounters>{"data", &FaceCounters::out_data},
                                    Labelled<FaceCounters>{"nack", &FaceCounters::out_nacks}};
constexpr std::array drops = {Labelled<FaceCounters>{"malformed", &FaceCounters::in_malformed},
                              Labelled<FaceCounters>{"reassembly", &FaceCounters::in_reassembly_dropped},
                              Labelled<FaceCounters>{"duplicate", &FaceCounters::in_duplicates},
                              Labelled<FaceCounters>{"no_buffer", &FaceCounters::in_no_buffer},
                              Labelled<FaceCounters>{"not_allowed", &FaceCounters::in_not_allowed},
                              Labelled<FaceCounters>{"oversized", &FaceCounters::out_oversized},
                              Labelled<FaceCounters>{"queue_full", &FaceCounters::out_queue_full},
                              Labelled<FaceCounters>{"send_error", &FaceCounters::out_errors},
                              Labelled<FaceCounters>{"lost", &FaceCounters::lost}};

const char* word_of(face::Persistency persistency) {
  switch (persistency) {
    case face::Persistency::persistent:
      return "persistent";
    case face::Persistency::on_demand:
      return "on-demand";
    case face::Persistency::permanent:
      return "permanent";
  }
  return "";
}

class FaceFamilies {
 public:
  FaceFamilies(MetricSet& metrics, const face::FaceTable& table, const std::vector<FaceInfo>& faces)
      : metrics_(metrics), table_(table), faces_(faces) {}

  /// One count, in and out.
  void both_ways(Count in, Count out) {
    for (const FaceInfo& info : faces_) {
      metrics_.add(table_.total(info.id, in), {face(info), remote(info), {"direction", "in"}});
      metrics_.add(table_.total(info.id, out), {face(info), remote(info), {"direction", "out"}});
    }
  }

  void packets() {
    for (const FaceInfo& info : faces_) {
      for (const auto& [type, count] : packets_in) {
        metrics_.add(table_.total(info.id, count),
                     {face(info), remote(info), {"direction", "in"}, {"type", type}});
      }
      for (const auto& [type, count] : packets_out) {
        metrics_.add(table_.total(info.id, count),
                     {face(info), remote(info), {"direction", "out"}, {"type", type}});
      }
    }
  }

  void dropped() {
    for (const FaceInfo& info : faces_) {
      for (const auto& [reason, count] : drops) {
        metrics_.add(table_.total(info.id, count), {face(info), remote(info), {"reason", reason}});
      }
    }
  }

  void single(Count count) {
    for (const FaceInfo& info : faces_) {
      metrics_.add(table_.total(info.id, count), {face(info), remote(info)});
    }
  }

  void up() {
    for (const FaceInfo& info : faces_) {
      metrics_.add(info.up ? 1.0 : 0.0, {face(info), remote(info)});
    }
  }

  void info() {
    for (const FaceInfo& info : faces_) {
      const bool local = info.scope == forward::FaceScope::local;
      metrics_.add(1.0, {face(info),
                         remote(info),
                         {"local", info.local_uri},
                         {"scope", local ? "local" : "non-local"},
                         {"persistency", word_of(info.persistency)}});
    }
  }

 private:
  static MetricSet::Label face(const FaceInfo& info) { return {"face", std::to_string(info.id)}; }
  static MetricSet::Label remote(const FaceInfo& info) { return {"remote", info.remote_uri}; }

  MetricSet& metrics_;
  const face::FaceTable& table_;
  const std::vector<FaceInfo>& faces_;
};

}  // namespace

void add_face_metrics(MetricSet& metrics, const face::FaceTable& table, std::size_t faces_max) {
  std::vector<FaceInfo> faces = table.list();
  const std::size_t left_out = faces.size() - std::min(faces.size(), faces_max);
  faces.resize(faces.size() - left_out);
  FaceFamilies families(metrics, table, faces);

  metrics.gauge("faces_left_out", "Faces that are not listed here: more than [metrics] faces");
  metrics.add(std::uint64_t{left_out});
  metrics.gauge("face_info", "1 for each Face, with what is known about it");
  families.info();
  metrics.gauge("face_up", "1 while the Face is up");
  families.up();
  metrics.counter("face_packets_total", "Interests, Data and Nacks by Face");
  families.packets();
  metrics.counter("face_bytes_total", "Bytes of link packets by Face");
  families.both_ways(&FaceCounters::in_bytes, &FaceCounters::out_bytes);
  metrics.counter("face_link_packets_total", "Link packets, fragments counted apart, by Face");
  families.both_ways(&FaceCounters::in_packets, &FaceCounters::out_packets);
  metrics.counter("face_drops_total", "Packets that a Face's link service dropped, by reason");
  families.dropped();
  metrics.counter("face_congestion_marks_total", "Packets that the Face marked for congestion");
  families.single(&FaceCounters::out_marked);
  metrics.counter("face_unprotected_total", "Packets sent without retransmission: the window was full");
  families.single(&FaceCounters::out_unprotected);
}

}  // namespace augustus::manage
