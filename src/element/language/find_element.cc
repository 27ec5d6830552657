// SPDX-License-Identifier: Apache-2.0
#include "element/language/find_element.hh"

namespace augustus::element {

ElementNames::ElementNames(const GraphDescription& graph) {
  for (std::size_t index = 0; index < graph.elements.size(); ++index) {
    indices_.emplace(graph.elements[index].name, index);
  }
}

std::optional<std::size_t> ElementNames::find(const ElementDeclaration& user, std::string_view name) const {
  std::string_view around = user.name;
  while (!around.empty()) {
    const auto slash = around.rfind('/');
    around = around.substr(0, slash == around.npos ? 0 : slash);
    const std::string full =
        around.empty() ? std::string(name) : std::string(around) + '/' + std::string(name);
    if (const auto found = indices_.find(full); found != indices_.end()) {
      return found->second;
    }
  }
  return std::nullopt;
}

}  // namespace augustus::element
