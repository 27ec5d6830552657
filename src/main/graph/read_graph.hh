// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "element/language/graph_description.hh"

namespace augustus {

/// The graph that a file describes, checked. Throws UsageError where the file is wrong.
element::GraphDescription read_graph(const std::string& path);
/// The same for the text of one; `path` names it in messages, and relative paths in it are from its folder.
element::GraphDescription read_graph(const std::string& text, const std::string& path);

}  // namespace augustus
