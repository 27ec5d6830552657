// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include "wire/name.hh"

/// A Name as its URI, made only when the text is: a log line below the level costs nothing.
template <>
struct fmt::formatter<augustus::wire::Name> : fmt::formatter<std::string_view> {
  template <typename Context>
  auto format(const augustus::wire::Name& name, Context& context) const {
    return fmt::formatter<std::string_view>::format(name.uri(), context);
  }
};
