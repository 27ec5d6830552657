// SPDX-License-Identifier: Apache-2.0
#include "main/run/live_config.hh"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/log.hh"
#include "forward/strategy_id.hh"
#include "main/run/log.hh"
#include "manage/metrics/metrics.hh"

namespace augustus {
namespace {

using manage::StaticRoute;
using manage::StrategyChoiceLine;
using worker::FaceRequest;

bool same_face(const FaceRequest& a, const FaceRequest& b) {
  return a.remote_uri == b.remote_uri && a.local_uri == b.local_uri;
}

bool same_route(const StaticRoute& a, const StaticRoute& b) {
  return a.prefix == b.prefix && a.face_uri == b.face_uri;
}

template <typename List, typename Same>
bool contains(const List& list, Same&& same) {
  return std::ranges::any_of(list, same);
}

}  // namespace

std::vector<std::string> LiveConfig::apply(const manage::Config& config) {
  Failures failures;
  set_up_log(config);
  const std::uint64_t capacity = config.router.store.capacity_packets;
  if (cs_capacity_ && *cs_capacity_ != capacity) {
    router_.set_cs_capacity(capacity);
  }
  cs_capacity_ = capacity;
  drop_routes(config.routes);
  apply_faces(config.faces, failures);
  make_routes(config.routes, failures);
  drop_unused_faces(config.faces);
  apply_strategies(config.strategies, failures);
  apply_metrics(config.metrics, failures);
  return failures;
}

void LiveConfig::apply_faces(const std::vector<FaceRequest>& wanted, Failures& failures) {
  std::erase_if(faces_, [&](const OwnFace& face) {
    const bool goes =
        !contains(wanted, [&](const auto& request) { return same_face(request, face.request); });
    if (goes) {
      router_.destroy_face(face.id);
    }
    return goes;
  });
  for (const auto& request : wanted) {
    const auto own =
        std::ranges::find_if(faces_, [&](const OwnFace& face) { return same_face(request, face.request); });
    if (own == faces_.end()) {
      make_face(request, failures);
    } else if (own->request != request) {
      change_face(*own, request, failures);
    }
  }
}

void LiveConfig::make_face(const FaceRequest& request, Failures& failures) {
  const auto result = router_.create_face(request);
  if (result.code != 200 && result.code != 409) {
    failures.push_back(fmt::format("face {}: {}", request.remote_uri, result.text));
    return;
  }
  if (result.code == 409) {
    keep_trying(result.face->id);
  }
  faces_.push_back({request, result.face ? result.face->id : face_id_none});
}

void LiveConfig::change_face(OwnFace& face, const FaceRequest& request, Failures& failures) {
  if (face.request.persistency != request.persistency &&
      !router_.set_face_persistency(face.id, request.persistency)) {
    failures.push_back(fmt::format("face {}: its persistency cannot change", request.remote_uri));
    return;
  }
  const face::FaceInfo defaults;
  const bool found = router_.faces().update(face.id, [&](face::FaceInfo& info) {
    info.flags = request.flags;
    info.keeps_trying = request.keeps_trying;
    info.mtu = request.mtu;
    info.congestion_interval_ns = request.congestion_interval_ns.value_or(defaults.congestion_interval_ns);
    info.congestion_threshold_bytes =
        request.congestion_threshold_bytes.value_or(defaults.congestion_threshold_bytes);
  });
  if (found) {
    face.request = request;
    return;
  }
  // It went meanwhile: with its new settings it comes back.
  const auto result = router_.create_face(request);
  if (!result.face) {
    failures.push_back(fmt::format("face {}: {}", request.remote_uri, result.text));
    return;
  }
  face = {request, result.face->id};
}

void LiveConfig::drop_routes(const std::vector<StaticRoute>& wanted) {
  std::erase_if(routes_, [&](const OwnRoute& route) {
    const bool goes = !contains(wanted, [&](const auto& line) { return same_route(line, route.line); });
    if (goes) {
      manager_.remove_route(route.line.prefix, route.face, manage::route_origin::static_route);
    }
    return goes;
  });
}

void LiveConfig::make_routes(const std::vector<StaticRoute>& wanted, Failures& failures) {
  for (const auto& line : wanted) {
    const auto own =
        std::ranges::find_if(routes_, [&](const OwnRoute& route) { return same_route(line, route.line); });
    // A route whose Face went is there no more, and is made again.
    if (own != routes_.end() && (own->line.cost != line.cost || !router_.faces().find(own->face))) {
      routes_.erase(own);
      make_route(line, failures);
    } else if (own == routes_.end()) {
      make_route(line, failures);
    }
  }
}

void LiveConfig::keep_trying(FaceId face) {
  router_.faces().update(face, [](face::FaceInfo& info) {
    info.keeps_trying = info.persistency != face::Persistency::on_demand;
  });
}

FaceId LiveConfig::face_for(const StaticRoute& line, Failures& failures) {
  if (const auto face = router_.faces().find_by_remote(line.face_uri)) {
    keep_trying(face->id);
    return face->id;
  }
  const auto result = router_.create_face({.remote_uri = line.face_uri, .keeps_trying = true});
  if (!result.face) {
    failures.push_back(fmt::format("route {} to {}: {}", line.prefix.uri(), line.face_uri, result.text));
    return face_id_none;
  }
  route_faces_[line.face_uri] = result.face->id;
  return result.face->id;
}

void LiveConfig::make_route(const StaticRoute& line, Failures& failures) {
  const FaceId face = face_for(line, failures);
  if (face == face_id_none) {
    return;
  }
  manage::Route route;
  route.face = face;
  route.origin = manage::route_origin::static_route;
  route.cost = line.cost;
  if (manager_.add_route(line.prefix, route) != table::FibOutcome::ok) {
    failures.push_back(fmt::format("route {}: the FIB has no room for it", line.prefix.uri()));
    return;
  }
  routes_.push_back({line, face});
}

void LiveConfig::drop_unused_faces(const std::vector<FaceRequest>& wanted) {
  std::erase_if(route_faces_, [&](const auto& made) {
    const auto& [uri, face] = made;
    const bool used = contains(routes_, [&](const auto& route) { return route.line.face_uri == uri; });
    const bool taken = contains(wanted, [&](const auto& request) { return request.remote_uri == uri; });
    if (!used && !taken) {
      router_.destroy_face(face);
    }
    return !used;
  });
}

void LiveConfig::apply_strategies(const std::vector<StrategyChoiceLine>& wanted, Failures& failures) {
  for (const auto& own : strategies_) {
    if (contains(wanted, [&](const auto& line) { return line.prefix == own.prefix; })) {
      continue;
    }
    if (own.prefix.empty()) {
      router_.set_strategy(own.prefix, static_cast<std::uint8_t>(forward::StrategyId::best_route));
    } else {
      router_.unset_strategy(own.prefix);
    }
  }
  std::vector<StrategyChoiceLine> done;
  for (const auto& line : wanted) {
    const bool unchanged = contains(strategies_, [&](const auto& own) {
      return own.prefix == line.prefix && own.strategy == line.strategy;
    });
    const auto strategy = unchanged ? std::nullopt : router_.strategy_number(line.strategy);
    if (unchanged || (strategy && router_.set_strategy(line.prefix, *strategy))) {
      done.push_back(line);
    } else {
      failures.push_back(fmt::format("strategy of {}: no room in the table", line.prefix.uri()));
    }
  }
  strategies_ = std::move(done);
  manager_.follow_strategies();
}

void LiveConfig::apply_metrics(const manage::MetricsOptions& options, Failures& failures) {
  if (options == metrics_) {
    return;
  }
  if (!options.enabled) {
    http_.reset();
    page_.reset();
    metrics_ = options;
    return;
  }
  try {
    if (!http_ || options.listen != metrics_.listen || options.hosts != metrics_.hosts) {
      http_.reset();  // the new one may want the same port
      page_.reset();
      http_ =
          std::make_unique<manage::HttpServer>(loop_.context(), options.listen.address, options.listen.port, options.hosts);
      page_ = std::make_unique<LivePage>(router_, manager_, loop_, *http_, placement_);
      log(LogModule::main).info("live page on {}, metrics on {}metrics", http_->url(), http_->url());
    }
  } catch (const std::runtime_error& error) {
    failures.emplace_back(error.what());
    metrics_ = {};
    return;
  }
  http_->serve("/metrics", [this, faces_max = options.faces_max] {
    return manage::HttpAnswer{.content_type = "text/plain; version=0.0.4; charset=utf-8",
                              .body = std::make_shared<std::string>(
                                  manage::metrics_text(router_, manager_, AUGUSTUS_VERSION, faces_max))};
  });
  metrics_ = options;
}

}  // namespace augustus
