// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "element/language/position.hh"

namespace augustus::element {

/// An element as the file declares it.
struct ElementDeclaration {
  std::string name;  ///< "c", "outer/inner" in a compound element, "Class@3" where the file gives none
  std::string element_class;
  /// What stands between the commas: as written (quotes too: see language/arguments), variables replaced,
  /// without comments and without space at either end.
  std::vector<std::string> arguments;
  Position at;
};

/// Packets go from an output of one element to an input of another; `from` and `to` index
/// GraphDescription::elements.
struct Connection {
  std::size_t from = 0;
  unsigned from_port = 0;
  std::size_t to = 0;
  unsigned to_port = 0;
  Position at;
};

/// `require(package "augustus")`: the kind is "package", the value "augustus".
struct Requirement {
  std::string kind;
  std::string value;
  Position at;
};

/// A file in Click's language after compound elements and variables are expanded: declared elements in the
/// file's order (tables among them), connections in that of their outputs, none twice.
struct GraphDescription {
  std::string file_name;  ///< for messages
  std::vector<ElementDeclaration> elements;
  std::vector<Connection> connections;
  std::vector<Requirement> requirements;
};

}  // namespace augustus::element
