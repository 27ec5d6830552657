// SPDX-License-Identifier: Apache-2.0
#include "manage/http/http_server.hh"

#include <fmt/format.h>

#include <boost/asio/ip/v6_only.hpp>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "base/log.hh"
#include "manage/http/http_session.hh"

namespace augustus::manage {
namespace {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;

/// After the system refused a connection for want of descriptors, say.
constexpr auto accept_pause = std::chrono::milliseconds(200);

void open(Tcp::acceptor& acceptor, const Tcp::endpoint& endpoint) {
  acceptor.open(endpoint.protocol());
  acceptor.set_option(Tcp::acceptor::reuse_address(true));
  if (endpoint.address().is_v6()) {
    acceptor.set_option(asio::ip::v6_only(true));
  }
  acceptor.bind(endpoint);
  acceptor.listen();
}

std::string text_of(const Tcp::endpoint& endpoint) {
  const std::string address = endpoint.address().to_string();
  return endpoint.address().is_v6() ? fmt::format("http://[{}]:{}/", address, endpoint.port())
                                    : fmt::format("http://{}:{}/", address, endpoint.port());
}

}  // namespace

HttpServer::HttpServer(asio::io_context& context, const std::string& address, std::uint16_t port)
    : acceptor_(context), retry_(context) {
  try {
    open(acceptor_, Tcp::endpoint(asio::ip::make_address(address), port));
  } catch (const boost::system::system_error& error) {
    throw std::runtime_error(
        fmt::format("[metrics] cannot listen on {} port {}: {}", address, port, error.code().message()));
  }
  accept();
}

HttpServer::~HttpServer() {
  for (const auto& session : sessions_) {
    session->leave();
  }
}

std::string HttpServer::url() const {
  return text_of(acceptor_.local_endpoint());
}

void HttpServer::accept() {
  acceptor_.async_accept([this](const boost::system::error_code& error, Tcp::socket socket) {
    if (error == asio::error::operation_aborted) {
      return;
    }
    if (error) {
      accept_later();
      return;
    }
    welcome(std::move(socket));
    accept();
  });
}

void HttpServer::accept_later() {
  retry_.expires_after(accept_pause);
  retry_.async_wait([this](const boost::system::error_code& error) {
    if (!error) {
      accept();
    }
  });
}

void HttpServer::welcome(Tcp::socket socket) {
  if (sessions_.size() >= connections_max) {
    close_oldest();
  }
  sessions_.push_back(std::make_shared<HttpSession>(std::move(socket), *this));
  sessions_.back()->start();
}

void HttpServer::close_oldest() {
  const auto oldest = sessions_.front();
  sessions_.pop_front();
  oldest->leave();
}

const HttpServer::Taker* HttpServer::taker(const std::string& path) const {
  const auto found = takers_.find(path);
  return found == takers_.end() ? nullptr : &found->second;
}

HttpAnswer HttpServer::answer(const std::string& path) const {
  const auto text = [](unsigned status, std::string body) {
    return HttpAnswer{.status = status, .body = std::make_shared<std::string>(std::move(body))};
  };
  const auto found = handlers_.find(path);
  if (found == handlers_.end()) {
    return text(404, "There is nothing here.\n");
  }
  try {
    return found->second();
  } catch (const std::exception& error) {
    log(LogModule::manage).warn("HTTP {}: {}", path, error.what());
    return text(500, "The router could not make this page.\n");
  }
}

void HttpServer::touch(HttpSession& session) {
  const auto found = std::ranges::find(sessions_, &session, &std::shared_ptr<HttpSession>::get);
  if (found != sessions_.end()) {
    sessions_.splice(sessions_.end(), sessions_, found);
  }
  std::size_t unsent = 0;
  for (const auto& own : sessions_) {
    unsent += own->unsent_bytes();
  }
  while (unsent > unsent_bytes_max && sessions_.front().get() != &session) {
    unsent -= sessions_.front()->unsent_bytes();
    close_oldest();
  }
}

void HttpServer::forget(HttpSession& session) {
  std::erase_if(sessions_, [&session](const auto& own) { return own.get() == &session; });
}

}  // namespace augustus::manage
