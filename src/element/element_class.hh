// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace augustus::element {

inline constexpr unsigned any_number = std::numeric_limits<unsigned>::max();

/// An argument that names a table declared in the file.
struct TableArgument {
  unsigned position = 0;    ///< among the arguments, from 0
  std::string table_class;  ///< the class it must have
};

/// What is known about a class of elements before any is made. Ports are numbered from 0; an element uses
/// those up to the highest one connected, and all of these are connected.
struct ElementClass {
  enum class Kind {
    element,  ///< packets pass through it
    table,    ///< an object that elements name in their arguments; it has no ports and outlives a graph
  };

  std::string name;
  Kind kind = Kind::element;
  unsigned inputs_min = 0;
  unsigned inputs_max = 0;
  unsigned outputs_min = 0;
  unsigned outputs_max = 0;
  /// How packets move over the ports, in Click's codes (click(5), PROCESSING CODES): for each input, '/', for
  /// each output a letter, the last one for all further ports: h push, l pull, a either (all such ports of
  /// one element alike).
  std::string processing = "h/h";
  /// Between which ports packets go, in Click's codes (FLOW CODES): an input and an output with the same
  /// letter; # stands for the port's own number. "ab/abb": from input 0 to output 0, from input 1 to 1 and 2.
  std::string flow = "x/x";
  unsigned arguments_min = 0;
  unsigned arguments_max = 0;
  std::vector<TableArgument> tables = {};
  std::string arguments = {};  ///< for people: "TABLE", "PREFIX, ..."
  std::string purpose;         ///< one line
};

}  // namespace augustus::element
