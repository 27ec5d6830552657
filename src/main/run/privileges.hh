// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace augustus {

/// Whom a process that started as root runs as.
struct Account {
  uid_t uid;
  gid_t gid;
};

/// The account that `user` and `group` (the user's own group when empty) name; std::nullopt when `user` is
/// empty or is the one that runs already. Throws std::runtime_error when there is no such user or group.
std::optional<Account> find_account(const std::string& user, const std::string& group);

/// Gives a file or folder to the account. Throws std::runtime_error.
void give(const std::string& path, const Account& account);

/// Becomes the account for good, in all threads, with no supplementary groups and, unless it is root, no
/// capabilities. Throws std::runtime_error when the system refuses.
void become(const Account& account);

}  // namespace augustus
