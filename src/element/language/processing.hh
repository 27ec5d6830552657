// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "element/language/graph_checks.hh"

namespace augustus::element {

/// Which connections are pull, for each connection of a graph whose ports were checked; the others are push.
/// Ports that can be either are what those they are connected with are, push if nothing says. Throws
/// GraphError where push meets pull.
std::vector<bool> pull_connections(const GraphChecks& checks);

}  // namespace augustus::element
