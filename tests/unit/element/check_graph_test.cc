// SPDX-License-Identifier: Apache-2.0
#include "element/language/check_graph.hh"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "element/element_classes.hh"
#include "element/figure3.hh"
#include "element/language/find_element.hh"
#include "element/language/parse_graph.hh"
#include "element/language/port_codes.hh"
#include "source_root.hh"

namespace augustus::element::check_graph_test {
namespace {

// Classes for these tests: enough of each kind, whatever the router has.
const ElementClass classes[] = {
    {.name = "Source", .outputs_min = 1, .outputs_max = 1, .purpose = {}},
    {.name = "Sink", .inputs_min = 1, .inputs_max = 1, .processing = "a/h", .purpose = {}},
    {.name = "Wire",
     .inputs_min = 1,
     .inputs_max = 1,
     .outputs_min = 1,
     .outputs_max = 1,
     .processing = "a/a",
     .purpose = {}},
    {.name = "Join",
     .inputs_min = 1,
     .inputs_max = any_number,
     .outputs_min = 1,
     .outputs_max = 1,
     .purpose = {}},
    {.name = "Split", .inputs_min = 1, .inputs_max = 1, .outputs_min = 2, .outputs_max = 3, .purpose = {}},
    {.name = "Queue",
     .inputs_min = 1,
     .inputs_max = 1,
     .outputs_min = 1,
     .outputs_max = 1,
     .processing = "h/l",
     .arguments_max = 1,
     .arguments = "[CAPACITY]",
     .purpose = {}},
    {.name = "Unqueue",
     .inputs_min = 1,
     .inputs_max = 1,
     .outputs_min = 1,
     .outputs_max = 1,
     .processing = "l/h",
     .purpose = {}},
    // What enters at 0 leaves at 0, what enters at 1 at 1.
    {.name = "Twice",
     .inputs_min = 2,
     .inputs_max = 2,
     .outputs_min = 2,
     .outputs_max = 2,
     .flow = "#/#",
     .purpose = {}},
    {.name = "Table", .kind = ElementClass::Kind::table, .arguments_max = any_number, .purpose = {}},
    {.name = "Other", .kind = ElementClass::Kind::table, .purpose = {}},
    {.name = "Uses",
     .inputs_min = 1,
     .inputs_max = 1,
     .arguments_min = 1,
     .arguments_max = 2,
     .tables = {{0, "Table"}},
     .arguments = "TABLE, [SIZE]",
     .purpose = {}},
};

std::string refusal(const std::string& text, std::span<const ElementClass> known = classes) {
  try {
    check_graph(parse_graph(text, "f"), known);
    return {};
  } catch (const GraphError& error) {
    return error.what();
  }
}

TEST(CheckGraph, TakesWhatIsRight) {
  EXPECT_EQ(refusal(""), "");
  EXPECT_EQ(refusal("Source -> Wire -> Sink"), "");
  EXPECT_EQ(refusal("s :: Split; Source -> s => Sink, Sink; require(augustus)"), "");
  EXPECT_EQ(refusal("s :: Split; Source -> s => Sink, Sink, Sink"), "");
  EXPECT_EQ(refusal("t :: Table(a, b); Source -> Uses(t)"), "");
  EXPECT_EQ(refusal("Source -> Queue -> Wire -> Sink"), "");
}

struct Refused {
  const char* text;
  const char* message;
};

class CheckGraphRefuses : public testing::TestWithParam<Refused> {};

TEST_P(CheckGraphRefuses, NamingThePlace) {
  EXPECT_EQ(refusal(GetParam().text), std::string("f:") + GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    All, CheckGraphRefuses,
    testing::Values(
        Refused{"Source ->\n  Wonder -> Sink", "2:3: there is no class and no element 'Wonder'"},
        Refused{"Source -> a;\na :: Sink", "1:11: element 'a' is used before it is declared, in line 2"},
        Refused{"Sink :: Sink", "1:1: 'Sink' is the name of a class"},
        Refused{"Source(1) -> Sink", "1:1: 'Source@1' (Source) takes no arguments, not 1"},
        Refused{"Source -> Queue(1, 2) -> Sink",
                "1:11: 'Queue@2' (Queue) takes 0 to 1 argument, [CAPACITY], not 2"},
        Refused{"Source -> Uses(t)",
                "1:11: 'Uses@2' (Uses) names the table 't', which is not declared: 't :: Table'"},
        Refused{"t :: Other; Source -> Uses(t)",
                "1:23: 'Uses@3' (Uses) needs a Table, and 't' (Other) is none"},
        Refused{"t :: Table; Source -> t",
                "1:20: 't' (Table) is a table: elements name it in their arguments, "
                "packets do not go through it"},
        Refused{"s :: Source", "1:1: output 0 of 's' (Source) is not connected"},
        Refused{"Source -> w :: Wire", "1:11: output 0 of 'w' (Wire) is not connected"},
        Refused{"w :: Wire -> Sink", "1:1: input 0 of 'w' (Wire) is not connected"},
        Refused{"Source -> [1] j :: Join -> Sink", "1:15: input 0 of 'j' (Join) is not connected"},
        Refused{"Source -> s :: Split [1] -> Sink; s [2] -> Sink",
                "1:11: output 0 of 's' (Split) is not connected"},
        Refused{"Source -> [1] w :: Wire -> Sink", "1:8: 'w' (Wire) has no input 1: it has 1 input"},
        Refused{"Source -> s :: Split => Sink, Sink, Sink, Sink",
                "1:22: 's' (Split) has no output 3: it has 3 outputs"},
        Refused{"Source -> Sink -> Sink", "1:16: 'Sink@2' (Sink) has no output 0: it has no outputs"},
        Refused{"s :: Source; s -> Sink; s -> Sink",
                "1:27: output 0 of 's' (Source) is connected twice: a Tee sends packets two ways"},
        Refused{"Source -> Unqueue -> Sink",
                "1:8: push output 0 of 'Source@1' (Source) meets pull input 0 of 'Unqueue@2' (Unqueue): put "
                "a Queue between"},
        Refused{"Source -> Queue -> w :: Wire -> j :: Join -> Sink",
                "1:30: pull output 0 of 'w' (Wire) meets push input 0 of 'j' (Join): put an Unqueue between"},
        Refused{"w :: Wire -> Sink; Source -> Queue -> w; Source -> Queue -> w",
                "1:58: input 0 of 'w' (Wire) is connected twice, and it pulls packets"},
        Refused{"require(library a.click)",
                "1:8: library 'a.click' is required, but this router reads one file only"},
        Refused{"require(package flow)",
                "1:8: package 'flow' is required, but this router has only 'augustus'"},
        Refused{"j :: Join; Source -> j -> Wire -> [1] j",
                "1:24: a packet could go round for ever: Wire@3 -> j -> Wire@3"},
        Refused{"j :: Join; Source -> j -> Queue -> Unqueue -> [1] j",
                "1:24: a packet could go round for ever: Queue@3 -> Unqueue@4 -> j -> Queue@3"},
        Refused{"w :: Wire; w -> w", "1:14: a packet could go round for ever: w -> w"}));

TEST(CheckGraph, APullOutputMayBeConnectedTwice) {
  EXPECT_EQ(refusal("q :: Queue; Source -> q; q -> Sink; q -> Sink"), "");
}

TEST(CheckGraph, ATableIsLookedForOutwards) {
  EXPECT_EQ(refusal("t :: Table; c :: { s :: Source -> Uses(t) }"), "");
  EXPECT_EQ(refusal("t :: Other; c :: { t :: Table; { Source -> Uses(t) } }"), "");
  EXPECT_NE(refusal("c :: { t :: Table } Source -> Uses(t)").find("is not declared"), std::string::npos);
}

TEST(CheckGraph, ALoopOnlyCountsWhereThePortsPassPacketsOn) {
  EXPECT_EQ(refusal("t :: Twice; Source -> t; t [0] -> [1] t [1] -> Sink"), "");
  EXPECT_EQ(refusal("j :: Join; t :: Twice; Source -> j -> t; Source -> [1] t [1] -> [1] j; t -> Sink"), "");
  EXPECT_NE(refusal("j :: Join; t :: Twice; Source -> j -> t -> [1] j; Source -> [1] t [1] -> Sink")
                .find("for ever"),
            std::string::npos);
}

TEST(CheckGraph, NamesOnlyTheBeginningOfALongLoop) {
  std::string loop = "j :: Join; Source -> j";
  for (int number = 0; number < 20; ++number) {
    loop += " -> w" + std::to_string(number) + " :: Wire";
  }
  EXPECT_NE(
      refusal(loop + " -> [1] j").find("for ever: w0 -> w1 -> w2 -> w3 -> w4 -> w5 -> w6 -> w7 -> ... -> w0"),
      std::string::npos);
}

// The paper of 2016: ICN_PIT feeds ICN_CS.
constexpr const char* figure_3 = R"(
  t :: NameTable;
  in :: InputDeMux; out :: OutputMux;
  check :: CheckICNHeader;
  cs :: ICN_CS(t); pit :: ICN_PIT(t); fib :: ICN_FIB;
  FromFace -> in -> check;
  check [0] -> cs -> pit -> fib -> out;
  check [1] -> [1] pit;
  check [2] -> Drop;
  cs [1] -> [1] out;
  pit [1] -> [1] cs;
  pit [2] -> [2] out;
  out -> ToFace;
)";

TEST(CheckGraph, TakesTheFigureOfThePaper) {
  EXPECT_EQ(refusal(figure_3, element_classes()), "");
}

TEST(CheckGraph, AnInterestMayNotReturnToTheContentStore) {
  std::string text = figure_3;
  text.replace(text.find("fib -> out"), 10, "fib -> c2 :: CheckICNHeader -> cs; c2 [1] -> out");
  EXPECT_NE(refusal(text, element_classes()).find("for ever"), std::string::npos);
}

TEST(CheckGraph, TheFileOfTheFigureIsTheOneThatIsBuiltIn) {
  std::ifstream file(AUGUSTUS_SOURCE_ROOT "/etc/figure3.click");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), figure3);
  EXPECT_EQ(refusal(std::string(figure3), element_classes()), "");
}

TEST(PortCodes, TheLastOneStandsForAllFurtherPorts) {
  const PortCodes codes("ab/abb");
  EXPECT_TRUE(codes.flows(0, 0));
  EXPECT_FALSE(codes.flows(0, 1));
  EXPECT_TRUE(codes.flows(1, 2));
  EXPECT_TRUE(codes.flows(5, 9));
  EXPECT_EQ(PortCodes("h").output(3), 'h');
  EXPECT_TRUE(PortCodes("#/#").flows(4, 4));
  EXPECT_FALSE(PortCodes("#/#").flows(4, 3));
}

}  // namespace
}  // namespace augustus::element::check_graph_test
