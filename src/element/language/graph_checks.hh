// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "element/element_class.hh"
#include "element/language/graph_description.hh"
#include "element/language/source_file.hh"

namespace augustus::element {

/// A graph and the classes of its elements, for the checks, in the order in which they are made: each relies
/// on those before it. All throw GraphError.
struct GraphChecks {
  explicit GraphChecks(const GraphDescription& checked);

  void check_requirements() const;
  /// Sets `classes`.
  void check_classes(std::span<const ElementClass> known);
  void check_arguments() const;
  void check_ports() const;
  void check_processing() const;
  void check_loops() const;

  [[noreturn]] void fail(Position at, const std::string& message) const { file.fail(at, message); }
  /// "'name' (Class)".
  std::string shown(std::size_t element) const;

  const GraphDescription& graph;
  SourceFile file;
  std::vector<const ElementClass*> classes;  ///< of the elements
  std::vector<unsigned> inputs;              ///< one more than the highest port in use
  std::vector<unsigned> outputs;
};

}  // namespace augustus::element
