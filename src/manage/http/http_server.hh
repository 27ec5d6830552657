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

#include "manage/http/http_answer.hh"
#include "manage/http/http_request.hh"

namespace augustus::manage {

class HttpSession;

/// A small HTTP/1.1 server for pages that are made on request, on the thread of its event loop. Answers GET
/// and HEAD of known paths. Requests are bounded in size and time, connections in number and in what they
/// have not sent yet: beyond that the one that has been silent longest is closed.
class HttpServer {
 public:
  static constexpr std::size_t connections_max = 128;
  static constexpr std::size_t unsent_bytes_max = 64u << 20;  ///< of answers, over all connections

  /// Listens at once; `address` is numeric, port 0 means any. Throws std::runtime_error with the reason.
  HttpServer(boost::asio::io_context& context, const std::string& address, std::uint16_t port);
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
  /// The one to take a WebSocket at this path; nullptr: none.
  const Taker* taker(const std::string& path) const;
  HttpAnswer answer(const std::string& path) const;
  /// The session has a whole request.
  void touch(HttpSession& session);
  void forget(HttpSession& session);

 private:
  using Sessions = std::list<std::shared_ptr<HttpSession>>;

  void accept();
  void accept_later();
  void welcome(boost::asio::ip::tcp::socket socket);
  void close_oldest();

  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer retry_;
  std::map<std::string, HttpHandler> handlers_;
  std::map<std::string, Taker> takers_;
  Sessions sessions_;  ///< longest silent first
};

}  // namespace augustus::manage
