// SPDX-License-Identifier: Apache-2.0
#include "element/language/dot_graph.hh"

#include <gtest/gtest.h>

#include <algorithm>

#include "element/language/parse_graph.hh"

namespace augustus::element::dot_graph_test {
namespace {

// Classes for these tests, whatever the router has.
const ElementClass classes[] = {
    {.name = "Source", .outputs_min = 1, .outputs_max = 1, .purpose = {}},
    {.name = "Sink", .inputs_min = 1, .inputs_max = 1, .processing = "a/h", .purpose = {}},
    {.name = "Wire",
     .inputs_min = 1,
     .inputs_max = 1,
     .outputs_min = 1,
     .outputs_max = 1,
     .processing = "a/a",
     .arguments_max = 2,
     .purpose = {}},
    {.name = "Tee", .inputs_min = 1, .inputs_max = 1, .outputs_min = 1, .outputs_max = 4, .purpose = {}},
    {.name = "Queue",
     .inputs_min = 1,
     .inputs_max = 1,
     .outputs_min = 1,
     .outputs_max = 1,
     .processing = "h/l",
     .purpose = {}},
    {.name = "Table", .kind = ElementClass::Kind::table, .purpose = {}},
    {.name = "Uses",
     .inputs_min = 1,
     .inputs_max = 1,
     .arguments_max = 1,
     .tables = {{0, "Table"}},
     .purpose = {}},
};

std::string dot(const std::string& text) {
  return dot_graph(parse_graph(text, "f"), classes);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(DotGraph, HasElementsPortsAndConnections) {
  const std::string text = dot("Source -> t :: Tee -> Sink; t [1] -> Sink");
  EXPECT_TRUE(has(text, "<b>t</b><br/>Tee"));
  EXPECT_TRUE(has(text, "n0:o0:s -> n1:i0:n;"));
  EXPECT_TRUE(has(text, "n1:o1:s -> n3:i0:n;"));
  EXPECT_TRUE(has(text, "port=\"o1\""));
}

TEST(DotGraph, PullConnectionsAreDashed) {
  EXPECT_TRUE(has(dot("Source -> Queue -> Wire -> Sink"), "n1:o0:s -> n2:i0:n [style=dashed];"));
}

TEST(DotGraph, CompoundElementsAreFrames) {
  const std::string text = dot("c :: { -> x :: { -> Tee -> } -> Wire -> } Source -> c -> Sink");
  EXPECT_TRUE(has(text, "label=<c>"));
  EXPECT_TRUE(has(text, "label=<c/x>"));
  EXPECT_EQ(std::ranges::count(text, '{'), std::ranges::count(text, '}'));
}

TEST(DotGraph, TablesStandBesideTheirUsers) {
  EXPECT_TRUE(has(dot("t :: Table; Source -> Uses(t)"), "n2 -> n0 [dir=none"));
}

TEST(DotGraph, EscapesWhatAFileSays) {
  const std::string text = dot("Source -> Wire('<b>&\"\n', \xff) -> Sink");
  EXPECT_TRUE(has(text, "('&lt;b&gt;&amp;&quot;?', ?)"));
}

}  // namespace
}  // namespace augustus::element::dot_graph_test
