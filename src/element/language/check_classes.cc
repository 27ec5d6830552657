// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "element/language/arguments.hh"
#include "element/language/find_element.hh"
#include "element/language/graph_checks.hh"

namespace augustus::element {
namespace {

std::string plural(unsigned number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string how_many(const ElementClass& element_class) {
  if (element_class.arguments_max == 0) {
    return "no arguments";
  }
  if (element_class.arguments_max == any_number) {
    return plural(element_class.arguments_min, "argument") + " or more";
  }
  if (element_class.arguments_min == element_class.arguments_max) {
    return plural(element_class.arguments_min, "argument");
  }
  return fmt::format("{} to {}", element_class.arguments_min,
                     plural(element_class.arguments_max, "argument"));
}

}  // namespace

void GraphChecks::check_requirements() const {
  for (const Requirement& requirement : graph.requirements) {
    if (requirement.kind != "package") {
      fail(requirement.at, fmt::format("{} '{}' is required, but this router reads one file only",
                                       requirement.kind, requirement.value));
    }
    if (requirement.value != "augustus") {
      fail(requirement.at,
           fmt::format("package '{}' is required, but this router has only 'augustus'", requirement.value));
    }
  }
}

void GraphChecks::check_classes(std::span<const ElementClass> known) {
  std::map<std::string_view, const ElementClass*> by_name;
  for (const ElementClass& element_class : known) {
    by_name.emplace(element_class.name, &element_class);
  }
  std::map<std::string_view, Position> declared;
  for (const ElementDeclaration& element : graph.elements) {
    declared.emplace(element.name, element.at);
  }
  for (const ElementDeclaration& element : graph.elements) {
    const auto found = by_name.find(element.element_class);
    if (found == by_name.end()) {
      const auto later = declared.find(element.element_class);
      fail(element.at, later == declared.end()
                           ? fmt::format("there is no class and no element '{}'", element.element_class)
                           : fmt::format("element '{}' is used before it is declared, in line {}",
                                         element.element_class, later->second.line));
    }
    if (by_name.contains(element.name)) {
      fail(element.at, fmt::format("'{}' is the name of a class", element.name));
    }
    classes.push_back(found->second);
  }
}

void GraphChecks::check_arguments() const {
  const ElementNames names(graph);
  for (std::size_t index = 0; index < graph.elements.size(); ++index) {
    const ElementDeclaration& element = graph.elements[index];
    const ElementClass& element_class = *classes[index];
    const std::size_t count = element.arguments.size();
    if (count < element_class.arguments_min || count > element_class.arguments_max) {
      fail(element.at,
           fmt::format("{} takes {}{}, not {}", shown(index), how_many(element_class),
                       element_class.arguments.empty() ? "" : ", " + element_class.arguments, count));
    }
    for (const TableArgument& table : element_class.tables) {
      if (table.position >= count) {
        continue;
      }
      const std::string name = unquote(element.arguments[table.position]);
      const auto found = names.find(element, name);
      if (!found) {
        fail(element.at, fmt::format("{} names the table '{}', which is not declared: '{} :: {}'",
                                     shown(index), name, name, table.table_class));
      }
      if (graph.elements[*found].element_class != table.table_class) {
        fail(element.at,
             fmt::format("{} needs a {}, and {} is none", shown(index), table.table_class, shown(*found)));
      }
    }
  }
}

}  // namespace augustus::element
