// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace augustus::manage {

/// What came of reading the configuration again.
struct ReloadReport {
  /// 200: done, or nothing to do; 400: the configuration is not right; 409: it changes what cannot change
  /// while the router runs; 500: some of it could not be done. With 400 and 409 nothing was changed.
  unsigned code = 200;
  std::string summary;
  std::vector<std::string> lines;  ///< what changes, or what is wrong

  /// All of it, the summary first, cut at the end of a line to `bytes_max`.
  std::string text(std::size_t bytes_max) const;
};

/// Reads the configuration again and does what it says; `dry_run`: only tells what it would do.
using Reloader = std::function<ReloadReport(bool dry_run)>;

}  // namespace augustus::manage
