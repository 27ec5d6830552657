// SPDX-License-Identifier: Apache-2.0
#include "main/client/endpoint.hh"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstdlib>

#include "base/socket_path.hh"
#include "main/errors.hh"

namespace augustus::client {
namespace {

[[noreturn]] void refuse(std::string_view uri) {
  throw UsageError(fmt::format(
      "'{}' does not say where the router is: expected unix:///PATH, tcp4://HOST:PORT or udp4://HOST:PORT",
      uri));
}

int family_of(std::string_view scheme) {
  return scheme.ends_with('4') ? AF_INET : scheme.ends_with('6') ? AF_INET6 : AF_UNSPEC;
}

bool is_port(std::string_view text) {
  return !text.empty() && text.size() <= 5 &&
         std::all_of(text.begin(), text.end(), [](char digit) { return digit >= '0' && digit <= '9'; }) &&
         std::stoul(std::string(text)) <= 65535;
}

/// HOST, HOST:PORT, [V6] or [V6]:PORT.
bool parse_host_and_port(std::string_view text, Endpoint& endpoint) {
  std::string_view rest;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) {
      return false;
    }
    endpoint.address = text.substr(1, end - 1);
    rest = text.substr(end + 1);
  } else {
    const std::size_t colon = std::min(text.find(':'), text.size());
    endpoint.address = text.substr(0, colon);
    rest = text.substr(colon);
  }
  if (!rest.empty()) {
    if (rest.front() != ':' || !is_port(rest.substr(1))) {
      return false;
    }
    endpoint.port = rest.substr(1);
  }
  return !endpoint.address.empty();
}

}  // namespace

std::string Endpoint::uri() const {
  if (scheme == Scheme::unix_stream) {
    return "unix://" + address;
  }
  const char* suffix = family == AF_INET ? "4" : family == AF_INET6 ? "6" : "";
  const bool is_v6_literal = address.find(':') != std::string::npos;
  return fmt::format("{}{}://{}{}{}:{}", scheme == Scheme::tcp ? "tcp" : "udp", suffix,
                     is_v6_literal ? "[" : "", address, is_v6_literal ? "]" : "", port);
}

bool Endpoint::is_local() const {
  return scheme == Scheme::unix_stream ||
         (scheme == Scheme::tcp &&
          (address.starts_with("127.") || address == "::1" || address == "localhost"));
}

Endpoint parse_endpoint(std::string_view uri) {
  const std::size_t colon = uri.find("://");
  if (colon == std::string_view::npos) {
    refuse(uri);
  }
  const std::string_view scheme = uri.substr(0, colon);
  const std::string_view rest = uri.substr(colon + 3);
  Endpoint endpoint;
  if (scheme == "unix" && rest.starts_with('/')) {
    endpoint.address = rest;
    return endpoint;
  }
  if (scheme == "tcp" || scheme == "tcp4" || scheme == "tcp6") {
    endpoint.scheme = Endpoint::Scheme::tcp;
  } else if (scheme == "udp" || scheme == "udp4" || scheme == "udp6") {
    endpoint.scheme = Endpoint::Scheme::udp;
  } else {
    refuse(uri);
  }
  endpoint.family = family_of(scheme);
  if (!parse_host_and_port(rest.ends_with('/') ? rest.substr(0, rest.size() - 1) : rest, endpoint)) {
    refuse(uri);
  }
  return endpoint;
}

Endpoint choose_endpoint(const std::string& uri) {
  if (!uri.empty()) {
    return parse_endpoint(uri);
  }
  if (const char* from_environment = std::getenv("NDN_CLIENT_TRANSPORT");
      from_environment != nullptr && *from_environment != '\0') {
    return parse_endpoint(from_environment);
  }
  Endpoint endpoint;
  endpoint.address = client_socket_path();
  return endpoint;
}

}  // namespace augustus::client
