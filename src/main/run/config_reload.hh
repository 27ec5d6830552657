// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "main/run/live_config.hh"
#include "manage/config.hh"
#include "manage/reload_report.hh"

namespace augustus {

/// Reads the configuration file of a running router again: all of it is checked before any of it is done.
class ConfigReload {
 public:
  /// Goes over to the graph of a file; throws std::invalid_argument. Empty: the router has no graph.
  using ReplaceGraph = std::function<void(const std::string& file)>;

  /// `config` is what the router runs with. The references outlive this.
  ConfigReload(const manage::Config& config, manage::Manager& manager, LiveConfig& live,
               ReplaceGraph replace_graph)
      : file_(config.file),
        values_(config.values),
        manager_(manager),
        live_(live),
        replace_graph_(std::move(replace_graph)) {}

  /// Logs what comes of it.
  manage::ReloadReport reload(bool dry_run);

 private:
  manage::ReloadReport apply(const manage::Config& next, std::vector<manage::ConfigChange> changes,
                             bool dry_run);

  /// Whether the router cannot go over to the graph that the file names now.
  bool forbids_graph(const manage::Config& next) const;

  std::string file_;
  manage::ConfigValues values_;
  manage::Manager& manager_;
  LiveConfig& live_;
  ReplaceGraph replace_graph_;
};

}  // namespace augustus
