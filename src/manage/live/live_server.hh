// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include "base/pool_shares.hh"
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

  /// Takes a connection that asked for the WebSocket; false: there are enough, and nothing was taken. Where there are, the
  /// oldest page leaves of whom has most open, if that is another one.
  bool take(boost::beast::tcp_stream& stream, const LiveClient::Request& request);

 private:
  void show_later();
  void show();
  void forget(LiveClient& client);

  /// An open page and whose it is.
  struct Own {
    std::shared_ptr<LiveClient> client;
    PoolShares::Holder holder;
  };
  static constexpr std::uint32_t clients_local = 4;  ///< places kept for this machine

  boost::asio::steady_timer timer_;
  std::function<std::string()> snapshot_;
  std::function<void(bool)> watched_;
  PoolShares shares_;
  std::list<Own> clients_;
};

}  // namespace augustus::manage
