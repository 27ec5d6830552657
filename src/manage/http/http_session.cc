// SPDX-License-Identifier: Apache-2.0
#include "manage/http/http_session.hh"

#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <chrono>

#include "manage/http/http_server.hh"

namespace augustus::manage {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;

constexpr std::uint32_t header_bytes_max = 8192;
constexpr std::size_t buffer_bytes_max = 16384;
/// For a request, the silence before it included: longer than Prometheus' usual interval.
constexpr auto read_time = std::chrono::seconds(75);
constexpr auto write_time = std::chrono::seconds(20);
constexpr auto linger_time = std::chrono::seconds(2);
constexpr std::size_t linger_bytes_max = 1u << 20;

/// The path of a request target, without its query.
std::string path_of(beast::string_view target) {
  return std::string(target.substr(0, target.find('?')));
}

/// A browser says which page's script asks: it has to be one of this very server. That the server is called by one of
/// its own names was checked before.
bool is_of_this_server(const HttpRequest& request) {
  const auto origin = request.find(http::field::origin);
  return origin == request.end() || origin->value() == "http://" + std::string(request[http::field::host]);
}

template <typename Response>
void set_fields(Response& response, const HttpAnswer& answer, bool keep_alive) {
  response.result(answer.status);
  response.set(http::field::server, "augustus");
  response.set(http::field::content_type, answer.content_type);
  response.set(http::field::cache_control, "no-store");
  response.set("X-Content-Type-Options", "nosniff");
  if (answer.status == 405) {
    response.set(http::field::allow, "GET, HEAD");
  }
  response.keep_alive(keep_alive);
  response.content_length(answer.body->size());
}

unsigned status_of(const beast::error_code& error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return 431;
  }
  return error == http::error::body_limit ? 413 : 400;
}

bool is_from_parser(const beast::error_code& error) {
  return error.category() == make_error_code(http::error::bad_target).category() &&
         error != http::error::end_of_stream && error != http::error::partial_message;
}

}  // namespace

HttpSession::HttpSession(boost::asio::ip::tcp::socket socket, HttpServer& server)
    : stream_(std::move(socket)), server_(&server), buffer_(buffer_bytes_max) {}

void HttpSession::leave() {
  server_ = nullptr;
  stream_.close();
}

void HttpSession::end() {
  if (server_ != nullptr) {
    HttpServer& server = *server_;
    leave();
    server.forget(*this);
  }
}

void HttpSession::read() {
  parser_.emplace();
  parser_->header_limit(header_bytes_max);
  parser_->body_limit(0);
  stream_.expires_after(read_time);
  http::async_read(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](const beast::error_code& error, std::size_t) { self->handle(error); });
}

void HttpSession::handle(const beast::error_code& error) {
  if (server_ == nullptr) {
    return;
  }
  if (!error) {
    server_->touch(*this);
    respond(parser_->get());
  } else if (is_from_parser(error)) {
    refuse(error);
  } else {
    end();
  }
}

bool HttpSession::hand_over(const HttpRequest& request) {
  const auto* taker =
      beast::websocket::is_upgrade(request) ? server_->taker(path_of(request.target())) : nullptr;
  if (taker == nullptr) {
    return false;
  }
  if (!is_of_this_server(request)) {
    send({.status = 403,
          .body = std::make_shared<std::string>("Pages of other servers may not look in here.\n")},
         false, false);
  } else if ((*taker)(stream_, request)) {
    HttpServer& server = *server_;
    server_ = nullptr;
    server.forget(*this);
  } else {
    send({.status = 503, .body = std::make_shared<std::string>("Enough others are watching.\n")}, false,
         false);
  }
  return true;
}

void HttpSession::respond(const HttpRequest& request) {
  if (!server_->is_meant_by(request)) {
    send({.status = 421,
          .body = std::make_shared<std::string>("Host is to be an address of the router or a name of [metrics] hosts.\n")},
         false, false);
    return;
  }
  if (hand_over(request)) {
    return;
  }
  const bool head = request.method() == http::verb::head;
  if (!head && request.method() != http::verb::get) {
    send({.status = 405, .body = std::make_shared<std::string>("GET and HEAD are understood here.\n")},
         request.keep_alive(), false);
    return;
  }
  send(server_->answer(path_of(request.target())), request.keep_alive(), head);
}

void HttpSession::refuse(const beast::error_code& error) {
  send({.status = status_of(error), .body = std::make_shared<std::string>(error.message() + "\n")}, false,
       false);
}

void HttpSession::send(HttpAnswer answer, bool keep_alive, bool head) {
  answer_ = std::move(answer);
  stream_.expires_after(write_time);
  const auto done = [self = shared_from_this()](const beast::error_code& error, std::size_t) {
    self->sent(error);
  };
  if (head) {
    set_fields(head_.emplace(), answer_, keep_alive);
    http::async_write(stream_, *head_, done);
    return;
  }
  auto& response = response_.emplace();
  response.body() = beast::span<const char>(answer_.body->data(), answer_.body->size());
  set_fields(response, answer_, keep_alive);
  http::async_write(stream_, response, done);
}

void HttpSession::sent(const beast::error_code& error) {
  const bool keep_alive = response_ ? response_->keep_alive() : head_->keep_alive();
  response_.reset();
  head_.reset();
  answer_ = {};
  if (server_ == nullptr) {
    return;
  }
  if (error) {
    end();
  } else if (keep_alive) {
    read();
  } else {
    beast::error_code ignored;
    stream_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
    stream_.expires_after(linger_time);
    linger(0);
  }
}

void HttpSession::linger(std::size_t bytes) {
  if (bytes > linger_bytes_max) {
    end();
    return;
  }
  buffer_.clear();
  stream_.async_read_some(
      buffer_.prepare(buffer_bytes_max / 2),
      [self = shared_from_this(), bytes](const beast::error_code& error, std::size_t more) {
        if (error) {
          self->end();
        } else if (self->server_ != nullptr) {
          self->linger(bytes + more);
        }
      });
}

}  // namespace augustus::manage
