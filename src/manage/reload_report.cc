// SPDX-License-Identifier: Apache-2.0
#include "manage/reload_report.hh"

#include <fmt/format.h>

namespace augustus::manage {

std::string ReloadReport::text(std::size_t bytes_max) const {
  // Room for the line that says how many are missing.
  constexpr std::size_t rest_bytes = 48;
  std::string text = summary;
  for (std::size_t shown = 0; shown < lines.size(); ++shown) {
    if (text.size() + 1 + lines[shown].size() + rest_bytes > bytes_max) {
      return text + fmt::format("\n... and {} more, see the log", lines.size() - shown);
    }
    text += '\n' + lines[shown];
  }
  return text;
}

}  // namespace augustus::manage
