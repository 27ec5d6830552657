// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "manage/dispatcher.hh"
#include "manage/reload_report.hh"

namespace augustus::manage {

/// augustus-router/reload, augustus-router/log-level and augustus-router/log, a module of this router alone:
/// what the process can change while it runs. Docs: operation.md.
class RouterModule {
 public:
  /// Flag of reload: only tell what would change.
  static constexpr std::uint64_t flag_dry_run = 1;

  explicit RouterModule(Dispatcher& dispatcher);

  void on_reload(Reloader reloader) { reloader_ = std::move(reloader); }

 private:
  ControlResponse reload(const ControlParameters& parameters);
  ControlResponse set_log_level(const ControlParameters& parameters);
  std::vector<std::uint8_t> log_levels() const;

  Reloader reloader_;
};

}  // namespace augustus::manage
