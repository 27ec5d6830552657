// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace augustus {

/// Where a router of this user listens for local programs: /run/nfd/nfd.sock as root, otherwise nfd.sock in
/// $XDG_RUNTIME_DIR, in /run/user/UID where that exists, or in /tmp/augustus-UID (the listener makes that
/// folder, for its user alone).
std::string default_socket_path();

/// Where a program of this user finds a router when NDN_CLIENT_TRANSPORT does not say: the user's own when
/// something is there, else the system's /run/nfd/nfd.sock when that is there, else default_socket_path().
std::string client_socket_path();

}  // namespace augustus
