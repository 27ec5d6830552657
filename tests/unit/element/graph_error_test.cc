// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "element/graph_text.hh"
#include "element/language/limits.hh"

namespace augustus::element::graph_error_test {
namespace {

struct Refused {
  const char* text;
  const char* message;
};

class GraphLanguageRefuses : public testing::TestWithParam<Refused> {};

TEST_P(GraphLanguageRefuses, NamingThePlace) {
  EXPECT_EQ(refusal(GetParam().text), std::string("test.click:") + GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    All, GraphLanguageRefuses,
    testing::Values(
        Refused{"a :: A\n a :: B", "2:2: element 'a' is declared twice, first in line 1"},
        Refused{"a :: A; a(1) -> a", "1:9: 'a' is declared already: its arguments belong there"},
        Refused{"a ->", "1:5: expected an element, not the end of the file"},
        Refused{"-> a", "1:1: expected an element, not '->'"},
        Refused{"a :: ;", "1:6: expected a class, not ';'"},
        Refused{"12 :: A", "1:1: expected an element, not the number '12'"},
        Refused{"a :: A(1, (2)", "1:7: the arguments that begin here have no ')'"},
        Refused{"a :: A('1)",
                "1:7: the arguments that begin here have no ')': a quote or comment is not closed"},
        Refused{"a /* b", "1:3: this comment is not closed: expected '*/'"},
        Refused{"a, b :: A; a [x] -> b", "1:15: expected the number of a port, 0 to 1023"},
        Refused{"a, b :: A; a [1024] -> b", "1:15: expected the number of a port, 0 to 1023"},
        Refused{"a, b :: A; a [0 -> b", "1:17: expected ']' behind the numbers of ports"},
        Refused{"a, b :: A; a [2-1] -> b", "1:17: expected a port after 2, not 1"},
        Refused{"a :: A; a [0]",
                "1:9: the port behind this element is connected to nothing: no arrow follows"},
        Refused{"a :: A; [0] a", "1:13: this port is connected to nothing: no arrow stands before it"},
        Refused{"a, b :: A; a -> b [1]; b -> a",
                "1:17: the port behind this element is connected to nothing: no arrow follows"},
        Refused{"a, b :: A; a, b -> a, b", "1:17: '->' cannot join many outputs with many inputs: use '=>'"},
        Refused{"a, b :: A; a, b => a, b, a", "1:17: 2 outputs cannot be joined with 3 inputs"},
        Refused{"a :: A; a -> input", "1:14: 'input' means something only in a group or compound element"},
        Refused{"input :: A", "1:1: 'input' means something only in a group or compound element"},
        Refused{"{ input :: A }", "1:3: 'input' cannot be the name of an element"},
        Refused{"{ a :: A; a -> input }", "1:16: packets cannot go into 'input' here"},
        Refused{"{ output -> A }", "1:3: packets cannot come out of 'output' here"},
        Refused{"{ input [1] -> A }",
                "1:1: the compound element that begins here uses input 1 but not input 0"},
        Refused{"{ a :: A", "1:1: this compound element is not closed: expected '}'"},
        Refused{"{ a :: A )", "1:10: this compound element is not closed: expected '}'"},
        Refused{"a :: A; a -> (-> B ", "1:14: this group is not closed: expected ')'"},
        Refused{"a :: A; a -> (B) -> a", "1:14: this group has no input"},
        Refused{"a :: A; a -> (-> [1] output) -> a",
                "1:30: nothing is connected to port 0 of the group, where this begins"},
        Refused{"a :: A; a -> ([0] -> [0]; [1] -> [1]) [0] -> a", "1:31: port 1 of the group goes nowhere"},
        Refused{"a :: }", "1:6: expected a class, not '}'"}, Refused{"a :: A }", "1:8: unexpected '}'"},
        Refused{"elementclass C { $a | x :: X($a) }\nc :: C",
                "2:1: 'c' takes 1 argument, 0 inputs and 0 outputs; it has 0 arguments, 0 inputs and 0 "
                "outputs here"},
        Refused{"elementclass C { -> X -> || A $a | -> X -> } c :: C",
                "1:46: 'c' takes 0 arguments, 1 input and 1 output; or 0 arguments and A, 1 input and 1 "
                "output; it "
                "has 0 arguments, 0 inputs and 0 outputs here"},
        Refused{"{ $a, $a | }", "1:7: this parameter or keyword is there twice"},
        Refused{"{ A $a, $b | }",
                "1:9: parameters come in this order: positional ones, those with a keyword, __REST__"},
        Refused{"{ $a; }", "1:5: expected ',' or '|' behind a parameter"},
        Refused{"c :: { a :: A || ... }",
                "1:18: '...' extends a class, and this compound element has no name"},
        Refused{"elementclass C {} C :: A", "1:19: 'C' is the name of a class"},
        Refused{"elementclass C ;", "1:16: expected '{' or a class, not ';'"},
        Refused{"a :: A($x)", "1:1: $x is not set"},
        Refused{"define($x $y, $y $x) a :: A($x)", "1:7: $x is defined by itself"},
        Refused{"define(x 1)", "1:7: expected '$NAME VALUE', not 'x 1'"},
        Refused{"define($x 1, $x 2)", "1:7: $x is defined twice"},
        Refused{"define($x b) a :: A($$x)",
                "1:14: '$b' is what values of variables make together: they cannot"},
        Refused{"define($b q) a :: A(${b-(}x))",
                "1:14: a quote, comment or parenthesis is not closed when the variables are replaced"},
        Refused{"require(a b c)", "1:8: expected 'package NAME', not 'a b c'"},
        Refused{"a/b :: A; a :: { b :: B }", "1:18: element 'a/b' is there twice"},
        Refused{"a :: A # b", "1:8: expected an element, not '#'"}));

std::string repeat(const std::string& text, std::size_t times) {
  std::string repeated;
  for (std::size_t time = 0; time < times; ++time) {
    repeated += text;
  }
  return repeated;
}

TEST(GraphLanguageBounds, Nesting) {
  EXPECT_EQ(refusal(repeat("{", max_graph_depth) + repeat("}", max_graph_depth)), "");
  EXPECT_NE(refusal(repeat("{", 100000)).find("within each other"), std::string::npos);
  EXPECT_NE(refusal("a :: A; a -> " + repeat("(->", 100000)).find("within each other"), std::string::npos);
}

TEST(GraphLanguageBounds, CompoundElementsThatMultiply) {
  std::string classes = "elementclass C0 { X }";
  for (int level = 1; level < 30; ++level) {
    const std::string below = "C" + std::to_string(level - 1);
    classes += "elementclass C" + std::to_string(level) + " { " + below + "; " + below + " }";
  }
  EXPECT_NE(refusal(classes + "C29").find("more than 16384 elements"), std::string::npos);
}

TEST(GraphLanguageBounds, CompoundElementsWithinEachOther) {
  std::string classes = "elementclass C0 { X }";
  for (int level = 1; level < 1000; ++level) {
    classes += "elementclass C" + std::to_string(level) + " { C" + std::to_string(level - 1) + " }";
  }
  EXPECT_NE(refusal(classes + "C999").find("more than 32 compound elements within each other"),
            std::string::npos);
}

TEST(GraphLanguageBounds, VariablesThatMultiply) {
  std::string definitions = "define($x0 abcdefgh";
  for (int level = 1; level < 30; ++level) {
    const std::string below = "$x" + std::to_string(level - 1);
    definitions += ", $x" + std::to_string(level) + " " + below + below;
  }
  EXPECT_NE(refusal(definitions + ") a :: A($x29)").find("more than 65536 bytes of arguments"),
            std::string::npos);
}

TEST(GraphLanguageBounds, ConnectionsThatMultiply) {
  std::string wires;
  for (int stage = 0; stage < 40; ++stage) {
    wires += "=> ([0] -> [0]; [0] -> [1]; [1] -> [0]; [1] -> [1]) ";
  }
  EXPECT_EQ(flat("a :: A; b :: B; a " + wires + " => b"),
            "a :: A;\nb :: B;\na [0] -> [0] b;\na [0] -> [1] b;\na [1] -> [0] b;\na [1] -> [1] b;\n");
}

TEST(GraphLanguageBounds, TheFile) {
  EXPECT_NE(refusal(std::string(max_graph_bytes + 1, ' ')).find("more than 1048576 bytes"),
            std::string::npos);
}

}  // namespace
}  // namespace augustus::element::graph_error_test
