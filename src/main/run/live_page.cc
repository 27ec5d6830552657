// SPDX-License-Identifier: Apache-2.0
#include "main/run/live_page.hh"

#include <array>

#include "manage/live/page.hh"
#include "manage/live/snapshot.hh"

namespace augustus {

LivePage::LivePage(worker::Router& router, manage::Manager& manager, EventLoop& loop,
                   manage::HttpServer& server, std::function<std::string()> placement)
    : router_(router),
      manager_(manager),
      placement_(std::move(placement)),
      clients_(
          loop.context(), [this] { return snapshot(); }, [this](bool by_somebody) { watched(by_somebody); }) {
  const auto page = std::make_shared<const std::string>(manage::live_page);
  server.serve(
      "/", [page] { return manage::HttpAnswer{.content_type = "text/html; charset=utf-8", .body = page}; });
  server.upgrade("/live",
                 [this](auto& stream, const auto& request) { return clients_.take(stream, request); });
}

void LivePage::watched(bool by_somebody) {
  if (!by_somebody) {
    router_.stop_sampling();
    return;
  }
  router_.start_sampling();
  if (picture_.empty()) {
    picture_ = placement_();
  }
}

std::string LivePage::snapshot() {
  constexpr std::size_t prefixes_shown = 10;
  std::array<forward::NameSample, 64> samples;
  while (const unsigned count = router_.sampler() != nullptr ? router_.sampler()->take(samples) : 0) {
    for (unsigned i = 0; i < count; ++i) {
      ranking_.add(samples[i]);
    }
  }
  return manage::snapshot_of(router_, manager_, AUGUSTUS_VERSION, ranking_.show(prefixes_shown), picture_);
}

}  // namespace augustus
