// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "element/language/source_file.hh"
#include "element/language/syntax.hh"

namespace augustus::element {

/// What names mean while one body is parsed: its elements, and the classes seen from it. Outlived by the
/// body, the file and the scope around it.
class Scope {
 public:
  Scope(syntax::Body& body, const Scope* around, const SourceFile& file);

  /// Adds the nodes of a compound element's `input` and `output`.
  void add_ends();

  std::optional<std::size_t> find(const std::string& name) const;
  std::size_t add(syntax::Node node);
  /// A further name for a node until it is given the value before; for `input` and `output` in a group.
  std::optional<std::size_t> rename(const std::string& name, std::optional<std::size_t> node);

  /// What the file says of that name where it is in sight: a definition, or another name for a class.
  std::optional<syntax::ClassReference> find_class(const std::string& name) const;
  void add_class(const std::string& name, syntax::ClassReference element_class);

  /// Names what has no name and counts the ports of a compound element: call it at the end of the body.
  void finish();

  bool is_compound() const { return compound_; }
  syntax::Body& body() { return *body_; }

 private:
  void name_anonymous();
  unsigned count_ports(std::size_t end, const char* name) const;

  syntax::Body* body_;
  const Scope* around_;
  const SourceFile* file_;
  bool compound_ = false;
  std::map<std::string, std::size_t> nodes_;
  std::map<std::string, syntax::ClassReference> classes_;
};

}  // namespace augustus::element
