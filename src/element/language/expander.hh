// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "element/language/graph_description.hh"
#include "element/language/source_file.hh"
#include "element/language/syntax.hh"
#include "element/language/variables.hh"

namespace augustus::element {

/// Replaces compound elements by what is in them, until none is left.
class Expander {
 public:
  explicit Expander(const SourceFile& file) : file_(&file) {}

  /// To be called once. Without requirements.
  GraphDescription expand(const syntax::Body& file_body);

 private:
  /// Where packets enter and leave what a node of a body became.
  struct Ends {
    std::size_t in = 0;
    std::size_t out = 0;
  };
  struct Ports {
    unsigned inputs = 0;
    unsigned outputs = 0;
  };
  /// What to do with a node of a class that the file defines.
  struct Choice {
    const syntax::Body* body = nullptr;  ///< none: it is of the class `name` of the program
    std::string name;
    std::vector<std::string> values;
  };

  void expand_body(const syntax::Body& body, const std::string& prefix, const Variables& variables,
                   Ends outside, unsigned depth);
  Ends expand_node(const syntax::Node& node, Ports ports, const std::string& prefix,
                   const Variables& variables, unsigned depth);
  Choice choose(const syntax::Node& node, Ports ports, const std::vector<std::string>& arguments) const;
  [[noreturn]] void fail_to_match(const syntax::Node& node, Ports ports, std::size_t arguments) const;
  std::vector<std::string> arguments_of(const syntax::Node& node, const Variables& variables);
  /// `element`: nothing for an end of a compound element, through which connections go on.
  std::size_t add(const ElementDeclaration& element, bool real);

  const SourceFile* file_;
  std::vector<ElementDeclaration> nodes_;
  std::vector<bool> real_;
  std::vector<Connection> connections_;
  std::size_t configuration_bytes_ = 0;
};

}  // namespace augustus::element
