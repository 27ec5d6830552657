// SPDX-License-Identifier: Apache-2.0
#include "manage/http/http_server.hh"

#include <fmt/format.h>

#include <boost/asio/ip/v6_only.hpp>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "base/clock.hh"
#include "base/log.hh"
#include "face/web_names.hh"
#include "manage/http/http_session.hh"
#include "manage/http/http_source.hh"

namespace augustus::manage {
namespace {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;

/// After the system refused a connection for want of descriptors, say.
constexpr auto accept_pause = std::chrono::milliseconds(200);

/// Connections kept for programs of this machine.
constexpr std::uint32_t connections_local = 16;

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

HttpServer::HttpServer(asio::io_context& context, const std::string& address, std::uint16_t port,
                       std::vector<std::string> hosts)
    : acceptor_(context),
      retry_(context),
      hosts_(std::move(hosts)),
      shares_({.capacity = connections_max, .reserve = connections_local}) {
  try {
    open(acceptor_, Tcp::endpoint(asio::ip::make_address(address), port));
  } catch (const boost::system::system_error& error) {
    throw std::runtime_error(
        fmt::format("[metrics] cannot listen on {} port {}: {}", address, port, error.code().message()));
  }
  accept();
}

HttpServer::~HttpServer() {
  for (const auto& own : sessions_) {
    own.session->leave();
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
  boost::system::error_code gone;
  const auto remote = socket.remote_endpoint(gone).address();
  if (gone) {
    return;
  }
  const PoolShares::Holder holder = shares_.holder_of(source_of(remote));
  while (!shares_.may_take(holder, remote.is_loopback())) {
    if (!close_oldest_of(holder) && !close_oldest_of(shares_.largest())) {
      return;
    }
  }
  shares_.add(holder);
  sessions_.push_back({std::make_shared<HttpSession>(std::move(socket), *this), holder});
  sessions_.back().session->start();
}

void HttpServer::close(Sessions::iterator own) {
  const auto session = own->session;
  shares_.give_back(own->holder);
  sessions_.erase(own);
  session->leave();
}

bool HttpServer::close_oldest_of(PoolShares::Holder holder) {
  const auto oldest = std::ranges::find(sessions_, holder, &Own::holder);
  if (oldest == sessions_.end()) {
    return false;
  }
  close(oldest);
  return true;
}

bool HttpServer::is_meant_by(const HttpRequest& request) const {
  const auto host = request[boost::beast::http::field::host];
  return face::is_own_host({host.data(), host.size()}, hosts_);
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
  const TimeNs begun = monotonic_now();
  if (const auto made = made_.find(path); made != made_.end() && budget_.exhausted(begun)) {
    return made->second;
  }
  try {
    HttpAnswer made = found->second();
    const TimeNs end = monotonic_now();
    budget_.spent(end - begun, end);
    return made_[path] = std::move(made);
  } catch (const std::exception& error) {
    log(LogModule::manage).warn("HTTP {}: {}", path, error.what());
    return text(500, "The router could not make this page.\n");
  }
}

void HttpServer::touch(HttpSession& session) {
  const auto found =
      std::ranges::find_if(sessions_, [&](const Own& own) { return own.session.get() == &session; });
  if (found != sessions_.end()) {
    sessions_.splice(sessions_.end(), sessions_, found);
  }
  std::size_t unsent = 0;
  for (const auto& own : sessions_) {
    unsent += own.session->unsent_bytes();
  }
  while (unsent > unsent_bytes_max && sessions_.front().session.get() != &session) {
    unsent -= sessions_.front().session->unsent_bytes();
    close_oldest();
  }
}

void HttpServer::forget(HttpSession& session) {
  const auto found =
      std::ranges::find_if(sessions_, [&](const Own& own) { return own.session.get() == &session; });
  if (found != sessions_.end()) {
    shares_.give_back(found->holder);
    sessions_.erase(found);
  }
}

}  // namespace augustus::manage
