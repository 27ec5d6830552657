// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/face_id.hh"
#include "element/language/graph_description.hh"

namespace augustus::element {

/// The arguments of one declared element, as it is made. Each function throws GraphError at the declaration.
class Arguments {
 public:
  Arguments(const ElementDeclaration& declaration, const std::string& file_name)
      : declaration_(declaration), file_name_(file_name) {}

  const std::string& element_name() const { return declaration_.name; }
  std::size_t size() const { return declaration_.arguments.size(); }
  /// Without the quotes around it.
  std::string text(std::size_t index) const;

  /// A whole number within these bounds; `otherwise` when there is no such argument.
  std::uint64_t number(std::size_t index, std::uint64_t least, std::uint64_t most) const;
  std::uint64_t number_or(std::size_t index, std::uint64_t otherwise, std::uint64_t least,
                          std::uint64_t most) const;
  /// The number of a Face, as `augustus face list` shows it.
  FaceId face(std::size_t index) const;
  /// Between 0 and 1.
  double probability(std::size_t index) const;

  /// "Class: what was expected".
  [[noreturn]] void fail(const std::string& message) const;

 private:
  const ElementDeclaration& declaration_;
  const std::string& file_name_;
};

/// The same for what a handler is given; throw std::invalid_argument.
std::uint64_t parse_number(std::string_view text, std::uint64_t least, std::uint64_t most);
double parse_probability(std::string_view text);

}  // namespace augustus::element
