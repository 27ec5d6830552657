// SPDX-License-Identifier: Apache-2.0
// Printing and reading again gives the same graph, for whatever the language can make.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "element/graph_text.hh"
#include "element/language/arguments.hh"

namespace augustus::element::graph_round_trip_test {
namespace {

/// Statements in any order: most such texts are graphs.
rc::Gen<std::string> any_text() {
  const auto statement = rc::gen::element<std::string>(
      "a -> b", "b [1] -> [2] c", "c => [0,1] d", "A -> B($v ${z-1}) -> a", "A -> C -> B", "A -> D($v) -> B",
      "A -> D(K 'k\"') -> B", "A -> D -> B", "E -> E", "A => ([0] -> A($v) -> [0]; [1] -> [0]) -> B",
      "A -> { -> B -> C -> } -> C", "require(p, package \"q r\")",
      "{ a :: A(\\< 41 >) -> b :: C -> output } -> B", "// comment\n", "/* comment */",
      "A($v, , /* x */ y //\n)", "X@3 :: X", "{ X($x) }", "a, b => [2,3] c");
  return rc::gen::map(
      rc::gen::container<std::vector<std::string>>(statement),
      [](const std::vector<std::string>& statements) {
        std::string text =
            "a :: A; b :: B(x, $v); c, d :: Z; define($v \"x$w\", $w ' y'); elementclass C { -> X('$v') -> }"
            "elementclass D { $p | -> X($p) -> || K $k | -> Y(\"$k\") -> || ... } elementclass E A;";
        for (const std::string& each : statements) {
          text += each + ";\n";
        }
        return text;
      });
}

RC_GTEST_PROP(GraphRoundTrip, OfAnyTextThatIsAGraph, ()) {
  const std::string text = *any_text();
  std::string printed;
  try {
    printed = print_graph(parse_graph(text, "first"));
  } catch (const GraphError&) {
    RC_TAG("refused");
    return;
  }
  RC_TAG("graph");
  RC_ASSERT(print_graph(parse_graph(printed, "second")) == printed);
}

rc::Gen<ElementDeclaration> any_element(std::size_t number) {
  return rc::gen::map(rc::gen::arbitrary<std::vector<std::string>>(),
                      [number](const std::vector<std::string>& texts) {
                        ElementDeclaration element;
                        element.name = "e" + std::to_string(number) + (number % 3 == 0 ? "/x@1" : "");
                        element.element_class = number % 2 == 0 ? "Even" : "Odd";
                        for (const std::string& text : texts) {
                          element.arguments.push_back("KEYWORD " + quote(text));
                        }
                        return element;
                      });
}

RC_GTEST_PROP(GraphRoundTrip, OfAnyGraph, ()) {
  GraphDescription graph;
  const std::size_t count = *rc::gen::inRange<std::size_t>(1, 12);
  for (std::size_t number = 0; number < count; ++number) {
    graph.elements.push_back(*any_element(number));
  }
  // No connection twice, in the order of outputs.
  const auto ends = *rc::gen::container<std::vector<std::pair<unsigned, unsigned>>>(
      rc::gen::pair(rc::gen::arbitrary<unsigned>(), rc::gen::arbitrary<unsigned>()));
  for (unsigned port = 0; port < ends.size(); ++port) {
    graph.connections.push_back({ends[port].first % count, port, ends[port].second % count, port % 3, {}});
  }
  std::ranges::stable_sort(graph.connections, {}, &Connection::from);
  const GraphDescription again = parse_graph(print_graph(graph), "again");
  RC_ASSERT(again.elements.size() == count);
  for (std::size_t number = 0; number < count; ++number) {
    RC_ASSERT(again.elements[number].name == graph.elements[number].name);
    RC_ASSERT(again.elements[number].element_class == graph.elements[number].element_class);
    RC_ASSERT(again.elements[number].arguments == graph.elements[number].arguments);
  }
  RC_ASSERT(print_graph(again) == print_graph(graph));
}

}  // namespace
}  // namespace augustus::element::graph_round_trip_test
