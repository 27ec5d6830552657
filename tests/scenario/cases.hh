// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace augustus::scenario {

/// A scenario file, and with how many partitions or workers to run it.
struct Case {
  std::string path;
  unsigned workers;
};

/// What a failure calls it.
inline void PrintTo(const Case& which, std::ostream* out) {
  *out << which.path;
}

/// Every file of `cases/`, each with 1 and with 3 workers.
std::vector<Case> all_cases();
/// Every file with this many.
std::vector<Case> cases_on(unsigned workers);
/// "pit_full_on_3".
std::string case_name(const testing::TestParamInfo<Case>& info);

}  // namespace augustus::scenario
