// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include "manage/live/live_client.hh"

namespace augustus::manage {

/// Sends a snapshot to every open page once a second, on the thread of its event loop. Makes none while no
/// page is open.
class LiveServer {
 public:
  static constexpr std::size_t clients_max = 16;

  /// `watched`: told when the first page is opened (true) and the last one closed.
  LiveServer(boost::asio::io_context& context, std::function<std::string()> snapshot,
             std::function<void(bool)> watched);
  ~LiveServer();
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;

  /// Takes a connection that asked for the WebSocket; false: there are enough, and nothing was taken.
  bool take(boost::beast::tcp_stream& stream, const LiveClient::Request& request);

 private:
  void show_later();
  void show();
  void forget(LiveClient& client);

  boost::asio::steady_timer timer_;
  std::function<std::string()> snapshot_;
  std::function<void(bool)> watched_;
  std::list<std::shared_ptr<LiveClient>> clients_;
};

}  // namespace augustus::manage
