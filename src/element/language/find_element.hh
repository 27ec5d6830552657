// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "element/language/graph_description.hh"

namespace augustus::element {

/// Finds elements by what their users call them. Outlived by the graph.
class ElementNames {
 public:
  explicit ElementNames(const GraphDescription& graph);

  /// The element that `user` means by `name`: in the compound element where `user` is, else in the one around
  /// it, and so on outwards.
  std::optional<std::size_t> find(const ElementDeclaration& user, std::string_view name) const;

 private:
  std::map<std::string, std::size_t, std::less<>> indices_;
};

}  // namespace augustus::element
