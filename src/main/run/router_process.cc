// SPDX-License-Identifier: Apache-2.0
#include "main/run/router_process.hh"

#include <fmt/core.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "base/log.hh"
#include "base/socket_path.hh"
#include "forward/strategy_id.hh"
#include "main/errors.hh"
#include "main/run/log.hh"
#include "main/run/multicast.hh"
#include "manage/metrics/metrics.hh"

namespace augustus {

RouterProcess::RouterProcess(const manage::Config& config)
    : config_(config),
      account_(find_account(config.user, config.group)),
      unix_path_(config.unix_path.empty() ? default_socket_path() : config.unix_path),
      router_((set_up_log(config), config.router)) {
  log(LogModule::main)
      .info("augustus " AUGUSTUS_VERSION ", {}",
            config.file.empty() ? "default configuration" : "configuration " + config.file);
  router_.start();
  listen();
  manager_ = std::make_unique<manage::Manager>(router_, config.management);
  make_faces();
  make_routes();
  loop_ = std::make_unique<EventLoop>(router_.descriptor(), [this] {
    const TimeNs mail = router_.poll();
    return std::min(mail, manager_->tick(monotonic_now()));
  });
  serve_metrics();
  if (account_) {
    become(*account_);
    log(LogModule::main).info("runs as user {}, group {}", account_->uid, account_->gid);
  }
}

RouterProcess::~RouterProcess() = default;

int RouterProcess::run() {
  announce();
  const int signal = loop_->run();
  log(LogModule::main).info("ending on {}", signal == SIGTERM ? "SIGTERM" : "SIGINT");
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

void RouterProcess::make_faces() {
  for (const auto& request : config_.faces) {
    const auto result = router_.create_face(request);
    if (result.code != 200 && result.code != 409) {
      throw std::runtime_error("face " + request.remote_uri + ": " + result.text);
    }
  }
}

void RouterProcess::make_routes() {
  for (const auto& line : config_.routes) {
    auto face = router_.faces().find_by_remote(line.face_uri);
    if (!face) {
      const auto result = router_.create_face({.remote_uri = line.face_uri});
      if (!result.face) {
        throw std::runtime_error("route " + line.prefix.uri() + " to " + line.face_uri + ": " + result.text);
      }
      face = result.face;
    }
    manage::Route route;
    route.face = face->id;
    route.origin = manage::route_origin::static_route;
    route.cost = line.cost;
    if (manager_->add_route(line.prefix, route) != table::FibOutcome::ok) {
      throw std::runtime_error("route " + line.prefix.uri() + ": the FIB has no room for it");
    }
  }
  for (const auto& line : config_.strategies) {
    const auto strategy = forward::strategy_from_name(line.strategy);
    if (!strategy) {
      throw UsageError("unknown strategy " + line.strategy.uri());
    }
    if (!router_.set_strategy(line.prefix, static_cast<std::uint8_t>(*strategy))) {
      throw std::runtime_error("strategy of " + line.prefix.uri() + ": no room in the table");
    }
  }
}

void RouterProcess::serve_metrics() {
  const auto& options = config_.metrics;
  if (!options.enabled) {
    return;
  }
  http_ = std::make_unique<manage::HttpServer>(loop_->context(), options.listen.address, options.listen.port);
  http_->serve("/metrics", [this, faces_max = options.faces_max] {
    return manage::HttpAnswer{.content_type = "text/plain; version=0.0.4; charset=utf-8",
                              .body = std::make_shared<std::string>(
                                  manage::metrics_text(router_, *manager_, AUGUSTUS_VERSION, faces_max))};
  });
  log(LogModule::main).info("metrics on {}metrics", http_->url());
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
