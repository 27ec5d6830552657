// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace augustus::face {

/// The program at the other end of a Unix socket, as the kernel noted it when it connected (unix(7), SO_PEERCRED):
/// nobody can claim to be another one.
struct UnixPeer {
  uid_t user = 0;
  gid_t group = 0;
  std::vector<gid_t> groups;  ///< supplementary

  bool is_in(gid_t wanted) const {
    return group == wanted || std::ranges::find(groups, wanted) != groups.end();
  }
  bool operator==(const UnixPeer&) const = default;
};

/// Who connected to the socket; std::nullopt where the system does not say.
std::optional<UnixPeer> unix_peer_of(int socket);

}  // namespace augustus::face
