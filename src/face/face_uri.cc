// SPDX-License-Identifier: Apache-2.0
#include "face/face_uri.hh"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace augustus::face {
namespace {

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '+';
  });
}

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::optional<std::uint16_t> port_of(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(port) : std::nullopt;
}

/// Six groups of one or two hex digits, as two digits each in lower case.
std::optional<std::string> ether_address(std::string_view text) {
  std::string normal;
  std::size_t groups = 0;
  while (groups < 6) {
    const auto colon = std::min(text.find(':'), text.size());
    const std::string_view group = text.substr(0, colon);
    if (group.empty() || group.size() > 2 ||
        !std::all_of(group.begin(), group.end(), [](unsigned char c) { return std::isxdigit(c) != 0; })) {
      return std::nullopt;
    }
    normal += groups == 0 ? "" : ":";
    normal += group.size() == 1 ? "0" : "";
    for (const unsigned char c : group) {
      normal += static_cast<char>(std::tolower(c));
    }
    ++groups;
    if (colon == text.size()) {
      return groups == 6 ? std::optional(normal) : std::nullopt;
    }
    text.remove_prefix(colon + 1);
  }
  return std::nullopt;
}

/// The inside of brackets: an IPv6 address (the zone behind % taken as it is) or an Ethernet address.
bool may_be_bracketed(std::string_view host) {
  const auto zone = host.find('%');
  const std::string_view address = host.substr(0, zone);
  if (zone != std::string_view::npos &&
      (zone + 1 == host.size() || host.find_first_of(" \t/:", zone) != std::string_view::npos)) {
    return false;
  }
  return address.find(':') != std::string_view::npos &&
         std::all_of(address.begin(), address.end(),
                     [](unsigned char c) { return std::isxdigit(c) != 0 || c == ':' || c == '.'; });
}

/// "%25eth0" is how a zone is written in other URIs.
std::string plain_zone(std::string host) {
  const auto escape = host.find("%25");
  if (escape != std::string::npos && escape + 3 < host.size()) {
    host.erase(escape + 1, 2);
  }
  return host;
}

}  // namespace

std::optional<FaceUri> FaceUri::parse(std::string_view text) {
  const auto colon = text.find("://");
  if (colon == std::string_view::npos || !is_word(text.substr(0, colon)) ||
      text.find('?') != std::string_view::npos) {
    return std::nullopt;
  }
  FaceUri uri;
  uri.scheme = text.substr(0, colon);
  text.remove_prefix(colon + 3);
  const auto slash = std::min(text.find('/'), text.size());
  uri.path = text.substr(slash);
  std::string_view authority = text.substr(0, slash);
  if (authority.empty()) {
    return uri;
  }
  if (authority.front() == '[') {
    const auto end = authority.find(']');
    if (end == std::string_view::npos || !may_be_bracketed(authority.substr(1, end - 1))) {
      return std::nullopt;
    }
    uri.host = authority.substr(1, end - 1);
    uri.bracketed = true;
    authority.remove_prefix(end + 1);
  } else {
    const auto end = std::min(authority.find(':'), authority.size());
    uri.host = authority.substr(0, end);
    authority.remove_prefix(end);
    if (uri.host.empty()) {
      return std::nullopt;
    }
  }
  if (!authority.empty()) {
    if (authority.front() != ':' || !is_number(authority.substr(1))) {
      return std::nullopt;
    }
    uri.port = authority.substr(1);
  }
  return uri;
}

std::string FaceUri::text() const {
  return scheme + "://" + (bracketed ? "[" + host + "]" : host) + (port.empty() ? "" : ":" + port) + path;
}

bool FaceUri::is_ip() const {
  static constexpr std::array<std::string_view, 6> schemes{"udp", "udp4", "udp6", "tcp", "tcp4", "tcp6"};
  return std::find(schemes.begin(), schemes.end(), scheme) != schemes.end();
}

bool FaceUri::is_canonical() const {
  if (scheme == "udp4+dev" || scheme == "udp6+dev") {
    return !host.empty() && !port.empty() && path.empty();
  }
  const auto usual = canonical();
  return usual && usual->text() == text();
}

std::optional<FaceUri> FaceUri::canonical() const {
  if (scheme == "ether") {
    const auto address = ether_address(host);
    return address && bracketed && port.empty() && path.empty()
               ? std::optional(FaceUri{.scheme = scheme, .host = *address, .bracketed = true})
               : std::nullopt;
  }
  if (scheme == "dev") {
    return !host.empty() && port.empty() && (path.empty() || path == "/")
               ? std::optional(FaceUri{.scheme = scheme, .host = host})
               : std::nullopt;
  }
  const auto numeric = address();
  if (!numeric || (!path.empty() && path != "/")) {
    return std::nullopt;
  }
  const std::string_view base = std::string_view(scheme).substr(0, 3);
  return parse(numeric->uri(base));
}

std::optional<SocketAddress> FaceUri::address() const {
  if (!is_ip()) {
    return std::nullopt;
  }
  const auto numeric = SocketAddress::parse(plain_zone(host), 0);
  if (!numeric || numeric->is_v6() != bracketed) {
    return std::nullopt;
  }
  const bool wrong_family = scheme.size() == 4 && (scheme[3] == '6') != numeric->is_v6();
  const bool is_tcp = scheme[0] == 't';
  if (wrong_family || (is_tcp && numeric->is_multicast())) {
    return std::nullopt;
  }
  if (port.empty()) {
    return numeric->with_port(numeric->is_multicast() ? ndn_multicast_port : ndn_port);
  }
  const auto number = port_of(port);
  return number ? std::optional(numeric->with_port(*number)) : std::nullopt;
}

}  // namespace augustus::face
