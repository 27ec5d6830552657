// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "manage/access/peer.hh"
#include "manage/data_plane.hh"
#include "manage/manager_options.hh"
#include "manage/rib/route.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// Decides who may do what, for all modules of management; the Authenticator has judged the signature before. Each
/// objection is a sentence to answer 403 with, std::nullopt where there is none.
class Access {
 public:
  using Objection = std::optional<std::string>;

  /// Throws std::runtime_error where the options name a group that the system does not know. `data_plane` must outlive
  /// this.
  Access(const DataPlane& data_plane, const ManagerOptions& options);

  /// Goes by the group of these options from now on. Throws like the constructor, and changes nothing then.
  void trust(const ManagerOptions& options);

  /// The router serves the prefix itself: no command reaches its routes, or those below it.
  void reserve(const wire::Name& prefix) { own_prefixes_.push_back(prefix); }
  bool is_own(const wire::Name& prefix) const;

  /// `localhop`: the command is below /localhop/nfd.
  Peer peer_of(FaceId incoming, bool localhop) const;

  /// To a command at all. `known_signer`: a key that the configuration grants this module has signed it.
  Objection to_command(const Peer& peer, std::string_view module, bool known_signer) const;
  /// To reading a dataset or following an event stream.
  Objection to_reading(const Peer& peer) const;
  /// To a change of a prefix's next hops.
  Objection to_prefix(const wire::Name& prefix) const;
  /// To adding, changing or removing the prefix's route to `face`; `there`: the present one of the same Face and
  /// origin, or nullptr.
  Objection to_route(const Peer& peer, const wire::Name& prefix, FaceId face, const Route* there) const;
  /// To a route of this origin, added by a command that names it.
  Objection to_origin(const Peer& peer, std::uint64_t origin) const;

  /// Whose part of the RIB a route takes that the peer gives to `face`; face_id_none: nobody's, it is the router's own.
  static FaceId holder_of(const Peer& peer, FaceId face) {
    return peer.kind == Peer::Kind::administrator && face != peer.face ? face_id_none : peer.face;
  }

 private:
  const DataPlane& data_plane_;
  std::optional<gid_t> operators_;
  std::vector<wire::Name> own_prefixes_;
};

}  // namespace augustus::manage
