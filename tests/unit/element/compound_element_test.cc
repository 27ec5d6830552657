// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "element/graph_text.hh"

namespace augustus::element::compound_element_test {
namespace {

TEST(CompoundElement, IsReplacedByWhatIsInIt) {
  EXPECT_EQ(flat("c :: { input -> X -> output; input [1] -> y :: Y -> [1] output };"
                 "a, b :: A; a -> c -> b; a [1] -> [1] c [1] -> [1] b"),
            "c/X@1 :: X;\nc/y :: Y;\na :: A;\nb :: A;\n"
            "c/X@1 [0] -> [0] b;\nc/y [0] -> [1] b;\na [0] -> [0] c/X@1;\na [1] -> [0] c/y;\n");
}

TEST(CompoundElement, MayBeAnonymous) {
  EXPECT_EQ(flat("a :: A; a -> { -> X -> } -> b :: B"),
            "a :: A;\n@2/X@1 :: X;\nb :: B;\na [0] -> [0] @2/X@1;\n@2/X@1 [0] -> [0] b;\n");
}

TEST(CompoundElement, HasPositionalAndKeywordParameters) {
  EXPECT_EQ(flat("elementclass C { $a, COUNT $count, __REST__ $rest | x :: X($a, $count, $rest) }"
                 "c :: C(1, 2, COUNT 3, FOO 4); d :: C(\"1,\", COUNT 3)"),
            "c/x :: X(1, 3, 2, FOO 4);\nd/x :: X(\"1,\", 3);\n");
}

TEST(CompoundElement, SeesTheVariablesAroundItsDefinition) {
  EXPECT_EQ(
      flat("define($g 1); elementclass C { $a | elementclass D { define($l 2) x :: X($a, $l, $g) } d :: D }"
           "c :: C(7); e :: { define($g 5) f :: C(8) }"),
      "c/d/x :: X(7, 2, 1);\ne/f/d/x :: X(8, 2, 1);\n");
}

TEST(CompoundElement, IsChosenByPortsAndArguments) {
  const std::string queue =
      "elementclass Q { input -> one :: Queue -> output || $cap | input -> two :: Queue($cap) -> output"
      " || input -> three :: Tee -> output; three [1] -> [1] output }";
  EXPECT_EQ(flat(queue + "a, b :: A; a -> q :: Q(5) -> b"),
            "a :: A;\nb :: A;\nq/two :: Queue(5);\na [0] -> [0] q/two;\nq/two [0] -> [0] b;\n");
  EXPECT_NE(flat(queue + "a, b :: A; a -> q :: Q -> b; q [1] -> b").find("q/three"), std::string::npos);
}

TEST(CompoundElement, ExtendsAClass) {
  const std::string text = "elementclass Queue { $cap, $rate | -> Queue($cap) -> Shaper($rate) -> || ... }";
  EXPECT_EQ(flat(text + "a, b :: A; a -> q :: Queue(1) -> b"),
            "a :: A;\nb :: A;\nq :: Queue(1);\na [0] -> [0] q;\nq [0] -> [0] b;\n");
  EXPECT_NE(flat(text + "a, b :: A; a -> q :: Queue(1, 2) -> b").find("q/Shaper@2 :: Shaper(2);"),
            std::string::npos);
}

TEST(CompoundElement, ItsClassIsSeenBehindItsDefinitionInItsScope) {
  EXPECT_EQ(flat("elementclass C { x :: C } elementclass D C; c :: C; d :: D;"
                 "{ elementclass E { y :: Y } E } f :: E"),
            "c/x :: C;\nd/x :: C;\n@3/E@1/y :: Y;\nf :: E;\n");
}

TEST(CompoundElement, OtherNamesForClasses) {
  EXPECT_EQ(flat("elementclass MyQueue Queue; q :: MyQueue(3)"), "q :: Queue(3);\n");
  EXPECT_EQ(flat("elementclass MyQueue Queue; MyQueue(3)"), "MyQueue@1 :: Queue(3);\n");
}

TEST(CompoundElement, NamesInsideAreItsOwn) {
  EXPECT_EQ(flat("a :: A; c :: { a :: B; a -> output } -> a"), "a :: A;\nc/a :: B;\nc/a [0] -> [0] a;\n");
}

}  // namespace
}  // namespace augustus::element::compound_element_test
