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

std::optional<Account> find_account(const std::string& user, const std::string& group) {
  if (user.empty()) {
    return std::nullopt;
  }
  const passwd* entry = getpwnam(user.c_str());
  if (entry == nullptr) {
    throw std::runtime_error("unknown user " + user + " in [run]");
  }
  Account account{entry->pw_uid, entry->pw_gid};
  if (!group.empty()) {
    const auto* group_entry = getgrnam(group.c_str());
    if (group_entry == nullptr) {
      throw std::runtime_error("unknown group " + group + " in [run]");
    }
    account.gid = group_entry->gr_gid;
  }
  return geteuid() == account.uid ? std::nullopt : std::optional(account);
}

void give(const std::string& path, const Account& account) {
  check(chown(path.c_str(), account.uid, account.gid), "give " + path + " to user " + std::to_string(account.uid));
}

void become(const Account& account) {
  check(setgroups(0, nullptr), "leave the supplementary groups");
  check(setresgid(account.gid, account.gid, account.gid), "become group " + std::to_string(account.gid));
  check(setresuid(account.uid, account.uid, account.uid), "become user " + std::to_string(account.uid));
  if (account.uid != 0 && setuid(0) == 0) {
    throw std::runtime_error("root could be regained after becoming user " + std::to_string(account.uid));
  }
}

}  // namespace augustus
