// SPDX-License-Identifier: Apache-2.0
#include "element/language/dot_graph.hh"

#include <gtest/gtest.h>

#include <algorithm>

#include "element/element_classes.hh"
#include "element/language/parse_graph.hh"

namespace augustus::element {
namespace {

std::string dot(const std::string& text) {
  return dot_graph(parse_graph(text, "f"), element_classes());
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(DotGraph, HasElementsPortsAndConnections) {
  const std::string text = dot("FromFace -> t :: Tee -> Drop; t [1] -> Drop");
  EXPECT_TRUE(has(text, "<b>t</b><br/>Tee"));
  EXPECT_TRUE(has(text, "n0:o0:s -> n1:i0:n;"));
  EXPECT_TRUE(has(text, "n1:o1:s -> n3:i0:n;"));
  EXPECT_TRUE(has(text, "port=\"o1\""));
}

TEST(DotGraph, PullConnectionsAreDashed) {
  EXPECT_TRUE(has(dot("FromFace -> Queue -> Counter -> Drop"), "n1:o0:s -> n2:i0:n [style=dashed];"));
}

TEST(DotGraph, CompoundElementsAreFrames) {
  const std::string text = dot("c :: { -> x :: { -> Tee -> } -> Counter -> } FromFace -> c -> Drop");
  EXPECT_TRUE(has(text, "label=<c>"));
  EXPECT_TRUE(has(text, "label=<c/x>"));
  EXPECT_EQ(std::ranges::count(text, '{'), std::ranges::count(text, '}'));
}

TEST(DotGraph, TablesStandBesideTheirUsers) {
  const std::string text =
      dot("t :: NameTable; cs :: ICN_CS(t); FromFace -> cs => Drop, Drop; FromFace -> [1] cs");
  EXPECT_TRUE(has(text, "n1 -> n0 [dir=none"));
}

TEST(DotGraph, EscapesWhatAFileSays) {
  const std::string text = dot("FromFace -> Print('<b>&\"\n', \xff) -> Drop");
  EXPECT_TRUE(has(text, "('&lt;b&gt;&amp;&quot;?', ?)"));
}

}  // namespace
}  // namespace augustus::element
