// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <istream>
#include <optional>
#include <string>

#include "wire/name.hh"

namespace augustus::control {

/// One route of a file: a line `PREFIX FACE [COST]`.
struct RouteLine {
  std::size_t number = 0;  ///< of the line, from 1
  wire::Name prefix;
  std::string face;  ///< its FaceId or remote URI
  std::optional<std::uint64_t> cost;
  std::string error;  ///< what is wrong with the line; the rest is not to be used then
};

/// Reads a file of routes line by line. Empty lines and those that begin with # are passed over.
class RouteFile {
 public:
  /// `path` "-": standard input. Throws std::runtime_error when it cannot be opened.
  explicit RouteFile(const std::string& path);
  /// For tests.
  explicit RouteFile(std::istream& lines) : name_("lines"), lines_(&lines) {}
  RouteFile(const RouteFile&) = delete;
  RouteFile& operator=(const RouteFile&) = delete;

  /// The next route; std::nullopt at the end. Throws std::runtime_error when reading fails.
  std::optional<RouteLine> next();

  const std::string& name() const { return name_; }

 private:
  std::string name_;  ///< what messages call it
  std::ifstream file_;
  std::istream* lines_;
  std::size_t number_ = 0;
};

}  // namespace augustus::control
