// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/span_body.hpp>
#include <memory>
#include <optional>

#include "manage/http/http_answer.hh"
#include "manage/http/http_request.hh"

namespace augustus::manage {

class HttpServer;

/// One connection: requests one after the other, each within limits of size and time.
class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(boost::asio::ip::tcp::socket socket, HttpServer& server);

  void start() { read(); }
  /// The server has no more to do with it: closes the connection.
  void leave();
  /// Of the answer that is on its way.
  std::size_t unsent_bytes() const { return answer_.body->size(); }

 private:
  void read();
  void handle(const boost::beast::error_code& error);
  void respond(const HttpRequest& request);
  /// Offers a connection that asks for a WebSocket. True: it is somebody else's now, or was answered.
  bool hand_over(const HttpRequest& request);
  void refuse(const boost::beast::error_code& error);
  void send(HttpAnswer answer, bool keep_alive, bool head);
  void sent(const boost::beast::error_code& error);
  /// Closes the connection so that the last answer arrives: what the client sends on is read and forgotten.
  void linger(std::size_t bytes);
  void end();

  boost::beast::tcp_stream stream_;
  HttpServer* server_;  ///< nullptr: it left
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::empty_body>> parser_;
  HttpAnswer answer_;
  std::optional<boost::beast::http::response<boost::beast::http::span_body<const char>>> response_;
  std::optional<boost::beast::http::response<boost::beast::http::empty_body>> head_;
};

}  // namespace augustus::manage
