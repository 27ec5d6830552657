// SPDX-License-Identifier: Apache-2.0
// Click's language: what is read prints as text that reads as the same, and every place is one of the file.
#include <algorithm>
#include <string>
#include <string_view>

#include "element/language/parse_graph.hh"
#include "element/language/print_graph.hh"
#include "fuzz/require.hh"

namespace {

using namespace augustus::element;

void require_within(const Position& at, std::string_view text) {
  const auto lines = 1 + std::ranges::count_if(text, [](char c) { return c == '\n' || c == '\r'; });
  require(at.line >= 1 && at.line <= lines && at.column >= 1 && at.column <= text.size() + 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  std::string printed;
  try {
    const GraphDescription graph = parse_graph(text, "first");
    for (const ElementDeclaration& element : graph.elements) {
      require_within(element.at, text);
    }
    printed = print_graph(graph);
  } catch (const GraphError& error) {
    require_within(error.at, text);
    return 0;
  }
  try {
    require(print_graph(parse_graph(printed, "second")) == printed);
  } catch (const GraphError&) {
    require(printed.size() > size);  // what compound elements made of it may be over a bound
  }
  return 0;
}
