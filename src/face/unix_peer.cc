// SPDX-License-Identifier: Apache-2.0
#include "face/unix_peer.hh"

#include <sys/socket.h>

#include <cerrno>

namespace augustus::face {
namespace {

constexpr std::size_t groups_usual = 32;

std::vector<gid_t> groups_of(int socket) {
  std::vector<gid_t> groups(groups_usual);
  for (int attempt = 0; attempt < 2; ++attempt) {
    auto bytes = static_cast<socklen_t>(groups.size() * sizeof(gid_t));
    const int result = getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups.data(), &bytes);
    const int error = errno;
    groups.resize(bytes / sizeof(gid_t));
    if (result == 0) {
      return groups;
    }
    if (error != ERANGE) {  // with it the system says how many there are
      break;
    }
  }
  return {};
}

}  // namespace

std::optional<UnixPeer> unix_peer_of(int socket) {
  ucred credentials{};
  socklen_t bytes = sizeof(credentials);
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &bytes) != 0 || bytes != sizeof(credentials)) {
    return std::nullopt;
  }
  return UnixPeer{credentials.uid, credentials.gid, groups_of(socket)};
}

}  // namespace augustus::face
