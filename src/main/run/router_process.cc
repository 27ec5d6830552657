// SPDX-License-Identifier: Apache-2.0
#include "main/run/router_process.hh"

#include <fmt/core.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "base/log.hh"
#include "base/socket_path.hh"
#include "main/errors.hh"
#include "main/run/log.hh"
#include "main/run/multicast.hh"
#include "main/run/thread_placement.hh"

namespace augustus {
namespace {

/// Where the threads are, or why that cannot be drawn.
std::string picture_of(manage::Config config) {
  if (std::ranges::count(config.router.worker_cpus, worker::cpu_none) != 0) {
    config.router.worker_cpus.clear();  // not pinned: as the machine suggests
  }
  try {
    return explain_placement(config, "");
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace

RouterProcess::RouterProcess(const manage::Config& config, RouterGraph* graph)
    : config_(config),
      account_(find_account(config.user, config.group)),
      unix_path_(config.unix_path.empty() ? default_socket_path() : config.unix_path),
      graph_(graph),
      router_((set_up_log(config), config.router)) {
  log(LogModule::main)
      .info("augustus " AUGUSTUS_VERSION ", {}",
            config.file.empty() ? "default configuration" : "configuration " + config.file);
  router_.start();
  listen();
  manager_ = std::make_unique<manage::Manager>(router_, config.management);
  if (graph_ != nullptr) {
    open_graph_.emplace(*graph_, router_);
    manager_->on_graph(graph_->access(router_));
    log(LogModule::main).info("forwards by the graph of {}", config.graph);
  }
  loop_ = std::make_unique<EventLoop>(router_.descriptor(), [this] {
    const TimeNs mail = router_.poll();
    return std::min(mail, manager_->tick(monotonic_now()));
  });
  configure();
  if (account_) {
    become(*account_);
    log(LogModule::main).info("runs as user {}, group {}", account_->uid, account_->gid);
  }
}

RouterProcess::~RouterProcess() = default;

int RouterProcess::run() {
  announce();
  service_->ready();
  const int signal = loop_->run();
  log(LogModule::main).info("ending on SIG{}", sigabbrev_np(signal));
  service_->stopping();
  router_.stop();
  return exit_ok;
}

void RouterProcess::listen() {
  if (config_.unix_enabled) {
    listen_unix();
  }
  for (const auto& [address, port] : config_.udp) {
    router_.listen_udp(address, port);
  }
  for (const auto& [address, port] : config_.tcp) {
    router_.listen_tcp(address, port);
  }
  if (config_.websocket) {
    router_.listen_websocket(config_.websocket->address, config_.websocket->port);
  }
  join_multicast_groups(router_, config_);
  for (const auto& port : config_.ports) {
    router_.add_port(port);
  }
}

void RouterProcess::listen_unix() {
  const std::string folder = std::filesystem::absolute(unix_path_).parent_path();
  const bool made_folder = !std::filesystem::exists(folder);
  router_.listen_unix(unix_path_, config_.unix_mode);
  if (account_) {
    // So that it can remove the socket at the end.
    give(unix_path_, *account_);
    if (made_folder) {
      give(folder, *account_);
    }
  }
}

void RouterProcess::configure() {
  live_ = std::make_unique<LiveConfig>(router_, *manager_, *loop_, [this] { return picture_of(config_); });
  if (const auto failures = live_->apply(config_); !failures.empty()) {
    throw std::runtime_error(failures.front());
  }
  ConfigReload::ReplaceGraph replace_graph;
  if (graph_ != nullptr) {
    replace_graph = [this](const std::string& file) { graph_->replace(router_, file); };
  }
  reload_ = std::make_unique<ConfigReload>(config_, *manager_, *live_, std::move(replace_graph));
  // Each forwarding thread answers, or this waits.
  service_ = std::make_unique<ServiceManager>(loop_->context(), [this] { router_.cs_status(); });
  manager_->on_reload([this](bool dry_run) { return reload(dry_run); });
  if (!config_.file.empty()) {
    loop_->on_hangup([this] { reload(false); });
  }
}

manage::ReloadReport RouterProcess::reload(bool dry_run) {
  service_->reloading();
  auto report = reload_->reload(dry_run);
  service_->ready();
  return report;
}

void RouterProcess::announce() const {
  for (const auto& channel : router_.channels()) {
    log(LogModule::main).info("listening on {}", channel.local_uri);
  }
  if (config_.unix_enabled) {
    fmt::print("NDN_CLIENT_TRANSPORT=unix://{}\n", unix_path_);
    std::fflush(stdout);
  }
}

}  // namespace augustus
