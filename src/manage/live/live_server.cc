// SPDX-License-Identifier: Apache-2.0
#include "manage/live/live_server.hh"

#include <algorithm>
#include <chrono>

#include "manage/http/http_source.hh"

namespace augustus::manage {
namespace {

constexpr auto interval = std::chrono::seconds(1);

}  // namespace

LiveServer::LiveServer(boost::asio::io_context& context, std::function<std::string()> snapshot,
                       std::function<void(bool)> watched)
    : timer_(context),
      snapshot_(std::move(snapshot)),
      watched_(std::move(watched)),
      shares_({.capacity = clients_max, .reserve = clients_local, .multiple = clients_max}) {}

LiveServer::~LiveServer() {
  for (const auto& own : clients_) {
    own.client->leave();
  }
  if (!clients_.empty()) {
    watched_(false);
  }
}

bool LiveServer::take(boost::beast::tcp_stream& stream, const LiveClient::Request& request) {
  boost::system::error_code gone;
  const auto remote = stream.socket().remote_endpoint(gone).address();
  if (gone) {
    return false;
  }
  const PoolShares::Holder holder = shares_.holder_of(source_of(remote));
  if (!shares_.may_take(holder, remote.is_loopback())) {
    const PoolShares::Holder largest = shares_.largest();
    if (largest == holder || shares_.held(largest) < 2) {
      return false;
    }
    const auto oldest = std::ranges::find(clients_, largest, &Own::holder);
    oldest->client->leave();
    shares_.give_back(largest);
    clients_.erase(oldest);
  }
  shares_.add(holder);
  clients_.push_back(
      {std::make_shared<LiveClient>(std::move(stream), [this](LiveClient& client) { forget(client); }), holder});
  if (clients_.size() == 1) {
    watched_(true);
    show_later();
  }
  clients_.back().client->accept(request);
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
  for (const auto& own : clients) {
    own.client->send(text);
  }
}

void LiveServer::forget(LiveClient& client) {
  const auto found = std::ranges::find_if(clients_, [&client](const Own& own) { return own.client.get() == &client; });
  if (found == clients_.end()) {
    return;
  }
  shares_.give_back(found->holder);
  clients_.erase(found);
  if (clients_.empty()) {
    timer_.cancel();
    watched_(false);
  }
}

}  // namespace augustus::manage
