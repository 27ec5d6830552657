// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "main/traffic/load_options.hh"
#include "main/traffic/report.hh"
#include "traffic/load/load_loop.hh"

namespace augustus::traffic {

/// Runs a consumer, a producer or both until they are done or a signal to end comes; shows progress on a
/// terminal and prints the report.
class TrafficRun {
 public:
  TrafficRun(std::string command, const RunOptions& options, std::unique_ptr<Consumer> consumer,
             std::unique_ptr<Producer> producer);

  /// The exit code. Throws what ended a thread.
  int run();

 private:
  void start_loops();
  bool ended() const;
  void stop_what_is_over(TimeNs now);
  void show_progress(TimeNs now);
  Report report(TimeNs now) const;

  std::string command_;
  RunOptions options_;
  std::unique_ptr<Consumer> consumer_;
  std::unique_ptr<Producer> producer_;
  std::vector<std::unique_ptr<LoadLoop>> loops_;
  bool progress_;
  bool shown_ = false;
  TimeNs started_ = 0;
  TimeNs shown_at_ = 0;
  std::uint64_t shown_interests_ = 0;
  std::uint64_t shown_exchanges_ = 0;
};

}  // namespace augustus::traffic
