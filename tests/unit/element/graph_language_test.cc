// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "element/graph_text.hh"

namespace augustus::element::graph_language_test {
namespace {

TEST(GraphLanguage, DeclaresAndConnects) {
  EXPECT_EQ(flat("a, b :: Counter(x, 2);\n a -> b; t :: Tee; b [1] -> [2] t [3] -> [4] a"),
            "a :: Counter(x, 2);\nb :: Counter(x, 2);\nt :: Tee;\n"
            "a [0] -> [0] b;\nb [1] -> [2] t;\nt [3] -> [4] a;\n");
}

TEST(GraphLanguage, NamesAnonymousElementsByTheirNumber) {
  EXPECT_EQ(flat("a :: A; B(1) -> a -> c :: C -> B;"),
            "a :: A;\nB@2 :: B(1);\nc :: C;\nB@4 :: B;\n"
            "a [0] -> [0] c;\nB@2 [0] -> [0] a;\nc [0] -> [0] B@4;\n");
}

TEST(GraphLanguage, GivesAnAnonymousElementAFreeName) {
  EXPECT_EQ(flat("A; A@1 :: B;"), "A@2 :: A;\nA@1 :: B;\n");
}

TEST(GraphLanguage, SemicolonsMayBeLeftOut) {
  EXPECT_EQ(flat("a :: A b :: B a -> b b -> a"), "a :: A;\nb :: B;\na [0] -> [0] b;\nb [0] -> [0] a;\n");
}

TEST(GraphLanguage, SkipsComments) {
  EXPECT_EQ(flat("a // one\n:: /* two\n*/ A(x // three )\n, y /* ) */)"), "a :: A(x, y);\n");
  EXPECT_EQ(flat("a/b//c\n :: A"), "a/b :: A;\n");
}

TEST(GraphLanguage, ConnectsManyWithOne) {
  EXPECT_EQ(flat("a, b, c :: A; a [1], b -> [2] c; c [0,2-3] -> a"),
            "a :: A;\nb :: A;\nc :: A;\n"
            "a [1] -> [2] c;\nb [0] -> [2] c;\nc [0] -> [0] a;\nc [2] -> [0] a;\nc [3] -> [0] a;\n");
}

TEST(GraphLanguage, ConnectsManyWithAsMany) {
  const std::string elements = "c :: C;\na :: A;\nb :: A;\n";
  const std::string connections = "c [0] -> [0] a;\nc [1] -> [0] b;\n";
  EXPECT_EQ(flat("c :: C; a, b :: A; c [0,1] => a, b"), elements + connections);
  EXPECT_EQ(flat("c :: C; a, b :: A; c [0-1] => a, b"), elements + connections);
  EXPECT_EQ(flat("c :: C; a, b :: A; c => a, b"), elements + connections);
  EXPECT_EQ(flat("c :: C; a, b :: A; a, b => c"), elements + "a [0] -> [0] c;\nb [0] -> [1] c;\n");
}

TEST(GraphLanguage, AConnectionMadeTwiceIsOne) {
  EXPECT_EQ(flat("a, b :: A; a -> b; a -> b"), "a :: A;\nb :: A;\na [0] -> [0] b;\n");
}

TEST(GraphLanguage, GroupsAreDetours) {
  const std::string expected =
      "x :: X;\nc :: C;\nP@5 :: P(1);\ny :: Y;\n"
      "x [0] -> [0] c;\nc [0] -> [0] y;\nc [1] -> [0] P@5;\nP@5 [0] -> [0] y;\n";
  EXPECT_EQ(flat("x :: X; x -> c :: C => (input -> output; input [1] -> P(1) -> output) -> y :: Y;"),
            expected);
  EXPECT_EQ(flat("x :: X; x -> c :: C => ([0] -> [0]; [1] -> P(1) -> [0]) -> y :: Y;"), expected);
}

TEST(GraphLanguage, AGroupMayBeAWire) {
  const std::string expected = "x :: X;\ny :: Y;\nx [0] -> [0] y;\n";
  for (const char* group : {"(input -> output)", "([0] -> [0])", "(->)", "(->) -> (-> (->) ->)"}) {
    EXPECT_EQ(flat(std::string("x :: X; y :: Y; x -> ") + group + " -> y"), expected) << group;
  }
  EXPECT_EQ(flat("x :: X; y :: Y; x => ([0] -> [0]; [1] -> [1]) => ([0] -> [0] [1] -> [1]) -> y"),
            expected + "x [1] -> [0] y;\n");
}

TEST(GraphLanguage, AGroupHasNoScopeOfItsOwn) {
  EXPECT_EQ(flat("a :: A; a -> (-> b :: B ->) -> c :: C; b [1] -> a"),
            "a :: A;\nb :: B;\nc :: C;\na [0] -> [0] b;\nb [0] -> [0] c;\nb [1] -> [0] a;\n");
}

TEST(GraphLanguage, ReplacesDefinedVariables) {
  EXPECT_EQ(flat("a :: A($x, \"$x/${x}y\", '$x', ${z-7}, ${x-8}); define($x $y, $y 1)"),
            "a :: A(1, \"1/1y\", '$x', 7, 1);\n");
}

TEST(GraphLanguage, EscapesVariablesInDoubleQuotes) {
  EXPECT_EQ(flat("define($x 'a\"b'); a :: A(\"$x\")"), "a :: A(\"'a\\\"b'\");\n");
}

TEST(GraphLanguage, KeepsRequirements) {
  EXPECT_EQ(flat("require(augustus, package \"b c\"); provide(x); a :: A"),
            "require(package augustus);\nrequire(package \"b c\");\na :: A;\n");
}

TEST(GraphLanguage, PutsThingsWhereTheyAre) {
  const auto graph = parse_graph("a :: A;\n  b ::\nB;\na\n -> b", "f");
  EXPECT_EQ(graph.elements.at(1).at, (Position{2, 3}));
  EXPECT_EQ(graph.connections.at(0).at, (Position{5, 2}));
}

}  // namespace
}  // namespace augustus::element::graph_language_test
