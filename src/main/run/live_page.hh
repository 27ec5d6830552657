// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "main/run/event_loop.hh"
#include "manage/http/http_server.hh"
#include "manage/live/live_server.hh"
#include "manage/live/prefix_ranking.hh"
#include "manage/manager.hh"
#include "worker/router.hh"

namespace augustus {

/// The live page of a running router, on its HTTP server at / and /live.
class LivePage {
 public:
  /// The references outlive this, but for the server, which has to go before.
  /// `placement` draws where threads are.
  LivePage(worker::Router& router, manage::Manager& manager, EventLoop& loop, manage::HttpServer& server,
           std::function<std::string()> placement);

 private:
  void watched(bool by_somebody);
  std::string snapshot();

  worker::Router& router_;
  manage::Manager& manager_;
  std::function<std::string()> placement_;
  std::string picture_;  ///< drawn when a page was opened first
  manage::PrefixRanking ranking_;
  manage::LiveServer clients_;
};

}  // namespace augustus
