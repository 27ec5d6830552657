// SPDX-License-Identifier: Apache-2.0
#include "element/language/parse_graph.hh"

#include <fmt/core.h>

#include "element/language/expander.hh"
#include "element/language/limits.hh"
#include "element/language/parser.hh"
#include "element/language/source_file.hh"

namespace augustus::element {

GraphDescription parse_graph(std::string_view text, const std::string& file_name) {
  const SourceFile file{file_name};
  if (text.size() > max_graph_bytes) {
    file.fail({}, fmt::format("the file has more than {} bytes", max_graph_bytes));
  }
  Parser parser(text, file);
  const auto body = parser.parse();
  GraphDescription graph = Expander(file).expand(*body);
  graph.requirements = parser.take_requirements();
  return graph;
}

}  // namespace augustus::element
