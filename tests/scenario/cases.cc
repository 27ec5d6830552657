// SPDX-License-Identifier: Apache-2.0
#include "scenario/cases.hh"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <tuple>

#include "source_root.hh"

namespace augustus::scenario {

std::vector<Case> all_cases() {
  std::vector<Case> found;
  for (const auto& file : std::filesystem::directory_iterator(AUGUSTUS_SOURCE_ROOT "/tests/scenario/cases")) {
    if (file.path().extension() != ".scenario") {
      continue;
    }
    found.push_back({file.path(), 1});
    found.push_back({file.path(), 3});
  }
  std::sort(found.begin(), found.end(), [](const Case& a, const Case& b) {
    return std::tie(a.path, a.workers) < std::tie(b.path, b.workers);
  });
  return found;
}

std::vector<Case> cases_on(unsigned workers) {
  auto found = all_cases();
  std::erase_if(found, [workers](const Case& which) { return which.workers != workers; });
  return found;
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
  auto name = std::filesystem::path(info.param.path).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name + "_on_" + std::to_string(info.param.workers);
}

}  // namespace augustus::scenario
