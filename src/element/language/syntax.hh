// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "element/language/graph_description.hh"
#include "element/language/position.hh"

namespace augustus::element::syntax {

// A file as it is written, names resolved, nothing expanded yet.

struct Compound;
struct Block;

/// A class in the scope where it was named. Classes of the file are those with a definition.
struct ClassReference {
  std::string name;
  std::shared_ptr<const Compound> definition;
};

/// An element, or one end of a group or compound element.
struct Node {
  enum class Kind {
    element,
    input,   ///< packets that enter from outside go on as from its outputs
    output,  ///< what is connected to its inputs leaves to outside
  };

  Kind kind = Kind::element;
  std::string name;  ///< empty until the body ends if the file gives none
  ClassReference element_class;
  std::string configuration;
  Position at;
  std::string written_class = {};  ///< of one without a name: as the file calls it
};

/// `define($NAME value)`.
struct Definition {
  std::string name;
  std::string value;
  Position at;
};

/// The connections index nodes.
struct Block {
  std::vector<Node> nodes;
  std::vector<Connection> connections;
  std::vector<Definition> definitions;
};

/// `$name`, `KEYWORD $name` or `__REST__ $name` before the bar of a compound element.
struct Formal {
  std::string keyword;
  std::string name;
};

inline constexpr std::size_t compound_input = 0;   ///< index of the node `input`
inline constexpr std::size_t compound_output = 1;  ///< index of the node `output`

/// One of the bodies of a compound element, which `||` separates.
struct Body {
  Position at;
  std::vector<Formal> formals;
  Block block;
  unsigned inputs = 0;
  unsigned outputs = 0;
  const Body* enclosing = nullptr;  ///< whose variables it sees, none for the file; compared, not followed
};

struct Compound {
  std::vector<std::unique_ptr<Body>> bodies;
  std::optional<ClassReference> extends;  ///< by `...`
};

}  // namespace augustus::element::syntax
