// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace augustus::manage {

/// What management may do with the graph of a modular router. Each throws std::invalid_argument with one
/// clear line.
struct GraphAccess {
  /// The value of "element.handler".
  std::function<std::uint64_t(const std::string& handler)> read;
  std::function<void(const std::string& handler, const std::string& value)> write;
  /// Goes over to the graph that the file describes.
  std::function<void(const std::string& file)> replace;
};

}  // namespace augustus::manage
