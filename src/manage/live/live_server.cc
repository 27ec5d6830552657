// SPDX-License-Identifier: Apache-2.0
#include "manage/live/live_server.hh"

#include <chrono>

namespace augustus::manage {
namespace {

constexpr auto interval = std::chrono::seconds(1);

}  // namespace

LiveServer::LiveServer(boost::asio::io_context& context, std::function<std::string()> snapshot,
                       std::function<void(bool)> watched)
    : timer_(context), snapshot_(std::move(snapshot)), watched_(std::move(watched)) {}

LiveServer::~LiveServer() {
  for (const auto& client : clients_) {
    client->leave();
  }
  if (!clients_.empty()) {
    watched_(false);
  }
}

bool LiveServer::take(boost::beast::tcp_stream& stream, const LiveClient::Request& request) {
  if (clients_.size() == clients_max) {
    return false;
  }
  clients_.push_back(
      std::make_shared<LiveClient>(std::move(stream), [this](LiveClient& client) { forget(client); }));
  if (clients_.size() == 1) {
    watched_(true);
    show_later();
  }
  clients_.back()->accept(request);
  return true;
}

void LiveServer::show_later() {
  timer_.expires_after(interval);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) {
      show();
      show_later();
    }
  });
}

void LiveServer::show() {
  const auto text = std::make_shared<const std::string>(snapshot_());
  // One that fails at once is forgotten meanwhile.
  const auto clients = clients_;
  for (const auto& client : clients) {
    client->send(text);
  }
}

void LiveServer::forget(LiveClient& client) {
  std::erase_if(clients_, [&client](const auto& own) { return own.get() == &client; });
  if (clients_.empty()) {
    timer_.cancel();
    watched_(false);
  }
}

}  // namespace augustus::manage
