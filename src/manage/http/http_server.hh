// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/pool_shares.hh"
#include "manage/http/http_answer.hh"
#include "manage/http/http_request.hh"
#include "manage/work_budget.hh"

namespace augustus::manage {

class HttpSession;

/// A small HTTP/1.1 server for pages that are made on request, on the thread of its event loop. Answers GET
/// and HEAD of known paths. Requests are bounded in size and time, connections in number and in what they
/// have not sent yet: beyond that the one that has been silent longest is closed. An address has a part of the connections
/// (base/pool_shares): beyond it, its own silent ones are closed. Pages are made in at most half of the thread's time; who
/// asks faster gets the one before again.
class HttpServer {
 public:
  static constexpr std::size_t connections_max = 128;
  static constexpr std::size_t unsent_bytes_max = 64u << 20;  ///< of answers, over all connections

  /// Listens at once; `address` is numeric, port 0 means any. `hosts`: names that requests may call it by, besides
  /// addresses and localhost. Throws std::runtime_error with the reason.
  HttpServer(boost::asio::io_context& context, const std::string& address, std::uint16_t port,
             std::vector<std::string> hosts);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// `handler` makes what is at `path`. What it throws becomes an answer with status 500.
  void serve(const std::string& path, HttpHandler handler) { handlers_[path] = std::move(handler); }
  /// `taker` is offered connections that ask for a WebSocket at `path`, with their request; false: it left
  /// the connection alone, and the answer is 503.
  using Taker = std::function<bool(boost::beast::tcp_stream&, const HttpRequest&)>;
  void upgrade(const std::string& path, Taker taker) { takers_[path] = std::move(taker); }
  std::string url() const;

  // For sessions.
  /// False: the request is for a server of another name, as that of a page whose owner points his name here.
  bool is_meant_by(const HttpRequest& request) const;
  /// The one to take a WebSocket at this path; nullptr: none.
  const Taker* taker(const std::string& path) const;
  HttpAnswer answer(const std::string& path) const;
  /// The session has a whole request.
  void touch(HttpSession& session);
  void forget(HttpSession& session);

 private:
  struct Own {
    std::shared_ptr<HttpSession> session;
    PoolShares::Holder holder;
  };
  using Sessions = std::list<Own>;

  void accept();
  void accept_later();
  void welcome(boost::asio::ip::tcp::socket socket);
  void close(Sessions::iterator own);
  void close_oldest() { close(sessions_.begin()); }
  /// False: the holder has none.
  bool close_oldest_of(PoolShares::Holder holder);

  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer retry_;
  std::vector<std::string> hosts_;
  std::map<std::string, HttpHandler> handlers_;
  std::map<std::string, Taker> takers_;
  Sessions sessions_;  ///< longest silent first
  PoolShares shares_;
  mutable WorkBudget budget_;
  mutable std::map<std::string, HttpAnswer> made_;  ///< the last answer by path
};

}  // namespace augustus::manage
