// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace augustus::element {

/// What etc/figure3.click holds: the forwarder of the paper of 2016.
inline constexpr std::string_view figure3 = R"(// The forwarder of figure 3 of "Augustus: a CCN router for programmable networks" (ICN 2016):
//     augustus run --graph etc/figure3.click
// It forwards as the router does without a graph; docs/elements.md has more to put in between.
// FastClick runs it too, with the package that click/build makes: CLICKPATH=build/click/package click etc/figure3.click

require(package "augustus");

t :: NameTable;
f :: Fib;

in :: InputDeMux;
check :: CheckICNHeader;
cs :: ICN_CS(t);
pit :: ICN_PIT(t);
fib :: ICN_FIB(f);
out :: OutputMux;

FromFace -> in -> check;

check [0] -> [0] cs;      // Interests
check [1] -> [1] pit;     // Data and Nacks

cs [0] -> [0] pit;        // not cached
cs [1] -> out;            // cached: the Data

pit [0] -> fib;           // to be asked for
pit [1] -> [1] cs;        // Data to be cached
pit [2] -> out;           // Data for whoever asked

fib -> out -> ToFace;
)";

}  // namespace augustus::element
