// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "element/language/syntax.hh"

namespace augustus::element {

/// The value of each parameter, or nothing when `arguments` are not those that the parameters ask for.
std::optional<std::vector<std::string>> assign_arguments(const std::vector<syntax::Formal>& formals,
                                                         const std::vector<std::string>& arguments);

/// "2 arguments", "1 argument and KEYWORD", for messages.
std::string describe_formals(const std::vector<syntax::Formal>& formals);

}  // namespace augustus::element
