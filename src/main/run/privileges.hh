// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace augustus {

/// Becomes `user` and `group` (the user's own group when empty) for good, with no supplementary groups. Does
/// nothing when `user` is empty. Throws std::runtime_error when the system refuses or does not know them.
void drop_privileges(const std::string& user, const std::string& group);

}  // namespace augustus
