// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "main/run/config_reload.hh"
#include "main/run/event_loop.hh"
#include "main/run/live_config.hh"
#include "main/run/privileges.hh"
#include "main/run/router_graph.hh"
#include "main/run/service_manager.hh"
#include "manage/config.hh"
#include "manage/manager.hh"
#include "worker/router.hh"

namespace augustus {

/// `augustus run`: builds the router that the configuration describes, says where it listens, and runs until
/// a signal ends it.
class RouterProcess {
 public:
  /// Opens every socket and makes every configured Face and route; gives up root at the end where the
  /// configuration says so. Throws with one helpful line.
  /// `graph`: what the configuration's router walks by, which outlives this; nullptr: it forwards without.
  RouterProcess(const manage::Config& config, RouterGraph* graph);
  ~RouterProcess();

  /// Returns the exit code.
  int run();

 private:
  void listen();
  void listen_unix();
  void configure();
  manage::ReloadReport reload(bool dry_run);
  void announce() const;

  const manage::Config& config_;
  std::optional<Account> account_;  ///< to become after start
  std::string unix_path_;
  RouterGraph* graph_;
  worker::Router router_;
  std::optional<OpenGraph> open_graph_;
  std::unique_ptr<manage::Manager> manager_;
  std::unique_ptr<EventLoop> loop_;
  std::unique_ptr<LiveConfig> live_;
  std::unique_ptr<ConfigReload> reload_;
  std::unique_ptr<ServiceManager> service_;
};

}  // namespace augustus
