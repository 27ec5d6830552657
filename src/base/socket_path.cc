// SPDX-License-Identifier: Apache-2.0
#include "base/socket_path.hh"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

namespace augustus {
namespace {

constexpr const char* system_socket = "/run/nfd/nfd.sock";

bool is_socket(const std::string& path) {
  struct stat found {};
  return stat(path.c_str(), &found) == 0 && S_ISSOCK(found.st_mode);
}

bool is_folder(const std::string& path) {
  struct stat found {};
  return stat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode);
}

}  // namespace

std::string default_socket_path() {
  const uid_t user = geteuid();
  if (user == 0) {
    return system_socket;
  }
  if (const char* folder = std::getenv("XDG_RUNTIME_DIR"); folder != nullptr && *folder != '\0') {
    return std::string(folder) + "/nfd.sock";
  }
  const std::string run_folder = "/run/user/" + std::to_string(user);
  if (is_folder(run_folder)) {
    return run_folder + "/nfd.sock";
  }
  return "/tmp/augustus-" + std::to_string(user) + "/nfd.sock";
}

std::string client_socket_path() {
  const std::string own = default_socket_path();
  return !is_socket(own) && is_socket(system_socket) ? system_socket : own;
}

}  // namespace augustus
