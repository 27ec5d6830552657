// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace augustus::element {

// What a description may have at most, so that any text is answered in bounded time and memory. Compound
// elements multiply: these bound what comes out of them too.

inline constexpr std::size_t max_graph_bytes = 1u << 20;     ///< of the file
inline constexpr std::size_t max_graph_elements = 16384;     ///< with the compound ones
inline constexpr std::size_t max_graph_connections = 65536;  ///< as written, and when expanded
inline constexpr std::size_t max_graph_classes = 1024;       ///< definitions of compound elements
inline constexpr std::size_t max_graph_variables = 256;      ///< of one body
inline constexpr unsigned max_graph_port = 1023;             ///< the highest number of a port
inline constexpr unsigned max_graph_depth = 32;      ///< of braces within others, of compound elements too
inline constexpr std::size_t max_name_bytes = 1024;  ///< of an expanded name
inline constexpr std::size_t max_configuration_bytes = 65536;  ///< between one pair of parentheses
inline constexpr std::size_t max_all_configurations_bytes = 4u << 20;

}  // namespace augustus::element
