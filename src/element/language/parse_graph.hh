// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "element/language/graph_description.hh"
#include "element/language/graph_error.hh"

namespace augustus::element {

/// Reads a file in Click's language (Kohler et al., The Click modular router, 2000, section 2.4; click(5))
/// and expands its compound elements. docs/graph-language.md says what is understood. Knows nothing of
/// classes that the file does not define. Throws GraphError.
GraphDescription parse_graph(std::string_view text, const std::string& file_name);

}  // namespace augustus::element
