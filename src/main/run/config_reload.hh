// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "main/run/live_config.hh"
#include "manage/config.hh"
#include "manage/reload_report.hh"

namespace augustus {

/// Reads the configuration file of a running router again: all of it is checked before any of it is done.
class ConfigReload {
 public:
  /// `config` is what the router runs with. The references outlive this.
  ConfigReload(const manage::Config& config, manage::Manager& manager, LiveConfig& live)
      : file_(config.file), values_(config.values), manager_(manager), live_(live) {}

  /// Logs what comes of it.
  manage::ReloadReport reload(bool dry_run);

 private:
  manage::ReloadReport apply(const manage::Config& next, std::vector<manage::ConfigChange> changes,
                             bool dry_run);

  std::string file_;
  manage::ConfigValues values_;
  manage::Manager& manager_;
  LiveConfig& live_;
};

}  // namespace augustus
