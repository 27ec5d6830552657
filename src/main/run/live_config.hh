// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "main/run/event_loop.hh"
#include "main/run/live_page.hh"
#include "manage/config.hh"
#include "manage/http/http_server.hh"
#include "manage/manager.hh"
#include "worker/router.hh"

namespace augustus {

/// The part of the configuration that can change while the router runs: Faces, routes, strategies, metrics,
/// log levels and the Content Store's capacity. Knows what of it is done and does what is missing.
class LiveConfig {
 public:
  /// The references outlive this. `placement` draws where threads are, for the live page.
  LiveConfig(worker::Router& router, manage::Manager& manager, EventLoop& loop,
             std::function<std::string()> placement)
      : router_(router), manager_(manager), loop_(loop), placement_(std::move(placement)) {}

  /// Brings the router from what was applied before to `config`. What cannot be done is left out and tried
  /// again by the next call; a sentence for each.
  std::vector<std::string> apply(const manage::Config& config);

 private:
  using Failures = std::vector<std::string>;
  /// A Face that the configuration asks for.
  struct OwnFace {
    worker::FaceRequest request;
    FaceId id = face_id_none;
  };
  /// A route of the configuration, and the Face that it has.
  struct OwnRoute {
    manage::StaticRoute line;
    FaceId face = face_id_none;
  };

  void apply_metrics(const manage::MetricsOptions& options, Failures& failures);
  void apply_faces(const std::vector<worker::FaceRequest>& wanted, Failures& failures);
  void make_face(const worker::FaceRequest& request, Failures& failures);
  void change_face(OwnFace& face, const worker::FaceRequest& request, Failures& failures);
  void drop_routes(const std::vector<manage::StaticRoute>& wanted);
  void make_routes(const std::vector<manage::StaticRoute>& wanted, Failures& failures);
  void make_route(const manage::StaticRoute& line, Failures& failures);
  /// A Face that a command made before is the configuration's now; unless a client connected it.
  void keep_trying(FaceId face);
  FaceId face_for(const manage::StaticRoute& line, Failures& failures);
  void drop_unused_faces(const std::vector<worker::FaceRequest>& wanted);
  void apply_strategies(const std::vector<manage::StrategyChoiceLine>& wanted, Failures& failures);

  worker::Router& router_;
  manage::Manager& manager_;
  EventLoop& loop_;
  std::vector<OwnFace> faces_;
  std::vector<OwnRoute> routes_;
  std::map<std::string, FaceId> route_faces_;  ///< made for routes alone, by remote URI
  std::vector<manage::StrategyChoiceLine> strategies_;
  manage::MetricsOptions metrics_;
  std::function<std::string()> placement_;
  std::unique_ptr<LivePage> page_;
  std::unique_ptr<manage::HttpServer> http_;
  std::optional<std::uint64_t> cs_capacity_;
};

}  // namespace augustus
