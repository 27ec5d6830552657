// SPDX-License-Identifier: Apache-2.0
#include "main/control/face_reference.hh"

#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>

#include <array>
#include <memory>
#include <stdexcept>

#include "face/face_uri.hh"
#include "main/control/arguments.hh"
#include "main/control/command.hh"
#include "main/control/datasets.hh"
#include "main/errors.hh"

namespace augustus::control {
namespace {

/// The first numeric address of a host.
std::string look_up(const face::FaceUri& uri) {
  addrinfo hints{};
  hints.ai_family = uri.scheme.ends_with('4') ? AF_INET : uri.scheme.ends_with('6') ? AF_INET6 : AF_UNSPEC;
  addrinfo* found = nullptr;
  if (const int error = ::getaddrinfo(uri.host.c_str(), nullptr, &hints, &found); error != 0) {
    throw std::runtime_error(fmt::format("cannot look up {}: {}", uri.host, ::gai_strerror(error)));
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
  std::array<char, NI_MAXHOST> host{};
  if (::getnameinfo(found->ai_addr, found->ai_addrlen, host.data(), host.size(), nullptr, 0,
                    NI_NUMERICHOST) != 0) {
    throw std::runtime_error(fmt::format("cannot look up {}", uri.host));
  }
  return host.data();
}

}  // namespace

std::string canonical_face_uri(const std::string& text) {
  auto uri = face::FaceUri::parse(text);
  if (!uri) {
    throw UsageError(fmt::format("'{}' is not a face URI: expected one such as udp4://192.0.2.1:6363", text));
  }
  if (uri->is_canonical()) {
    return text;
  }
  if (uri->is_ip() && !uri->canonical()) {
    uri->host = look_up(*uri);
    uri->bracketed = uri->host.find(':') != std::string::npos;
  }
  const auto canonical = uri->canonical();
  if (!canonical) {
    throw UsageError(
        fmt::format("'{}' cannot be made a face: expected a URI such as udp4://192.0.2.1:6363", text));
  }
  return canonical->text();
}

std::optional<std::uint64_t> find_face(client::Client& client, const std::string& id_or_uri) {
  if (const auto id = parse_number(id_or_uri)) {
    return id;
  }
  manage::FaceQueryFilter filter;
  const auto uri = face::FaceUri::parse(id_or_uri);
  filter.remote_uri = uri && uri->is_ip() ? canonical_face_uri(id_or_uri) : id_or_uri;
  const auto faces = query_faces(client, filter);
  if (faces.size() > 1) {
    throw std::runtime_error(fmt::format("{} faces have the remote URI {}: name one by its number",
                                         faces.size(), *filter.remote_uri));
  }
  return faces.empty() ? std::nullopt : std::optional(faces.front().face_id);
}

std::uint64_t face_or_make(Session& session, const std::string& id_or_uri) {
  if (const auto face = find_face(session.client, id_or_uri)) {
    return *face;
  }
  manage::ControlParameters parameters;
  parameters.uri = canonical_face_uri(id_or_uri);
  const auto face = command(session, "faces", "create", parameters).face_id;
  if (!face) {
    throw std::runtime_error("the router did not say which face it made");
  }
  return *face;
}

}  // namespace augustus::control
