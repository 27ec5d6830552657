// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "element/language/source_file.hh"
#include "element/language/syntax.hh"

namespace augustus::element {

/// The variables that one use of a body sees: its parameters, what it defines, and those around it. Outlived
/// by body, file and the variables around.
class Variables {
 public:
  /// `values`: of the body's parameters.
  Variables(const syntax::Body& body, const Variables* around, std::vector<std::string> values,
            const SourceFile& file);

  /// `configuration` with the variables outside single quotes replaced: $name, ${name}, ${name-default}.
  /// Throws GraphError at `at` when one is not set.
  std::string replace(std::string_view configuration, Position at) const;

  /// These variables or those around them that belong to `body`, which is among them.
  const Variables& of(const syntax::Body* body) const;

 private:
  /// Nothing when no variable has this name. `depth`: of definitions that use others.
  std::optional<std::string> find(const std::string& name, unsigned depth) const;
  std::string replace(std::string_view configuration, Position at, unsigned depth) const;

  const syntax::Body* body_;
  const Variables* around_;
  const SourceFile* file_;
  /// Parameters, and definitions once they were asked for.
  mutable std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace augustus::element
