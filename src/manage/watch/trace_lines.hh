// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/trace/trace_session.hh"
#include "manage/data_plane.hh"
#include "manage/watch/watch_source.hh"

namespace augustus::manage {

/// A trace as lines of JSON, an object for each event (docs/trace.md).
class TraceLines final : public WatchSource {
 public:
  /// `packets_max`: packets after which the trace is complete. The references must outlive this.
  TraceLines(DataPlane& data_plane, forward::TraceSession& session, std::uint64_t packets_max);

  void read(std::vector<std::uint8_t>& bytes, std::size_t room) override;
  bool enough() const override { return packets_ >= packets_max_; }
  std::string summary() const override;

 private:
  std::string line_of(const forward::TraceEvent& event);

  DataPlane& data_plane_;
  forward::TraceSession& session_;
  std::uint64_t packets_max_;
  std::uint64_t packets_ = 0;
  TimeNs wall_offset_;  ///< from monotonic to wall time
  bool beyond_ = false;  ///< the packet after the last one was seen
};

}  // namespace augustus::manage
