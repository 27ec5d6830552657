// SPDX-License-Identifier: Apache-2.0
#include "core.hh"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "forward/strategy_id.hh"
#include "table/next_hop.hh"

namespace augustus::click {
namespace {

constexpr std::uint32_t prefixes_max = 65536;
constexpr FaceId first_peer = 2048;
constexpr std::size_t peers_max = 4096;

std::vector<table::NextHop> hops_of(const table::Fib& fib, const wire::Name& prefix, FaceId without) {
  std::vector<table::NextHop> hops;
  if (const auto* found = fib.find_exact(prefix)) {
    std::ranges::copy_if(*found, std::back_inserter(hops),
                         [&](const table::NextHop& hop) { return hop.face != without; });
  }
  return hops;
}

}  // namespace

Core& Core::get() {
  static Core* const core = new Core;
  return *core;
}

Core::Core()
    : pool("augustus", 16384, 512),
      carried(8192),
      fib_(prefixes_max, key_, quiescence_),
      strategies_(1024, key_, quiescence_, static_cast<std::uint8_t>(forward::StrategyId::best_route)),
      tables{.faces = faces_,
             .fib = fib_,
             .strategies = strategies_,
             .pending_prefixes = pending_prefixes_,
             .network_regions = regions_,
             .hash = KeyedHash(key_),
             .partition_count = 1,
             .batch = 8} {}

void Core::add_face(FaceId face) {
  if (faces_.find(face).id == face_id_none) {
    faces_.store(static_cast<std::uint32_t>(face),
                 {.id = face, .takes = forward::takes_of(wire::PacketFormat::ndn)});
  }
}

void Core::add_port_face(FaceId face) {
  add_face(face);
}

FaceId Core::face_of_peer(int socket, const sockaddr_in& address) {
  const std::pair key(address.sin_addr.s_addr, address.sin_port);
  if (const auto found = face_by_address_.find(key); found != face_by_address_.end()) {
    return found->second;
  }
  if (peers_.size() == peers_max) {
    return face_id_none;
  }
  const auto face = static_cast<FaceId>(first_peer + peers_.size());
  peers_.push_back({socket, address});
  face_by_address_.emplace(key, face);
  add_face(face);
  return face;
}

std::optional<Peer> Core::peer(FaceId face) const {
  if (face < first_peer || face - first_peer >= peers_.size()) {
    return std::nullopt;
  }
  Peer peer = peers_[face - first_peer];
  peer.socket = peer.socket < 0 ? default_socket_ : peer.socket;
  return peer;
}

FaceId Core::face_from_text(const std::string& text) {
  constexpr std::string_view scheme = "udp4://";
  const char* const end = text.data() + text.size();
  if (text.starts_with(scheme)) {
    const auto colon = text.rfind(':');
    sockaddr_in address{};
    address.sin_family = AF_INET;
    std::uint16_t port = 0;
    const std::string host = text.substr(scheme.size(), std::max(colon, scheme.size()) - scheme.size());
    if (inet_pton(AF_INET, host.c_str(), &address.sin_addr) != 1 ||
        std::from_chars(text.data() + colon + 1, end, port).ptr != end) {
      return face_id_none;
    }
    address.sin_port = htons(port);
    return face_of_peer(-1, address);
  }
  FaceId face = 0;
  if (std::from_chars(text.data(), end, face).ptr != end || faces_.find(face).id == face_id_none) {
    return face_id_none;
  }
  return face;
}

bool Core::add_route(const std::string& prefix, FaceId face) {
  const auto name = wire::Name::from_uri(prefix);
  if (!name || face == face_id_none) {
    return false;
  }
  auto hops = hops_of(fib_, *name, face);
  hops.push_back({.face = face});
  return fib_.set(*name, hops) == table::FibOutcome::ok;
}

bool Core::remove_route(const std::string& prefix, FaceId face) {
  const auto name = wire::Name::from_uri(prefix);
  return name && fib_.set(*name, hops_of(fib_, *name, face)) == table::FibOutcome::ok;
}

std::string Core::routes() const {
  std::string text;
  fib_.for_each([&](const wire::Name& prefix, const table::NextHopList& hops) {
    text += prefix.uri();
    for (const table::NextHop& hop : hops) {
      text += ' ' + std::to_string(hop.face);
    }
    text += '\n';
  });
  return text;
}

}  // namespace augustus::click

ELEMENT_PROVIDES(AugustusCore)
