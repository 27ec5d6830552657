// SPDX-License-Identifier: Apache-2.0
#include "main/run/privileges.hh"

#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace augustus {
namespace {

void check(int result, const std::string& what) {
  if (result != 0) {
    throw std::runtime_error("cannot " + what + ": " + std::strerror(errno));
  }
}

}  // namespace

void drop_privileges(const std::string& user, const std::string& group) {
  if (user.empty()) {
    return;
  }
  const passwd* account = getpwnam(user.c_str());
  if (account == nullptr) {
    throw std::runtime_error("unknown user " + user + " in [run]");
  }
  const uid_t uid = account->pw_uid;
  gid_t gid = account->pw_gid;
  if (!group.empty()) {
    const auto* entry = getgrnam(group.c_str());
    if (entry == nullptr) {
      throw std::runtime_error("unknown group " + group + " in [run]");
    }
    gid = entry->gr_gid;
  }
  if (geteuid() == uid) {
    return;
  }
  check(setgroups(0, nullptr), "leave the supplementary groups");
  check(setresgid(gid, gid, gid), "become group " + std::to_string(gid));
  check(setresuid(uid, uid, uid), "become user " + user);
  if (uid != 0 && setuid(0) == 0) {
    throw std::runtime_error("root could be regained after becoming " + user);
  }
}

}  // namespace augustus
