// SPDX-License-Identifier: Apache-2.0
#include "manage/access/access.hh"

#include <grp.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "manage/access/pool_source.hh"
#include "manage/privileges.hh"

namespace augustus::manage {

namespace {

constexpr uid_t root = 0;

/// What a program on another machine may say of where its route comes from.
constexpr std::array remote_origins{route_origin::app, route_origin::autoreg, route_origin::client};

std::optional<gid_t> group_of(const ManagerOptions& options) {
  if (options.operators_group.empty()) {
    return std::nullopt;
  }
  const auto* entry = getgrnam(options.operators_group.c_str());
  if (entry == nullptr) {
    throw std::runtime_error("unknown group " + options.operators_group + " in [security]");
  }
  return entry->gr_gid;
}

bool is_routers_own(std::string_view module) {
  return std::ranges::find(own_privileges, module) != own_privileges.end();
}

}  // namespace

Access::Access(const DataPlane& data_plane, const ManagerOptions& options)
    : data_plane_(data_plane), operators_(group_of(options)) {}

void Access::trust(const ManagerOptions& options) {
  operators_ = group_of(options);
}

bool Access::is_own(const wire::Name& prefix) const {
  return std::ranges::any_of(own_prefixes_,
                             [&prefix](const wire::Name& own) { return own.is_prefix_of(prefix); });
}

Peer Access::peer_of(FaceId incoming, bool localhop) const {
  Peer peer{.face = incoming};
  const auto info = data_plane_.find_face(incoming);
  peer.source = pool_source_of(incoming, info);
  peer.on_this_machine = info && info->scope == forward::FaceScope::local;
  if (localhop || (info && !peer.on_this_machine)) {
    peer.kind = Peer::Kind::remote;
  } else if (info && info->peer) {
    const face::UnixPeer& program = *info->peer;
    // Asked for each time: a router that started as root has become another user since.
    const bool is_administrator =
        program.user == root || program.user == geteuid() || (operators_ && program.is_in(*operators_));
    peer.kind = is_administrator ? Peer::Kind::administrator : Peer::Kind::local;
  }
  return peer;
}

Access::Objection Access::to_command(const Peer& peer, std::string_view module, bool known_signer) const {
  if (peer.kind == Peer::Kind::remote && module != "rib") {
    return "Another machine may give commands of the module rib alone";
  }
  if (is_routers_own(module) && peer.kind != Peer::Kind::administrator && !known_signer) {
    return "This is for the router's user, root and the group of operators, over the Unix socket, and for keys that "
           "the configuration names";
  }
  return std::nullopt;
}

Access::Objection Access::to_reading(const Peer& peer) const {
  return peer.kind == Peer::Kind::remote ? Objection("Another machine may not read this") : std::nullopt;
}

Access::Objection Access::to_prefix(const wire::Name& prefix) const {
  return is_own(prefix) ? Objection("This prefix is the router's own") : std::nullopt;
}

Access::Objection Access::to_route(const Peer& peer, const wire::Name& prefix, FaceId face,
                                   const Route* there) const {
  if (auto objection = to_prefix(prefix)) {
    return objection;
  }
  if (peer.kind == Peer::Kind::remote) {
    if (face != peer.face) {
      return "Another machine may give routes to its own Face alone";
    }
    if (there != nullptr && there->registrar != peer.face) {
      return "Somebody else made this route";
    }
  }
  return std::nullopt;
}

Access::Objection Access::to_origin(const Peer& peer, std::uint64_t origin) const {
  const bool may = peer.kind != Peer::Kind::remote ||
                   std::ranges::find(remote_origins, origin) != remote_origins.end();
  return may ? std::nullopt : Objection("Routes from another machine are of origin app, autoreg or client");
}

}  // namespace augustus::manage
